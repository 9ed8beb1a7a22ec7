import { resolveBrief } from "vireo/brief";
import { ApiError, invalid } from "vireo/errors";
import type { Context } from "vireo/module";
import { LONGEST_HOLD, type VoiceoverLayer } from "vireo/slots/edit";
import type { EditState } from "./edit-request";
import type { Voiceover } from "./schema";

type VoiceoverContext = Pick<Context<unknown, never, "content">, "engines" | "services">;

/** Letters and digits per second that no voice exceeds. Typical voices say 13. */
const MAX_SPEECH_RATE = 40;

/** Checks a voice-over and makes a layer of it. Its text is spoken later, by `prepareEdit`. */
export function createVoiceover({ engines, services }: VoiceoverContext) {
  async function findVoice(accountId: string, { voice, characterId }: Voiceover): Promise<string | undefined> {
    if (characterId === undefined) return voice;
    if (voice !== undefined) throw invalid("voice", "Send either voice or characterId, not both.");
    const { character } = await resolveBrief(services.content, accountId, { characterId });
    if (!character?.voiceId) throw invalid("characterId", "This character has no voiceId. Set one, or send voice.");
    return character.voiceId;
  }

  function requireSpeaker(): void {
    if (engines.of("speak").length > 0) return;
    throw new ApiError(
      "provider_unavailable",
      'No speech engine is configured. Turn one on by its settings, such as OPENAI_API_KEY or OPENAI_SPEECH_URL. If there are several, name one in the configuration: providers: { speak: "openai" }.',
    );
  }

  return async function toVoiceover(body: Voiceover, { accountId, duration }: EditState): Promise<VoiceoverLayer> {
    const { text, speed, start = 0, volume = 1, originalVolume = 0.25 } = body;
    const voice = await findVoice(accountId, body);
    if (duration !== undefined) checkFit(body, duration);
    requireSpeaker();
    const speech = { text, ...(voice ? { voice } : {}), ...(speed === undefined ? {} : { speed }) };
    return { operation: "voiceover", speech, start, volume, originalVolume };
  };
}

/** Refuses a text that can never fit, before a vendor is paid to speak it. */
function checkFit({ text, speed = 1, start = 0 }: Voiceover, duration: number): void {
  if (start >= duration) throw invalid("start", `The video is ${duration.toFixed(1)} s long.`);
  const shortest = (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) / (MAX_SPEECH_RATE * speed);
  if (start + shortest <= duration + LONGEST_HOLD) return;
  throw invalid(
    "text",
    `Too long for the video: it is ${duration.toFixed(1)} s long, and its last frame is held for at most ${LONGEST_HOLD} s.`,
  );
}
