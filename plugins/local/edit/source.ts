/** Sources of compositions, and files as sources. */
import type { Interval } from "vireo/captions/align";
import type { MeasuredText } from "vireo/captions/text-rows";
import type { Sound } from "../codec/feeds";
import { MediaSource } from "../codec/source";
import type { Sight } from "../reframe/look";
import type { RenderTools } from "../render-tools";
import { Measured } from "./measured";
import { findSpeechIntervals } from "./speech";
import { measureText } from "./text-rows";
import { type Edit, type Footage, type Part, readFile, writeEditedFile } from "./video-file";

/** What a composition is made of: a file, or a film that is drawn while it is encoded. Times are in its seconds. */
export interface CompositionSource extends Footage {
  measured: Measured;
  openSound(): Promise<MediaSource | Sound>;
  /** Finds text that is visible. */
  measureText(): Promise<MeasuredText>;
  /** Finds likely speech. */
  findSpeech(): Promise<Interval[]>;
  /** Looks for faces and cuts. */
  findSight(): Promise<Sight>;
  /** Writes the result to the run's folder and returns its path. */
  writeEdit(edit: Edit): Promise<string>;
}

/** Opens a file as a source. Throws like `readFile`. */
export async function openFile(path: string, tools: RenderTools, part?: Part): Promise<CompositionSource> {
  const file = await readFile(path, tools, part);
  return {
    ...file,
    measured: new Measured(),
    openSound: () => MediaSource.open(path, { sound: true, from: file.from }),
    measureText: () => measureText(file),
    findSpeech: () => findSpeechIntervals(file),
    findSight: async () => (await import("../reframe/look")).lookAtPictures(file),
    writeEdit: (edit) => writeEditedFile(file, edit, tools),
  };
}
