import { EngineError, type Outcome, type Run } from "#core/engine";
import { nameUrl } from "#core/fetch/error";
import { probe, sniff, sniffFile } from "#core/media/probe";
import type { HostedModel } from "#sdk/hosted/model";
import { getPromptLimit, type Problems, reviewRetired } from "#sdk/hosted/review";
import type { HostedTasks } from "#sdk/hosted/tasks";
import { readVideo } from "#sdk/inputs/video";
import type { Talker, TalkRequest } from "#sdk/slots/talk";

/** Largest video of a person, in bytes. */
const MAX_VIDEO = 90 * 1024 ** 2;

/** Creates the engine for models that make the person in an image or a video speak. */
export function createHostedTalker<Model extends HostedModel>(tasks: HostedTasks<Model>): Talker {
  const { vendor } = tasks;
  const review = ({ model, prompt, imageUrl, videoUrl, avatar }: TalkRequest): Problems => {
    const described = tasks.getModel("talk", model);
    const limit = getPromptLimit(described);
    const takesVideo = described.input?.video !== undefined;
    return {
      ...reviewRetired(described),
      ...(avatar ? { characterId: `${vendor.title} has no people of its own. Use a character with a picture.` } : {}),
      ...(takesVideo && !videoUrl ? { videoUrl: "Required: this model changes the lips of a person in a video." } : {}),
      ...(takesVideo || imageUrl || avatar ? {} : { characterId: "This model needs a character with a picture." }),
      ...(prompt.length > limit ? { prompt: `This model accepts at most ${limit} characters.` } : {}),
    };
  };

  async function create(request: TalkRequest, run: Run): Promise<Outcome> {
    const { voicePath, prompt, aspectRatio, resolution } = request;
    const model = tasks.getModel("talk", request.model);
    if (!voicePath)
      throw new EngineError("provider_rejected", `${vendor.title} speaks with the voices of other tasks.`);
    await checkLength(model, voicePath);
    const [face, audio] = await Promise.all([uploadFace(model, request, run), uploadVoice(voicePath, run)]);
    return tasks.begin(model, {}, { prompt, ...face, audio, aspectRatio, resolution }, run);
  }

  async function uploadFace({ input, imageTypes }: Model, { imageUrl, videoUrl }: TalkRequest, run: Run) {
    if (input?.video) return { video: await uploadVideo(videoUrl, run) };
    const [picture] = await tasks.upload(imageUrl ? [imageUrl] : [], run, imageTypes);
    if (!picture) throw new EngineError("provider_rejected", "This model requires an image of the person.");
    return { frame: picture.url };
  }

  async function uploadVideo(url: string | undefined, run: Run): Promise<string> {
    if (!url) throw new EngineError("provider_rejected", "This model needs a video of the person.");
    const { path } = await readVideo(url, run);
    const bytes = Bun.file(path);
    if (bytes.size > MAX_VIDEO)
      throw new EngineError("provider_rejected", `${nameUrl(url)} is larger than ${MAX_VIDEO / 1024 ** 2} MB.`);
    const kind = await sniffFile(path);
    const file = new Blob([await bytes.arrayBuffer()], { type: kind?.contentType ?? "video/mp4" });
    return vendor.client.upload(file, `${crypto.randomUUID()}.${kind?.extension ?? "mp4"}`, run.signal);
  }

  async function uploadVoice(path: string, run: Run): Promise<string> {
    const bytes = await Bun.file(path).bytes();
    const kind = sniff(bytes);
    if (kind?.kind !== "audio") throw new EngineError("engine_bad_result", "The speech is not an audio file.");
    const file = new Blob([bytes], { type: kind.contentType });
    return vendor.client.upload(file, `${crypto.randomUUID()}.${kind.extension}`, run.signal);
  }

  return {
    ...tasks.describe("talk"),
    accepts: () => false,
    review,
    create,
  };
}

/** Rejects speech that is too long for the model before it is charged. */
async function checkLength({ id, duration }: HostedModel, path: string): Promise<void> {
  const seconds = (await probe(path))?.duration;
  if (!duration || seconds === undefined || seconds <= duration.max) return;
  throw new EngineError(
    "speech_too_long",
    `The speech takes ${seconds.toFixed(1)} s. The model ${id} accepts ${duration.max} s. Shorten the script.`,
  );
}
