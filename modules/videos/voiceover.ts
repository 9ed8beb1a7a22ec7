import { invalid } from "vireo/errors";
import { LONGEST_HOLD } from "vireo/slots/edit";
import type { EditState, VoiceoverEdit } from "./edit-request";
import type { Voiceover } from "./schema";
import type { Speech } from "./speech";

/** Maximum letters and digits per second of any voice. Typical voices speak 13. */
const MAX_SPEECH_RATE = 40;

/** Checks a voice-over and converts it to a layer. Its text is spoken later, by `prepareEdit`. */
export function createVoiceover(speech: Speech) {
  return async function toVoiceover(body: Voiceover, { accountId, duration }: EditState): Promise<VoiceoverEdit> {
    const { text, speed, start = 0, volume = 1, originalVolume = 0.5 } = body;
    const voice = await speech.resolve(accountId, body);
    if (duration !== undefined) checkFit(body, duration);
    speech.require(voice.engine);
    const request = { text, ...voice, ...(speed === undefined ? {} : { speed }) };
    return { operation: "voiceover", speech: request, start, volume, originalVolume };
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
