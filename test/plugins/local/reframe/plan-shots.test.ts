import { describe, expect, test } from "bun:test";
import { createRandom } from "#plugins/local/draw/random";
import { planShots } from "#plugins/local/reframe/plan-shots";
import type { Point, Seen, Shot, Wanted } from "#plugins/local/reframe/shots";

interface Actor {
  /** Centre and width of the face; undefined while out of the picture. */
  at: (time: number) => { x: number; y?: number; width?: number } | undefined;
  talks?: (time: number) => boolean;
  /** How far the head sways, in cells of the picture of its mouth. */
  sways?: number;
  /** Waves of light and dark per cell: teeth are sharper than lips. */
  sharp?: number;
  /** How strongly light and size show the motion of the mouth. */
  contrast?: number;
}

interface Take extends Partial<Wanted> {
  actors?: Actor[];
  seed?: number;
  /** Standard deviation of a face's place, in widths of the face. */
  jitter?: number;
  /** Share of faces that are not found, and of samples with a face that is none. */
  missed?: number;
  wrong?: number;
  text?: number;
  motion?: (time: number) => { x: number; y: number } | undefined;
  /** Samples a second. */
  rate?: number;
}

const WIDE = { width: 1920, height: 1080, ratio: 9 / 16 };
const TALL = { width: 1080, height: 1920, ratio: 16 / 9 };
const FACE = 0.08;

const still =
  (x: number, y = 0.4, width = FACE) =>
  () => ({ x, y, width });
/** Walks from `from` at `start` to `to`, at so many widths of the picture a second. */
const walk =
  (from: number, to: number, speed: number, start = 1) =>
  (time: number) => {
    const way = Math.min(Math.abs(to - from), Math.max(0, time - start) * speed);
    return { x: from + Math.sign(to - from) * way };
  };

/** Takes what a face finder sees of actors. */
function shoot(take: Take): { seen: Seen[]; wanted: Wanted; shots: Shot[]; take: Take } {
  const { actors = [], seed = 1, jitter = 0.04, missed = 0.05, wrong = 0, text = 0.02, rate = 4 } = take;
  const wanted: Wanted = { ...WIDE, duration: 20, cuts: [], voice: [], ...pick(take) };
  const draw = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
  const seen: Seen[] = [];
  for (let time = 0; time < wanted.duration - 1e-9; time += 1 / rate) {
    const faces = actors.flatMap(({ at, talks, sways = 0, sharp = 1, contrast = 1 }, actor) => {
      const place = at(time);
      if (!place || draw() < missed) return [];
      const { x, y = 0.4, width = FACE } = place;
      const size = width * (1 + 0.03 * normal());
      const open = talks?.(time) ? draw() : 0;
      const sway = sways * Math.sin(3.3 * time + actor);
      const mouth = Float32Array.from({ length: 160 }, (_, i) => {
        const lips = Math.exp(-((Math.floor(i / 16) - 5) ** 2) / 6);
        return 1 + contrast * (0.3 * Math.sin(sharp * (i + sway)) - 0.4 * open * lips + 0.02 * normal());
      });
      return [
        {
          score: 0.9,
          x: x + jitter * width * normal(),
          y: y + jitter * width * normal(),
          width: size,
          height: (size * wanted.width) / wanted.height,
          mouth,
        },
      ];
    });
    if (draw() < wrong)
      faces.push({ score: 0.75, x: draw(), y: draw(), width: 0.1, height: 0.18, mouth: new Float32Array(160) });
    const motion = take.motion?.(time);
    seen.push({ time, faces, text, ...(motion && { motion }) });
  }
  return { seen, wanted, shots: planShots(seen, wanted), take };
}

function pick({ width, height, ratio, duration, cuts, voice }: Take): Partial<Wanted> {
  return Object.fromEntries(
    Object.entries({ width, height, ratio, duration, cuts, voice }).filter(([, value]) => value !== undefined),
  );
}

