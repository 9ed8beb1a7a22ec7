import { EngineError, type Outcome, type Run } from "#core/engine";
import { probe, sniff } from "#core/media/probe";
import type { HostedModel } from "#sdk/hosted/model";
import { getPromptLimit, type Problems, reviewRetired } from "#sdk/hosted/review";
import type { HostedTasks } from "#sdk/hosted/tasks";
import type { Talker, TalkRequest } from "#sdk/slots/talk";

/** The engine for models that make a picture say a speech. */
export function createHostedTalker<Model extends HostedModel>(tasks: HostedTasks<Model>): Talker {
  const { vendor } = tasks;
  const review = ({ model, prompt, imageUrl, avatar }: TalkRequest): Problems => {
    const described = tasks.getModel("talk", model);
    const limit = getPromptLimit(described);
    return {
      ...reviewRetired(described),
      ...(avatar ? { characterId: `${vendor.title} has no people of its own. Use a character with a picture.` } : {}),
      ...(imageUrl || avatar ? {} : { characterId: "This model needs a character with a picture." }),
      ...(prompt.length > limit ? { prompt: `This model accepts at most ${limit} characters.` } : {}),
    };
  };

  async function create(request: TalkRequest, run: Run): Promise<Outcome> {
    const { imageUrl, voicePath, prompt, aspectRatio, resolution } = request;
    const model = tasks.getModel("talk", request.model);
    if (!voicePath)
      throw new EngineError("provider_rejected", `${vendor.title} speaks with the voices of other tasks.`);
    await checkLength(model, voicePath);
    const [[picture], audio] = await Promise.all([
      tasks.upload(imageUrl ? [imageUrl] : [], run, model.imageTypes),
      uploadVoice(voicePath, run),
    ]);
    if (!picture) throw new EngineError("provider_rejected", "This model needs a picture of the person.");
    return tasks.begin(model, {}, { prompt, frame: picture.url, audio, aspectRatio, resolution }, run);
  }

  async function uploadVoice(path: string, run: Run): Promise<string> {
    const bytes = await Bun.file(path).bytes();
    const kind = sniff(bytes);
    if (kind?.kind !== "audio") throw new EngineError("engine_bad_result", "The speech is not a sound file.");
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

/** Refuses a speech that the model would cut off, before it is paid for. */
async function checkLength({ id, duration }: HostedModel, path: string): Promise<void> {
  const seconds = (await probe(path))?.duration;
  if (!duration || seconds === undefined || seconds <= duration.max) return;
  throw new EngineError(
    "speech_too_long",
    `The speech takes ${seconds.toFixed(1)} s. The model ${id} accepts ${duration.max} s. Shorten the script.`,
  );
}
