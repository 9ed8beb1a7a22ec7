import type { Interval } from "vireo/captions/align";
import { cutShot, type ReframeLayer, type ReframeShot } from "vireo/slots/edit";
import type { Shot } from "../reframe/shots";
import type { Composition } from "./composition";
import { CENTRE, writeShots } from "./reframe-filters";
import { listTakenRows } from "./taken-rows";

export type ReframeInput = Pick<ReframeLayer, "aspectRatio" | "mode" | "focus" | "shots">;

/** Maximum of the shorter side of a reframed video, in pixels. */
const MOST_SIDE = 1080;

/** Gives a video another shape. Returns the shots that the request does not name. */
export async function addReframe(input: ReframeInput, video: Composition): Promise<{ shots: ReframeShot[] }> {
  const { shots: given = [] } = input;
  const gaps = findGaps(given, video);
  const added = gaps.length > 0 ? fillGaps(gaps, await chooseShots(input, video)) : [];
  const size = chooseSize(input, video);
  const shots = [...given, ...added].sort((a, b) => a.start - b.start);
  const taken = listTakenRows(shots, video, size);
  video.reshape(size, (from, to) => writeShots(shots, { from, to, source: video, size }), taken);
  return { shots: added };
}

const toRatio = ({ aspectRatio }: ReframeInput): number => {
  const [width, height] = aspectRatio.split(":").map(Number) as [number, number];
  return width / height;
};

/** Returns the size of the result. Its shorter side is that of the source, up to what platforms show. */
function chooseSize(input: ReframeInput, { width, height }: Composition) {
  const ratio = toRatio(input);
  const side = Math.min(MOST_SIDE, width, height);
  const [short, long] = [side, side * Math.max(ratio, 1 / ratio)].map((pixels) => 2 * Math.round(pixels / 2)) as [
    number,
    number,
  ];
  return ratio < 1 ? { width: short, height: long } : { width: long, height: short };
}

async function chooseShots(input: ReframeInput, video: Composition): Promise<ReframeShot[]> {
  const { duration, width, height } = video;
  const { mode, focus = CENTRE } = input;
  if (mode === "fit") return [{ start: 0, end: duration, mode: "fit" }];
  if (mode === "center") return [{ start: 0, end: duration, mode: "fill", focus }];
  const { planShots } = await import("../reframe/plan-shots");
  const { seen, cuts } = await video.findSight();
  const voice = video.hasAudio ? await video.findSpeech() : [];
  return planShots(seen, { width, height, ratio: toRatio(input), duration, cuts, voice }).map(toReframeShot);
}

function toReframeShot({ start, end, mode, path = [], second }: Shot): ReframeShot {
  const [first] = path;
  const [lower] = second ?? [];
  return {
    start,
    end,
    mode,
    ...(path.length > 1 ? { path } : first ? { focus: { x: first.x, y: first.y } } : {}),
    second: lower && { x: lower.x, y: lower.y },
  };
}

/** Finds the times that no shot covers. */
function findGaps(shots: readonly ReframeShot[], { duration, frameSeconds }: Composition): Interval[] {
  const starts = [...shots.map(({ start }) => start), duration];
  const ends = [0, ...shots.map(({ end }) => end)];
  const between = starts.map((end, at) => ({ start: ends[at]!, end }));
  return between.filter(({ start, end }) => end - start > frameSeconds);
}

/** Keeps the parts of shots that are inside gaps. */
const fillGaps = (gaps: readonly Interval[], shots: readonly ReframeShot[]): ReframeShot[] =>
  gaps.flatMap((gap) =>
    shots
      .filter(({ start, end }) => end > gap.start && start < gap.end)
      .map((shot) => cutShot(shot, gap.start, gap.end)),
  );
