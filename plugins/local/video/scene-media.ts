import { createCanvas, ImageData } from "@napi-rs/canvas";
import { checkMedia, getCpuBudget, type Probed, probe, sniffFile } from "vireo/media";
import { openPictures, type PictureReader } from "#plugins/local/codec/pictures";
import { lookAt } from "#plugins/local/draw/focus";
import { loadPhoto, type Photo } from "#plugins/local/draw/photo";
import { type FaceFinder, withFaceFinder } from "#plugins/local/reframe/faces";
import { RenderError, type RenderTools } from "#plugins/local/render-tools";
import { FPS, type Size } from "./size";

/** A photo or video of the user, ready to be shown in a scene. */
export interface SceneMedia {
  photo: Photo;
  video?: SceneVideo;
}

/** Maximum side of loaded photos, in pixels. */
const PHOTO_SIDE = 2400;
/** Minimum speed of a video that is shorter than its scenes. Afterwards its last frame stays. */
const SLOWEST = 0.6;
/** CPU seconds of a render, excluding the decoding of videos: for any render, and for each second of it. */
const RENDER_CPU = { base: 120, second: 20 };

/** Loads files, each a photo or a video, and looks at them. Throws RenderError or EngineError for an unusable one. */
export const loadSceneMedia = (
  files: readonly string[],
  film: { size: Size; duration: number },
  tools: Pick<RenderTools, "limitCpu">,
): Promise<SceneMedia[]> =>
  files.length === 0 ? Promise.resolve([]) : withFaceFinder((finder) => loadAll(files, film, tools, finder));

async function loadAll(
  files: readonly string[],
  { size, duration }: { size: Size; duration: number },
  { limitCpu }: Pick<RenderTools, "limitCpu">,
  finder?: FaceFinder,
): Promise<SceneMedia[]> {
  let budget = 0;
  const loaded: SceneMedia[] = [];
  for (const file of files) {
    if ((await sniffFile(file))?.kind !== "video") {
      loaded.push({ photo: await loadPhoto(file, PHOTO_SIDE, finder) });
      continue;
    }
    const media = await probe(file);
    if (!media?.hasVideo || !media.width || !media.height) throw unreadable();
    checkMedia(media);
    budget += getCpuBudget(media, { seconds: duration, leastFrameRate: FPS });
    limitCpu(budget + RENDER_CPU.base + RENDER_CPU.second * duration);
    const video = await SceneVideo.open(file, media, size, finder);
    loaded.push({ photo: video.photo, video });
  }
  return loaded;
}

const CENTRE = { kind: "detail", left: 0.25, top: 0.25, right: 0.75, bottom: 0.75 } as const;

const unreadable = () =>
  new RenderError("source_unreadable", "The video cannot be decoded. Use an MP4, MOV or WebM file.");

/** A video whose frames are read in step with the film. Its photo shows the current one. */
export class SceneVideo {
  readonly photo: Photo;
  readonly path: string;
  /** Length in seconds. */
  readonly duration: number;
  readonly hasSound: boolean;
  /** Seconds of the video per second of the film. */
  rate = 1;
  #reader: PictureReader | undefined;
  #over = false;

  private constructor(path: string, media: Probed, photo: Photo) {
    this.path = path;
    this.photo = photo;
    this.duration = media.duration ?? 0;
    this.hasSound = media.hasAudio ?? false;
  }

  /** Reads the first frame, large enough to fill a stage of this size. */
  static async open(path: string, media: Probed, stage: Size, finder?: FaceFinder): Promise<SceneVideo> {
    const { width = 1, height = 1 } = media;
    const scale = Math.min(1, Math.max(stage.width / width, stage.height / height));
    const canvas = createCanvas(toEven(width * scale), toEven(height * scale));
    const photo: Photo = {
      canvas,
      width: canvas.width,
      height: canvas.height,
      focus: CENTRE,
      moving: true,
    };
    const video = new SceneVideo(path, media, photo);
    await video.advance();
    if (video.#over) throw unreadable();
    photo.focus = await lookAt(canvas, finder);
    await video.close();
    return video;
  }

  /** Slows a short video down, so that it lasts longer. */
  stretch(seconds: number): void {
    this.rate = Math.min(1, Math.max(SLOWEST, this.duration / Math.max(0.1, seconds)));
  }

  /** Shows the next frame; the last one stays. */
  async advance(): Promise<void> {
    if (this.#over) return;
    const { canvas, width, height } = this.photo;
    const pace = this.rate === 1 ? "" : `setpts=PTS/${this.rate.toFixed(4)},`;
    const filters = `${pace}fps=${FPS}:start_time=0,scale=${width}:${height}:flags=bilinear`;
    try {
      this.#reader ??= await openPictures(this.path, filters);
      const bytes = await this.#reader.next();
      if (!bytes) {
        this.#over = true;
        return;
      }
      canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(bytes), width, height), 0, 0);
    } catch (error) {
      throw error instanceof RenderError ? error : unreadable();
    }
  }

  async close(): Promise<void> {
    await this.#reader?.close();
    this.#reader = undefined;
    this.#over = false;
  }
}

const toEven = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2);
