/**
 * An import of 10,000 videos (VIDEOS) into a library of 20,000: how searches fare while it is embedded and indexed,
 * beside idle; and how much of the bare model's speed is left of it.
 *
 *     bun bench/import.ts
 */
import { newUuid } from "#core/ids";
import { pipeline } from "@huggingface/transformers";
import { stopCluster } from "#test/db/cluster";
import { median, shown, timesOf } from "./rounds";
import { bundled, library, questions as make } from "./synthetic";

const VIDEOS = Number(process.env.VIDEOS ?? 10_000);
const questions = make(500);
const never = new AbortController().signal;