function locate(path: readonly Point[], time: number): { x: number; y: number } {
  const next = path.findIndex((point) => point.time > time);
  if (next <= 0) return path.at(next)!;
  const [a, b] = [path[next - 1]!, path[next]!];
  const share = (time - a.time) / (b.time - a.time);
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
}

const findShot = (shots: readonly Shot[], time: number) => shots.find(({ end }) => time < end) ?? shots.at(-1)!;

function sizeOf({ width, height }: Wanted, ratio: number) {
  const source = width / height;
  return { width: Math.min(1, ratio / source), height: Math.min(1, source / ratio) };
}

interface Figures {
  /** Share of the time in which the face of the actor who matters is not wholly in the crop. */
  outside: number;
  /** Changes of direction a second. */
  reversals: number;
  /** Largest speed, in sizes of the crop a second. */
  speed: number;
  /** Points a second, in the path that has most. */
  points: number;
}

/** Measures what a viewer would see, and checks what holds for every plan. */
function measure({ shots, wanted, take }: ReturnType<typeof shoot>, who: (time: number) => Actor | undefined): Figures {
  expect(shots[0]!.start).toBe(0);
  expect(shots.at(-1)!.end).toBe(wanted.duration);
  for (const [i, shot] of shots.entries()) {
    if (i > 0) expect(shot.start).toBe(shots[i - 1]!.end);
    expect(shot.end).toBeGreaterThan(shot.start);
    expect(shot.path === undefined).toBe(shot.mode === "fit");
    expect(shot.second === undefined).toBe(shot.mode !== "split");
    const crop = sizeOf(wanted, shot.mode === "split" ? 2 * wanted.ratio : wanted.ratio);
    for (const path of [shot.path, shot.second]) {
      for (const [k, { time, x, y }] of (path ?? []).entries()) {
        expect(time).toBeGreaterThanOrEqual(shot.start);
        expect(time).toBeLessThanOrEqual(shot.end);
        if (k > 0) expect(time).toBeGreaterThan(path![k - 1]!.time);
        expect(Math.abs(x - 0.5)).toBeLessThanOrEqual((1 - crop.width) / 2 + 1e-9);
        expect(Math.abs(y - 0.5)).toBeLessThanOrEqual((1 - crop.height) / 2 + 1e-9);
      }
    }
  }
  const crop = sizeOf(wanted, wanted.ratio);
  const figures = { outside: 0, reversals: 0, speed: 0, points: 0 };
  let [seen, heading] = [0, 0];
  for (let time = 0; time < wanted.duration; time += 1 / 30) {
    const shot = findShot(shots, time);
    const actor = who(time);
    const place = actor?.at(time);
    if (place && take.actors?.includes(actor!)) {
      seen++;
      const { width = FACE, y = 0.4 } = place;
      const tall = (width * wanted.width) / wanted.height;
      const at = shot.path && locate(shot.path, time);
      const isIn =
        !at || (Math.abs(at.x - place.x) <= (crop.width - width) / 2 && Math.abs(at.y - y) <= (crop.height - tall) / 2);
      if (!isIn) figures.outside++;
    }
  }
  figures.outside /= Math.max(1, seen);
  for (const { path = [], start, end } of shots) {
    if (path.length > 1) figures.points = Math.max(figures.points, (path.length - 1) / (end - start));
    heading = 0;
    for (const [i, b] of path.entries()) {
      const a = path[i - 1];
      if (!a) continue;
      const [across, down] = [(b.x - a.x) / crop.width, (b.y - a.y) / crop.height];
      figures.speed = Math.max(figures.speed, Math.hypot(across, down) / (b.time - a.time));
      const way = Math.abs(across + down) < 0.005 ? heading : Math.sign(across + down);
      if (heading !== 0 && way !== heading) figures.reversals++;
      heading = way;
    }
  }
  figures.reversals /= wanted.duration;
  expect(figures.speed).toBeLessThanOrEqual(0.4 + 1e-6);
  expect(figures.points).toBeLessThanOrEqual(2 + 1e-6);
  return figures;
}

