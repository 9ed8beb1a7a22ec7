/** What speech recognisers write where nobody speaks. */
import type { Interval } from "vireo/captions/align";
import type { Cue } from "vireo/slots/transcribe";

/** Lines of subtitles that recognisers have learned, without case and punctuation. */
const LEARNED = new Set([
  "thank you",
  "thanks for watching",
  "thank you for watching",
  "please subscribe",
  "bye",
  "you",
  "subtitles by the amara org community",
  "untertitel der amara org community",
  "untertitel im auftrag des zdf für funk 2017",
  "vielen dank für s zuschauen",
  "sous titres réalisés par la communauté d amara org",
  "sous titrage st 501",
  "subtítulos realizados por la comunidad de amara org",
  "gracias por ver el video",
  "sottotitoli creati dalla comunità amara org",
  "legendas pela comunidade amara org",
  "продолжение следует",
  "субтитры сделал dimatorzok",
  "ご視聴ありがとうございました",
  "字幕由amara org社区提供",
  "시청해주셔서 감사합니다",
]);
/** A line that comes this often is checked as well. */
const MIN_REPEATS = 3;
/** Share of a line, and seconds, with voice that are enough to believe it. */
const MIN_VOICE = { share: 0.3, seconds: 0.2 };

const strip = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/** Leaves out lines that recognisers are known to invent, or that come again and again, where there is no voice. */
export async function dropInventions(
  cues: readonly Cue[],
  findVoice: () => Promise<readonly Interval[]>,
): Promise<Cue[]> {
  const counts = new Map<string, number>();
  for (const { text } of cues) counts.set(strip(text), (counts.get(strip(text)) ?? 0) + 1);
  const isSuspect = ({ text }: Cue) => LEARNED.has(strip(text)) || counts.get(strip(text))! >= MIN_REPEATS;
  if (!cues.some(isSuspect)) return [...cues];
  const voice = await findVoice();
  const measure = ({ start, end }: Cue) =>
    voice.reduce((sum, one) => sum + Math.max(0, Math.min(end, one.end) - Math.max(start, one.start)), 0);
  return cues.filter((cue) => {
    const needed = Math.min(MIN_VOICE.seconds, MIN_VOICE.share * (cue.end - cue.start));
    return !isSuspect(cue) || measure(cue) >= needed;
  });
}
