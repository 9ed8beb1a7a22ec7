/** Finds media for the scenes of a narrated video. */
import { EngineError, type Run } from "vireo/engine";
import { fit, type Generation } from "vireo/generations";
import type { StockItem, StockRequest } from "vireo/slots/stock";
import type { NarrationPart, Scene, Warning } from "vireo/slots/storyboard";
import { estimateSpeech } from "vireo/speech/length";
import type { Videos } from "../context";
import { runStep } from "../steps";
import { choosePainter, paint } from "./images";
import { chooseSources, design, joinNarration, type NarratedRequest, type Source } from "./order";
import { findKeywords } from "./script";
import { downloadItem, findStockFile } from "./stock";
import { guessLanguage } from "./stop-words";

interface Work {
  row: Generation<NarratedRequest>;
  scenes: readonly Scene[];
  /** Media suggestions of a language model, per scene. */
  parts: readonly NarrationPart[];
  run: Run;
}

/** Maximum length of a search. Libraries refuse longer ones. */
const MOST_QUERY = 100;
/** Number of images generated at a time. */
const PARALLEL_IMAGES = 3;
const ORIENTATIONS: Readonly<Record<string, StockRequest["orientation"]>> = {
  "9:16": "portrait",
  "16:9": "landscape",
  "1:1": "square",
};
const NO_STOCK: Warning = {
  code: "no_stock",
  message:
    "No library has a clip for some scenes, so they show designed visuals. Send your own media, or change the text.",
};

/** Media of a scene, stored as facts of its step. */
interface StockFacts {
  item?: Pick<StockItem, "url" | "kind" | "attribution">;
}

interface Media {
  url: string;
  path: string;
  attribution?: Scene["attribution"];
}

/**
 * Finds a clip or a photo by the keywords of the scene. Photos are stored, because their libraries do not allow
 * hotlinks.
 */
async function findStock(
  videos: Videos,
  { row, scenes, parts, run }: Work,
  at: number,
  taken: Set<string>,
): Promise<Media | undefined> {
  const { narration = "" } = scenes[at]!;
  const found: { path?: string } = {};
  const { facts, url } = await runStep<StockFacts>(videos, row, `stock-${at}`, run, {
    repeatable: true,
    async create() {
      const language = parts[at] ? "en" : guessLanguage(joinNarration(scenes));
      const words = parts[at]?.search ?? findKeywords(narration, language);
      const orientation = ORIENTATIONS[row.request.aspectRatio] ?? "portrait";
      const queries = toQueries(words, scenes, language);
      const file = await findStockFile(
        videos,
        { queries, language, orientation, seconds: estimateSpeech(narration), taken },
        run,
      );
      if (!file) return { facts: {} };
      const { url, kind, attribution } = file.item;
      found.path = file.path;
      return { facts: { item: { url, kind, attribution } }, path: kind === "image" ? file.path : undefined };
    },
  });
  if (!facts.item) return undefined;
  taken.add(facts.item.url);
  const { attribution } = facts.item;
  const path = found.path ?? (await downloadItem(videos, url ? { ...facts.item, url } : facts.item, run));
  return path === undefined ? undefined : { url: url ?? facts.item.url, path, attribution };
}

async function paintScene(videos: Videos, { row, scenes, parts, run }: Work, at: number): Promise<Media> {
  const { order, aspectRatio, brief } = row.request;
  const { model } = choosePainter(videos, order.imageModel);
  const ratio = fit("aspectRatios", "aspectRatio", model, undefined, aspectRatio);
  const prompt = describePicture(scenes[at]!.narration ?? "", parts[at]);
  const request = { step: `image-${at}`, model: order.imageModel ?? model.id, prompt, aspectRatio: ratio, brief };
  return paint(videos, row, request, run);
}

/** Generates a few images at a time. If one fails, throws its error once its batch has ended. */
async function paintAll(
  videos: Videos,
  work: Work,
  places: readonly number[],
  media: Map<number, Media>,
): Promise<void> {
  for (let from = 0; from < places.length; from += PARALLEL_IMAGES) {
    const batch = places.slice(from, from + PARALLEL_IMAGES);
    const results = await Promise.allSettled(batch.map((at) => paintScene(videos, work, at)));
    for (const [i, result] of results.entries()) {
      if (result.status === "rejected") throw result.reason;
      media.set(batch[i]!, result.value);
    }
  }
}

/** Finds a file for each scene. Scenes without a file are left out. */
async function findAllStock(videos: Videos, work: Work, places: readonly number[], media: Map<number, Media>) {
  const usedIds = new Set<string>();
  for (const at of places) {
    const file = await findStock(videos, work, at, usedIds).catch((error) => {
      if (error instanceof EngineError) return undefined;
      throw error;
    });
    if (file) media.set(at, file);
  }
}

/** Returns the scenes with their media in the run's folder. Throws EngineError if an image fails. */
export async function findVisuals(videos: Videos, work: Work) {
  const { row, scenes, parts } = work;
  const sources = chooseSources(scenes, row.request.order.visuals, row.request.order.images);
  const findPlaces = (requested: Source) => sources.flatMap((source, at) => (source === requested ? [at] : []));
  const media = new Map<number, Media>();
  await paintAll(videos, work, findPlaces("image"), media);
  await findAllStock(videos, work, findPlaces("stock"), media);
  const shown = scenes.map((scene, at): Scene => {
    const own = media.get(at);
    if (!own) return sources[at] === "upload" ? scene : design(scene, at, scenes.length, parts[at]);
    return { ...scene, mediaUrl: own.url, attribution: own.attribution ?? scene.attribution };
  });
  return {
    scenes: shown,
    warnings: findPlaces("stock").some((at) => !media.has(at)) ? [NO_STOCK] : [],
    mediaPaths: Object.fromEntries([...media.values()].map(({ url, path }) => [url, path])),
  };
}

/** Returns the searches for a scene, best first: its words, the longest of them, and the beginning of the script. */
function toQueries(words: string, scenes: readonly Scene[], language: string): string[] {
  const [longest = ""] = words.split(" ").toSorted((a, b) => b.length - a.length);
  const topic = findKeywords(scenes[0]?.narration ?? "", language);
  return [...new Set([words, longest, topic].map((query) => query.slice(0, MOST_QUERY)))].filter(Boolean);
}

const describePicture = (narration: string, part: NarrationPart | undefined): string =>
  `${part?.picture ?? `A photo that goes with these words: “${narration}”`} Realistic, no text or letters in it.`;