const seeds = [1, 2, 3, 4, 5];

describe("one person", () => {
  test.each(seeds)("who sits still is framed by a crop that does not move (%#)", (seed) => {
    const actor = { at: still(0.3) };
    const film = shoot({ actors: [actor], seed, jitter: 0.1, missed: 0.2 });
    expect(measure(film, () => actor).outside).toBe(0);
    expect(film.shots).toHaveLength(1);
    expect(film.shots[0]!.path).toHaveLength(1);
    expect(film.shots[0]!.path![0]!.x).toBeCloseTo(0.3, 1);
  });

  test.each(seeds)("who walks slowly stays in the picture, which moves one way (%#)", (seed) => {
    const actor = { at: walk(0.2, 0.8, 0.06) };
    const film = shoot({ actors: [actor], seed });
    const { outside, reversals } = measure(film, () => actor);
    expect(film.shots).toHaveLength(1);
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(reversals).toBe(0);
  });

  test.each(seeds)("who walks to and fro stays in the picture (%#)", (seed) => {
    const actor = { at: (time: number) => ({ x: 0.5 + 0.25 * Math.sin(time / 2.5) }) };
    const { outside, reversals } = measure(shoot({ actors: [actor], seed, duration: 60 }), () => actor);
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(reversals).toBeLessThanOrEqual(0.15);
  });

  test.each(seeds)("who walks faster than the crop may move leaves it only briefly (%#)", (seed) => {
    const actor = { at: walk(0.1, 0.9, 0.25, 5) };
    const { outside, reversals } = measure(shoot({ actors: [actor], seed }), () => actor);
    // Every path that keeps to the speed loses the face for 2.5 s.
    expect(outside).toBeLessThanOrEqual(0.15);
    expect(reversals).toBe(0);
  });

  test("who leaves and comes back elsewhere is there again when the crop has arrived", () => {
    const actor = { at: (time: number) => (time < 6 ? { x: 0.2 } : time < 10 ? undefined : { x: 0.7 }) };
    const film = shoot({ actors: [actor] });
    const { outside, reversals } = measure(film, () => actor);
    expect(film.shots).toHaveLength(1);
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(reversals).toBe(0);
  });

  test("who turns away for a while does not make the crop move", () => {
    const actor = { at: (time: number) => (time > 6 && time < 10 ? undefined : { x: 0.7 }) };
    const { shots } = shoot({ actors: [actor], motion: () => ({ x: 0.1, y: 0.5 }) });
    expect(shots[0]!.path).toHaveLength(1);
    expect(shots[0]!.path![0]!.x).toBeCloseTo(0.7, 1);
  });

  test.each(seeds)("is not lost to faces that are none (%#)", (seed) => {
    const actor = { at: still(0.35) };
    const film = shoot({ actors: [actor], seed, wrong: 0.3 });
    expect(measure(film, () => actor).outside).toBe(0);
    expect(film.shots).toHaveLength(1);
    expect(film.shots[0]!.path).toHaveLength(1);
  });

  test("is followed on when somebody larger passes", () => {
    const actor = { at: still(0.25) };
    const passer = {
      at: (time: number) => (time > 8 && time < 12 ? { x: 0.5 + (time - 8) * 0.1, width: 0.14 } : undefined),
    };
    const film = shoot({ actors: [actor, passer] });
    expect(measure(film, () => actor).outside).toBe(0);
    expect(film.shots).toHaveLength(1);
  });

  test("is found in a video of 0.3 s", () => {
    const actor = { at: still(0.8) };
    const film = shoot({ actors: [actor], duration: 0.3, missed: 0 });
    expect(measure(film, () => actor).outside).toBe(0);
    expect(film.shots).toHaveLength(1);
  });

  test.each([
    [16 / 9, 0.07],
    [1, 0.2],
    [4 / 5, 0.2],
  ])("in a tall video has the eyes at a third and room above the head (%f)", (ratio, width) => {
    const actor = { at: still(0.5, 0.3, width) };
    const film = shoot({ ...TALL, ratio, actors: [actor], jitter: 0.02 });
    measure(film, () => actor);
    expect(film.shots[0]!.path).toHaveLength(1);
    const { height } = sizeOf(film.wanted, ratio);
    const top = film.shots[0]!.path![0]!.y - height / 2;
    const face = (width * 1080) / 1920;
    const eyes = 0.3 - 0.22 * face;
    expect(top).toBeGreaterThanOrEqual(0);
    // Where the picture ends above, the eyes are higher.
    if (top > 0.001) expect(Math.abs((eyes - top) / height - 1 / 3)).toBeLessThan(0.06);
    if (top > 0.001) expect((0.3 - 1.1 * face - top) / height).toBeGreaterThanOrEqual(0.07);
  });

  test.each([0.27, 0.33, 0.38, 0.5])("who fills the picture does not make it tremble (%f)", (width) => {
    for (const seed of seeds) {
      const film = shoot({ ...TALL, actors: [{ at: still(0.5, 0.4, width) }], seed });
      measure(film, () => undefined);
      expect(film.shots[0]!.path).toHaveLength(1);
    }
  });

  test("who rises in a tall video is followed upwards", () => {
    const actor = {
      at: (time: number) => ({ x: 0.5, y: 0.75 - 0.05 * Math.min(10, Math.max(0, time - 3)), width: 0.15 }),
    };
    const film = shoot({ ...TALL, actors: [actor] });
    const { outside, reversals } = measure(film, () => actor);
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(reversals).toBe(0);
  });
});

