import { extractHashtags } from "vireo/scrape";
import type { AnalysisFacts } from "vireo/slots/analyse";
import { explainReach, findTechnique, type Technique, techniques } from "vireo/techniques";
import { findKeywords, isUsefulTag, removeTagsAndUrls, shorten, splitStatements } from "../keywords";
import {
  describeCuts,
  describePlaces,
  describeShape,
  formatCount,
  formatSeconds,
  getPace,
  listCutTimes,
  nameColours,
  nameLight,
  summarizeSound,
} from "./describe";
import { createKeyframes } from "./keyframes";
import type { Measurement } from "./measure";
import {
  createCallFinder,
  findOpening,
  type KnownAbout,
  listTexts,
  readScene,
  type ShownScene,
  timeScenes,
} from "./shown";

const MOST_TAGS = 15;
/** Number of on-screen texts that a summary quotes. */
const MOST_QUOTED = 8;

/** Builds the analysis from measurements, caption, transcript and metrics only. */
export function buildFacts(measured: Measurement, request: KnownAbout): AnalysisFacts {
  const caption = removeTagsAndUrls(request.caption ?? "");
  const spoken = (request.transcript ?? []).map(({ text }) => text.trim()).filter(Boolean);
  const known = timeScenes(request, measured.duration);
  const scenes = known.length > 0 ? known : listTexts(measured);
  const shown = scenes.map(readScene).filter(Boolean);
  const first = known.length > 0 ? shown[0] : findOpening(scenes);
  const opening = first ?? splitStatements(caption)[0] ?? spoken[0];
  const hashtags = [...(request.hashtags ?? []), ...extractHashtags(request.caption ?? "")].map((tag) =>
    tag.replace(/^#/, "").toLowerCase(),
  );
  const topics = [
    ...new Set([
      ...hashtags.filter(isUsefulTag),
      ...findKeywords(shown.join(" ")),
      ...findKeywords(caption),
      ...findKeywords(spoken.join(" ")),
    ]),
  ];
  // The last word of a headline is usually its subject.
  const subject = first && !hashtags.some(isUsefulTag) ? findKeywords(first).at(-1) : topics[0];
  const technique = opening === undefined ? undefined : findTechnique(opening);
  return {
    hook: opening ? shorten(opening, 300) : getOpening(measured),
    summary: [
      buildSummary(measured, request, caption, spoken),
      ...(known.length > 0 ? describeScenes(known) : describeTexts(scenes)),
      ...describeCall(scenes, request),
    ].join(" "),
    whyItPerformed: [...explainReach(request.stats ?? {}), ...pull(measured)],
    attributesToCopy: [...(technique ? [technique.copy] : []), ...craft(measured)],
    hooksToTest: technique && subject ? listHooks(technique, subject) : [],
    keyframes: createKeyframes(measured, request, scenes),
    durationSeconds: Math.round(measured.duration * 100) / 100,
    tags: [...new Set([...topics, ...listTraits(measured)])].slice(0, MOST_TAGS),
  };
}

/** Describes the scenes of a video whose scenes are known. */
function describeScenes(scenes: readonly ShownScene[]): string[] {
  const kinds = scenes.map(({ kind, start }) => `${kind} at ${formatSeconds(start)} s`);
  return [`Scenes: ${kinds.join(", ")}.`];
}

/** Quotes text that was recognised in the picture. */
function describeTexts(texts: readonly ShownScene[]): string[] {
  if (texts.length === 0) return [];
  const all = texts
    .slice(0, MOST_QUOTED)
    .map((scene) => `“${shorten(readScene(scene), 80)}” at ${formatSeconds(scene.start)} s`);
  const more = texts.length > MOST_QUOTED ? ` and ${texts.length - MOST_QUOTED} more` : "";
  return [`Text on screen: ${all.join(", ")}${more}.`];
}

/** Quotes the last call to action on screen, otherwise the last spoken one. */
function describeCall(scenes: readonly ShownScene[], { transcript = [] }: KnownAbout): string[] {
  const isAsking = createCallFinder(transcript.map(({ text }) => text).join(" "));
  const shown = scenes.findLast(({ kind }) => kind === "cta");
  const spoken = transcript.findLast(({ text }) => isAsking(text));
  if (!shown && !spoken) return [];
  const [text, at] = shown ? [readScene(shown), shown.start] : [spoken!.text.trim(), spoken!.start];
  return [`Call to action: “${shorten(text, 200)}” at ${formatSeconds(at)} s.`];
}

function getOpening({ seconds, cuts }: Measurement): string {
  const first = seconds[0]!;
  const text = first.text.length > 0 ? ` with a text-like area ${describePlaces(first.text)}` : "";
  const early = cuts.filter((time) => time < 3).length;
  const quick = early > 0 ? `, ${formatCount(early, "cut")} in the first 3 s` : "";
  return `Opens on a ${getPace(first.motion)}, ${nameLight(first.light)} picture (${nameColours(first.colours)})${text}${quick}`;
}

function buildSummary(measured: Measurement, request: KnownAbout, caption: string, spoken: readonly string[]): string {
  const { duration, width, height, seconds } = measured;
  const by = request.username ? ` by @${request.username}` : "";
  const about = caption ? `: “${shorten(caption, 300)}”` : "";
  const quote = spoken.length > 0 ? `It says: “${shorten(spoken.join(" "), 300)}”.` : "";
  const lettered = seconds.filter(({ text }) => text.length > 0).length;
  const text = lettered > 0 ? `; text-like areas in ${lettered} of ${formatCount(seconds.length, "second")}` : "";
  const motion = seconds.reduce((sum, second) => sum + second.motion, 0) / seconds.length;
  return [
    `${/^(?:8|1[18](?!\d))/.test(formatSeconds(duration)) ? "An" : "A"} ${formatSeconds(duration)}-second ${describeShape(measured)} video (${width}×${height})${by}${about}${/[.!?…]”$/.test(about) ? "" : "."}`,
    quote,
    `Measured: ${describeCuts(measured)}${listCutTimes(measured)}; ${getPace(motion)} on the whole, ${nameColours(measured.colours)}${text}; ${summarizeSound(measured)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Lists measurable traits that tend to hold attention. */
function pull(measured: Measurement): string[] {
  const { cuts, duration, seconds } = measured;
  const out: string[] = [];
  if (cuts.length > 0 && duration / (cuts.length + 1) <= 3) out.push(describeCuts(measured));
  const early = cuts.filter((time) => time < 3).length;
  if (early > 0) out.push(`${formatCount(early, "cut")} in the first 3 s`);
  else if (seconds[0]!.motion >= 0.008) out.push("The picture moves from the first second");
  if (duration <= 20) out.push(`Short: ${formatSeconds(duration)} s`);
  return out;
}

function craft(measured: Measurement): string[] {
  const { cuts, duration, seconds, sound } = measured;
  const out: string[] = [];
  if (cuts.length >= 2) out.push(`A new picture every ${formatSeconds(duration / (cuts.length + 1))} s on average`);
  if (cuts.length === 0 && duration > 5) out.push("One take, without a hard cut");
  if (seconds[0]!.text.length > 0)
    out.push(`A text-like area on screen from the first second, ${describePlaces(seconds[0]!.text)}`);
  if (seconds[0]!.motion >= 0.008) out.push("Movement from the first second");
  const heard = sound?.heard.slice(0, seconds.length) ?? [];
  const share = (kind: string) => heard.filter((sound) => sound === kind).length / Math.max(1, heard.length);
  if (heard[0] === "speech") out.push("Probably starts to speak at once");
  if (share("music") >= 0.6) out.push("Probably music under most of it");
  if (measured.colours.length > 0) out.push(`A palette that is ${nameColours(measured.colours)}`);
  return out;
}

function listHooks(technique: Technique, subject: string): string[] {
  const others = techniques.filter(({ id }) => id !== technique.id && ["question", "list", "warning"].includes(id));
  return [technique, ...others.slice(0, 2)].map(({ next }) => next(subject));
}

function listTraits(measured: Measurement): string[] {
  const { cuts, duration, seconds, sound } = measured;
  const heard = sound?.heard.slice(0, seconds.length) ?? [];
  const most = (kind: string) => heard.filter((sound) => sound === kind).length > heard.length / 2;
  const pairs: [boolean, string][] = [
    [cuts.length > 0 && duration / (cuts.length + 1) <= 2, "fast cuts"],
    [cuts.length === 0, "one take"],
    [heard.length > 0 && most("speech"), "speech"],
    [heard.length > 0 && most("music"), "music"],
    [heard.every((sound) => sound === "silence"), "silent"],
    [seconds.filter(({ text }) => text.length > 0).length > seconds.length / 2, "text-like areas"],
    [true, describeShape(measured)],
  ];
  return pairs.flatMap(([holds, tag]) => (holds ? [tag] : []));
}
