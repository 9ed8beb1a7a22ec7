import type { AnalysisFacts } from "vireo/slots/analyse";
import { removeTagsAndUrls } from "../keywords";
import { describePicture, describeSound, getPace } from "./describe";
import type { Measurement } from "./measure";
import { ASKS, HOOK_SECONDS, type KnownAbout, readScene, type ShownScene } from "./shown";

type Keyframe = AnalysisFacts["keyframes"][number];

const SELLS =
  /\b(?:unboxing|product|review|haul|our new|my new|launch|collection|discount|code|shop|order|buy|ad|gifted|sponsored)\b/i;

/** Detects an end card: still text after a cut in the last seconds. */
function endCard({ seconds, cuts }: Measurement): number | undefined {
  const last = seconds.length - 1;
  const start = cuts.findLast((cut) => cut <= last + 0.5);
  if (start === undefined || start < seconds.length / 2 || last - start > 6) return undefined;
  const first = Math.min(last, Math.ceil(start));
  const stands = seconds.slice(first).every(({ motion, text }) => getPace(motion) !== "hectic" && text.length > 0);
  return stands && getPace(seconds[last]!.motion) !== "lively" ? first : undefined;
}

/** Creates one keyframe per second. `text` is the visible text of the scenes. */
export function createKeyframes(
  measured: Measurement,
  request: KnownAbout,
  scenes: readonly ShownScene[] = [],
): Keyframe[] {
  const { seconds, cuts } = measured;
  const card = endCard(measured);
  const asks = ASKS.test(request.caption ?? "") || (request.transcript ?? []).some(({ text }) => ASKS.test(text));
  const sells = SELLS.test(removeTagsAndUrls(request.caption ?? ""));
  return seconds.map((second, at) => {
    const cut = cuts.filter((time) => Math.floor(time + 1e-6) === at);
    const speech = (request.transcript ?? [])
      .filter(({ start }) => Math.floor(start) === at)
      .map(({ text }) => text.trim());
    const isCard = card !== undefined && at >= card;
    const scene = scenes.find(({ start, end }) => start <= at + 0.5 && end > at + 0.5);
    const type =
      scene?.kind === "cta" || speech.some((text) => ASKS.test(text)) || (isCard && asks)
        ? "cta"
        : at < Math.min(HOOK_SECONDS, seconds.length)
          ? "hook"
          : isCard && sells
            ? "product_shot"
            : cut.length > 0
              ? "transition"
              : isCard
                ? "end_card"
                : "scene";
    const heard = describeSound(measured, at);
    const words = speech.length > 0 ? `; said: “${speech.join(" ")}”` : "";
    return {
      timestamp: at,
      type,
      description: describe(at, cut, isCard, second, heard),
      visual: describePicture(second),
      audio: `${heard}${words}`,
      text: scene ? readScene(scene) : "",
    };
  });
}

function describe(
  at: number,
  cut: readonly number[],
  isCard: boolean,
  second: Measurement["seconds"][number],
  heard: string,
) {
  const pace = {
    still: "a still picture",
    calm: "a calm picture",
    lively: "a lively picture",
    hectic: "a hectic picture",
  };
  const start = at === 0 ? "Opens on " : cut.length > 1 ? `${cut.length} cuts; ` : cut.length === 1 ? "Cut to " : "";
  const what = isCard ? "an end card with a text-like area" : pace[getPace(second.motion)];
  const sentence = `${start}${what}${!isCard && second.text.length > 0 ? " with a text-like area" : ""}, ${heard.split(",")[0]}.`;
  return sentence[0]!.toUpperCase() + sentence.slice(1);
}