describe("two people", () => {
  const turns = (first: number, seconds: number) => (time: number) => Math.floor(time / seconds) % 2 === first;
  /** Voice with a pause of 0.3 s where the speaker changes. */
  const voice = (seconds: number, duration: number) =>
    Array.from({ length: Math.ceil(duration / seconds) }, (_, i) => ({
      start: i * seconds,
      end: Math.min(duration, (i + 1) * seconds - 0.3),
    }));

  test.each(seeds)("who take turns are shown when they speak, by hard changes in the pauses (%#)", (seed) => {
    const a = { at: still(0.2), talks: turns(0, 5), contrast: 1 };
    const b = { at: still(0.8), talks: turns(1, 5), contrast: 0.4 };
    const film = shoot({ actors: [a, b], seed, duration: 40, voice: voice(5, 40) });
    const { outside } = measure(film, (time) => (turns(0, 5)(time) ? a : b));
    expect(outside).toBeLessThanOrEqual(0.05);
    expect(film.shots).toHaveLength(8);
    const inPauses = film.shots.filter(({ start }, i) => start >= 5 * i - 0.31 && start <= 5 * i);
    expect(inPauses.length).toBeGreaterThanOrEqual(6);
    for (const [i, { start, end, mode, path }] of film.shots.entries()) {
      expect(mode).toBe("fill");
      expect(path).toHaveLength(1);
      expect(end - start).toBeGreaterThanOrEqual(2);
      expect(Math.abs(start - 5 * i)).toBeLessThanOrEqual(1.5);
    }
  });

  test("one of whom makes a brief remark: the other stays in the picture", () => {
    const remark = (time: number) => time >= 8 && time < 8.75;
    const a = { at: still(0.2), talks: (time: number) => !remark(time) };
    const b = { at: still(0.8), talks: remark };
    const film = shoot({ actors: [a, b], voice: [{ start: 0, end: 20 }] });
    expect(measure(film, () => a).outside).toBe(0);
    expect(film.shots).toHaveLength(1);
  });

  test("without a voice: the one who chews does not count", () => {
    const a = { at: still(0.2, 0.4, 0.1) };
    const b = { at: still(0.8), talks: () => true };
    const film = shoot({ actors: [a, b] });
    expect(measure(film, () => a).outside).toBe(0);
    expect(film.shots).toHaveLength(1);
  });

  test.each(seeds)("who talk at once are shown in two panels, the left one above (%#)", (seed) => {
    const a = { at: still(0.25), talks: () => true };
    const b = { at: still(0.75), talks: () => true, contrast: 0.5 };
    const film = shoot({ actors: [b, a], seed, voice: voice(5, 20) });
    measure(film, () => undefined);
    expect(film.shots).toMatchObject([{ mode: "split", path: [{}], second: [{}] }]);
    const { width } = sizeOf(film.wanted, 2 * film.wanted.ratio);
    const [upper, lower] = [film.shots[0]!.path![0]!.x, film.shots[0]!.second![0]!.x];
    expect(Math.abs(upper - 0.25)).toBeLessThan(width / 2);
    expect(Math.abs(upper - 0.75)).toBeGreaterThan(width / 2);
    expect(Math.abs(lower - 0.75)).toBeLessThan(width / 2);
    expect(Math.abs(lower - 0.25)).toBeGreaterThan(width / 2);
  });

  test("have panels only while both are there: no panel shows an empty place", () => {
    const talks = () => true;
    const isAway = (time: number) => (time >= 18 && time < 30) || time >= 42;
    const a = { at: still(0.25), talks };
    const b = { at: (time: number) => (isAway(time) ? undefined : { x: 0.75 }), talks };
    const film = shoot({ actors: [a, b], duration: 50, voice: voice(5, 50) });
    measure(film, () => undefined);
    expect(film.shots.map(({ mode }) => mode)).toEqual(["split", "fill", "split", "fill"]);
    for (const { start, end, mode, path } of film.shots) {
      const place = path?.map(({ x }) => Math.abs(x - 0.25) < 0.15);
      if (mode === "fill") expect([place, isAway((start + end) / 2)]).toEqual([[true], true]);
    }
    const bounds = film.shots.map(({ start }) => start);
    for (const [i, time] of [0, 18, 30, 42].entries()) expect(Math.abs(bounds[i]! - time)).toBeLessThanOrEqual(1);
  });

  test.each([1, 2, 3])("who sway are not shown in panels while only one of them speaks (%d)", (seed) => {
    const silent = { at: still(0.25), sways: 0.8 };
    const speaker = { at: still(0.75), sways: 0.8, talks: () => true };
    const { shots } = shoot({ actors: [silent, speaker], seed, duration: 8, voice: [{ start: 0, end: 8 }] });
    expect(shots.map(({ mode }) => mode)).toEqual(["fill"]);
    expect(shots[0]!.path![0]!.x).toBeGreaterThan(0.6);
  });

  test.each([1, 2, 3])("who smile and sway are not shown in panels, either (%d)", (seed) => {
    const smile = { sways: 1, sharp: 2.2 };
    const speaker: Actor = { at: still(0.75), talks: () => true, contrast: 0.6, ...smile };
    const voice = [{ start: 0, end: 20 }];
    const { shots } = shoot({ actors: [{ at: still(0.25), ...smile }, speaker], voice, seed });
    expect(shots.map(({ mode, path }) => [mode, path![0]!.x > 0.5])).toEqual([["fill", true]]);
  });

  test("are not shown in panels if the lower one walks through the picture", () => {
    const a = { at: still(0.2), talks: () => true };
    const b = { at: (time: number) => ({ x: 0.6 + 0.3 * Math.sin(time / 3) ** 2 }), talks: () => true };
    const film = shoot({ actors: [a, b], width: 3840, duration: 30, voice: voice(5, 30) });
    expect(film.shots.filter(({ mode }) => mode === "split")).toEqual([]);
  });

  test.each([
    ["small faces", { at: 0.25, width: 0.03 }, {}],
    ["a square target", { at: 0.1 }, { ratio: 1 }],
    ["a brief video", { at: 0.25 }, { duration: 2.4 }],
    ["one silent", { at: 0.25, silent: true }, {}],
  ])(
    "are not shown in panels with %s",
    (_, { at, width = FACE, silent = false }: { at: number; width?: number; silent?: boolean }, take: Take) => {
      const a = { at: still(at, 0.4, width), talks: () => true };
      const b = { at: still(1 - at, 0.4, width), talks: () => !silent };
      const film = shoot({ actors: [a, b], voice: [{ start: 0, end: 20 }], ...take });
      measure(film, () => undefined);
      expect(film.shots.map(({ mode }) => mode)).toEqual(["fill"]);
    },
  );

  test("who fit together are shown together, whoever speaks", () => {
    const a = { at: still(0.42, 0.4, 0.06), talks: turns(0, 5) };
    const b = { at: still(0.6, 0.4, 0.06), talks: turns(1, 5) };
    const film = shoot({ actors: [a, b], voice: voice(5, 20) });
    expect(measure(film, () => a).outside).toBe(0);
    expect(measure(film, () => b).outside).toBe(0);
    expect(film.shots).toHaveLength(1);
    expect(film.shots[0]!.path![0]!.x).toBeCloseTo(0.51, 1);
  });

  test("between whom the video cuts: each is framed from the cut on", () => {
    const a = { at: (time: number) => (time < 7.3 ? { x: 0.25 } : undefined) };
    const b = { at: (time: number) => (time >= 7.3 ? { x: 0.75 } : undefined) };
    const film = shoot({ actors: [a, b], cuts: [7.3] });
    expect(measure(film, (time) => (time < 7.3 ? a : b)).outside).toBe(0);
    expect(film.shots).toMatchObject([
      { start: 0, end: 7.3, mode: "fill", path: [{ time: 0 }] },
      { start: 7.3, end: 20, mode: "fill", path: [{ time: 7.3 }] },
    ]);
  });

  test("one of whom leaves: the other is shown, by a hard change", () => {
    const a = { at: (time: number) => (time < 9 ? { x: 0.2, width: 0.2 } : undefined) };
    const b = { at: still(0.8) };
    const film = shoot({ actors: [a, b] });
    expect(measure(film, (time) => (time < 9 ? a : b)).outside).toBeLessThanOrEqual(0.02);
    expect(film.shots).toHaveLength(2);
  });
});

