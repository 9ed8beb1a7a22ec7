import { resolveBrief } from "vireo/brief";
import { EngineError, type Run } from "vireo/engine";
import { ApiError, invalid } from "vireo/errors";
import type { Generation } from "vireo/generations";
import type { Context } from "vireo/module";
import type { Exchange } from "vireo/request";
import { LONGEST_HOLD, type VoiceoverRequest } from "vireo/slots/edit";
import type { Edits } from "./edits";
import type { Voiceover } from "./schema";

type VoiceContext = Pick<Context<unknown, never, "content">, "engines" | "services">;

/** Letters and digits a second that no voice exceeds; common ones say some 13. */
const FASTEST = 40;

/** A text that is spoken over a video: first by an engine that speaks, then laid over it as an edit. */
export function createVoiceover({ engines, services }: VoiceContext, edits: Edits) {
  async function voiceOf(accountId: string, { voice, characterId }: Voiceover): Promise<string | undefined> {
    if (characterId === undefined) return voice;
    if (voice !== undefined) throw invalid("voice", "Give voice or characterId, not both.");
    const { character } = await resolveBrief(services.content, accountId, { characterId });
    if (!character?.voiceId) throw invalid("characterId", "This character has no voiceId: give it one, or give voice.");
    return character.voiceId;
  }

  async function voiceover(exchange: Exchange, accountId: string, id: string, body: Voiceover) {
    const { text, speed, start = 0, volume = 1, originalVolume = 0.25 } = body;
    const voice = await voiceOf(accountId, body);
    const { video, url, duration } = await edits.source(accountId, id);
    if (duration !== undefined) {
      if (start >= duration) throw invalid("start", `The video is ${duration.toFixed(1)} s long.`);
      // What can never fit is refused before a vendor is paid for saying it.
      const least = (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) / (FASTEST * (speed ?? 1));
      if (start + least > duration + LONGEST_HOLD) {
        throw invalid(
          "text",
          `It takes longer to say than there is: the video is ${duration.toFixed(1)} s long, and its last picture is held for ${LONGEST_HOLD} s at most.`,
        );
      }
    }
    if (engines.of("speak").length === 0) {
      throw new ApiError(
        "provider_unavailable",
        'No engine is configured that speaks. Turn one on by its settings, such as OPENAI_API_KEY or OPENAI_SPEECH_URL, and name it in the configuration where there are several: providers: { speak: "openai" }.',
      );
    }
    return edits.run(exchange, video, {
      operation: "voiceover",
      model: engines.choose("edit").model.id,
      sourceUrl: url,
      speech: { text, ...(voice ? { voice } : {}), ...(speed === undefined ? {} : { speed }) },
      start,
      volume,
      originalVolume,
    });
  }

  /** Has the text spoken, before the engine that edits is called. */
  async function prepare(row: Generation, work: Run): Promise<VoiceoverRequest> {
    const request = row.request as unknown as VoiceoverRequest;
    const [speaker] = engines.of("speak");
    if (!speaker) throw new EngineError("engine_missing", "No engine is configured that speaks.");
    // The editing of it is the smaller part.
    const progress = (percent: number) => work.progress(percent * 0.6);
    const { folder, signal } = work;
    const { path } = await speaker.speak(request.speech, { folder, signal, progress });
    return { ...request, voicePath: path };
  }

  return { voiceover, prepare };
}
