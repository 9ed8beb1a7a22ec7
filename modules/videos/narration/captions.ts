/** Captions of narrated videos: a layer on the video without them, so that they can be changed like any other. */
import type { Transaction } from "vireo/database";
import type { Run } from "vireo/engine";
import type { Generation } from "vireo/generations";
import type { CaptionLook } from "vireo/slots/edit";
import type { Cue } from "vireo/slots/transcribe";
import type { VideoFacts } from "vireo/slots/video";
import { mergeJson, type StoredOutput } from "vireo/tables";
import type { Videos } from "../context";
import { type CaptionsLayer, createLayerId } from "../edits/layers";
import { keepFont } from "../font";
import type { NarratedRequest } from "./order";

/** Name of the step that stores the captions' font, and of the file. */
const FONT = "captions-font";

/** Stores the font of the captions with the video. Returns its path in the run's folder, by its URL. */
export async function keepCaptionFont(
  videos: Videos,
  row: Generation<NarratedRequest>,
  run: Run,
): Promise<Record<string, string>> {
  const { font } = row.request.order.captions ?? {};
  if (!font) return {};
  const { path } = await keepFont(videos, row, FONT, run, font.url);
  return path === undefined ? {} : { [font.url]: path };
}

/** Returns the captions of a narrated video as layers: none, or one. */
export async function takeCaptions(trx: Transaction, row: Generation<NarratedRequest>): Promise<CaptionsLayer[]> {
  const { captions: cues } = row.facts as VideoFacts;
  const look = row.request.order.captions;
  return cues && look ? [await toLayer(trx, row, look, cues)] : [];
}

async function toLayer(
  trx: Transaction,
  row: Generation<NarratedRequest>,
  { font, ...fields }: CaptionLook,
  transcript: Cue[],
): Promise<CaptionsLayer> {
  const words = { source: "speech", transcript } as const;
  const layer = { id: createLayerId(), type: "captions", fields } as const;
  const file = font && (await takeFont(trx, row));
  if (!font || !file) return { ...layer, made: words };
  const { family, weight } = font;
  return { ...layer, made: { ...words, font: { family, weight, file: { key: file.key } } } };
}

/** Makes the stored font a file of the video. */
async function takeFont(trx: Transaction, { id, account_id }: Generation): Promise<StoredOutput | undefined> {
  const steps = trx.selectFrom("generation_steps").select("facts").where("generation_id", "=", id);
  const step = await steps.where("account_id", "=", account_id).where("step", "=", FONT).executeTakeFirst();
  if (!step) return undefined;
  const { file } = step.facts as unknown as { file: StoredOutput };
  await mergeJson(trx, ["generations", "files"], { id, accountId: account_id }, { [FONT]: file });
  return file;
}