describe("a person beside much text", () => {
  test("in a corner, as in a webcam's picture: the whole screen is shown", () => {
    for (const [x, y] of [
      [0.9, 0.85],
      [0.08, 0.12],
    ] as const) {
      const film = shoot({
        text: 0.25,
        actors: [{ at: still(x, y, 0.05), talks: () => true }],
        voice: [{ start: 0, end: 20 }],
      });
      expect(film.shots).toEqual([{ start: 0, end: 20, mode: "fit" }]);
    }
  });

  test("who is large, or not in a corner, is followed", () => {
    for (const at of [still(0.2, 0.5, 0.2), still(0.4, 0.4, 0.08)]) {
      const film = shoot({ text: 0.25, actors: [{ at }] });
      expect(film.shots.map(({ mode }) => mode)).toEqual(["fill"]);
    }
  });

  test("in a corner without text is followed, too", () => {
    const film = shoot({ actors: [{ at: still(0.12, 0.2, 0.06) }] });
    expect(film.shots.map(({ mode }) => mode)).toEqual(["fill"]);
  });
});

describe("no person", () => {
  test("and much text: the whole picture is shown", () => {
    const film = shoot({ text: 0.25, wrong: 0.1 });
    measure(film, () => undefined);
    expect(film.shots).toEqual([{ start: 0, end: 20, mode: "fit" }]);
  });

  test("and something that moves: the crop leans towards it", () => {
    const film = shoot({ motion: () => ({ x: 0.9, y: 0.5 }) });
    measure(film, () => undefined);
    const [point] = film.shots[0]!.path!;
    expect(point!.x).toBeGreaterThan(0.6);
    expect(point!.x).toBeLessThan(0.85);
  });

  test("and nothing known: the centre is shown", () => {
    const wanted = { ...WIDE, duration: 12, cuts: [], voice: [] };
    expect(planShots([], wanted)).toEqual([{ start: 0, end: 12, mode: "fill", path: [{ time: 0, x: 0.5, y: 0.5 }] }]);
    expect(planShots([], { ...wanted, duration: 0 })).toEqual([]);
  });

  test("for a moment between slides: the layout does not flicker", () => {
    const film = shoot({
      cuts: [8, 9],
      text: 0.25,
      actors: [{ at: (time) => (time >= 8 && time < 9 ? { x: 0.2 } : undefined) }],
    });
    measure(film, () => undefined);
    expect(film.shots.map(({ mode }) => mode)).toEqual(["fit", "fit", "fit"]);
  });

  test("in a slide of a second: the layout does not flicker", () => {
    const at = (time: number) => (time < 8 || time >= 9 ? { x: 0.2 } : undefined);
    const film = shoot({ cuts: [8, 9], actors: [{ at }] });
    const seen = film.seen.map((sample) => (sample.faces.length === 0 ? { ...sample, text: 0.4 } : sample));
    expect(planShots(seen, film.wanted).map(({ mode }) => mode)).toEqual(["fill", "fill", "fill"]);
  });
});

test("a video that has the shape already is shown as it is", () => {
  const { seen } = shoot({ actors: [{ at: still(0.2) }] });
  const wanted = { width: 1080, height: 1900, ratio: 9 / 16, duration: 20, cuts: [4], voice: [] };
  expect(planShots(seen, wanted)).toEqual([{ start: 0, end: 20, mode: "fill", path: [{ time: 0, x: 0.5, y: 0.5 }] }]);
});

test.each(seeds)("any video is covered without gaps, jumps and brief layouts (%#)", (seed) => {
  const draw = createRandom(seed);
  for (let i = 0; i < 20; i++) {
    const duration = 0.1 + 40 * draw();
    const cuts = Array.from({ length: Math.floor(12 * draw()) }, () => duration * draw()).sort((a, b) => a - b);
    const actors = Array.from({ length: Math.floor(4 * draw()) }, () => {
      const [x, way, pace, from, until] = [draw(), draw() / 2, 2 * draw(), duration * draw(), duration * draw()];
      const width = 0.03 + 0.2 * draw();
      return {
        at: (time: number) =>
          time > from && time < until + duration / 2 ? { x: x + way * Math.sin(pace * time), width } : undefined,
        talks: () => draw() < 0.6,
      };
    });
    const film = shoot({
      ...(draw() < 0.5 ? WIDE : TALL),
      ratio: [9 / 16, 4 / 5, 1, 16 / 9, 2.39][Math.floor(5 * draw())]!,
      duration,
      cuts,
      actors,
      seed: i,
      rate: 1 + 7 * draw(),
      missed: 0.3 * draw(),
      wrong: 0.5 * draw(),
      text: 0.3 * draw(),
      voice: [{ start: 0.2 * duration, end: 0.8 * duration }],
      motion: () => (draw() < 0.5 ? { x: draw(), y: draw() } : undefined),
    });
    measure(film, () => undefined);
    const layouts: { mode: string; start: number; end: number }[] = [];
    for (const { mode, start, end } of film.shots) {
      const last = layouts.at(-1);
      if (last?.mode === mode) last.end = end;
      else layouts.push({ mode, start, end });
    }
    if (layouts.length > 1) for (const { start, end } of layouts) expect(end - start).toBeGreaterThanOrEqual(1.5);
  }
});

test("three hours are planned in seconds", () => {
  const talks = (first: number) => (time: number) => Math.floor(time / 6) % 2 === first;
  const duration = 3 * 3600;
  const actors = [
    { at: still(0.2), talks: talks(0) },
    { at: still(0.8), talks: talks(1) },
  ];
  const voice = Array.from({ length: duration / 6 }, (_, i) => ({ start: 6 * i, end: 6 * i + 5.7 }));
  const began = performance.now();
  expect(shoot({ actors, duration, voice }).shots.length).toBeGreaterThan(1700);
  expect(performance.now() - began).toBeLessThan(60_000);
}, 120_000);
