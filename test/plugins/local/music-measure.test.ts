/** Tracks are measured: what a listener hears is what the prompt asked for. */
import { describe, expect, test } from "bun:test";
import { GENRES, type GenreName } from "#plugins/local/music/genres";
import { METRES, readMetre } from "#plugins/local/music/metre";
import { planMusic } from "#plugins/local/music/plan";
import { compose } from "#plugins/local/music/score";
import { measureLoudness } from "#plugins/local/music/sound/loudness";
import type { Stereo } from "#plugins/local/music/sound/stereo";
import { renderTrack, type Track } from "#plugins/local/music/track";
import { findTempo } from "#plugins/local/video/tempo";

const render = (prompt: string, seed = 1) => renderTrack(planMusic({ prompt, seed }), "track");
const toMono = ({ left, right }: Track) => left.map((l, i) => (l + right[i]!) / 2);

/** Loudness of each three seconds, once per second. */
function measureLevels(track: Track): number[] {
  const power = measureLoudness(track).seconds.map((lufs) => 10 ** (lufs / 10));
  return power.slice(2).map((p, i) => 10 * Math.log10((power[i]! + power[i + 1]! + p) / 3));
}

/** Loudness range in LU, as EBU Tech 3342 defines it: from the 10th to the 95th percentile of what is heard. */
function measureRange(track: Track): number {
  const levels = measureLevels(track).filter((level) => level > -40);
  levels.sort((a, b) => a - b);
  const at = (share: number) => levels[Math.round((levels.length - 1) * share)]!;
  return at(0.95) - at(0.1);
}

/** Power of a note (MIDI) in a sound, by the Goertzel algorithm. */
function measureNote(x: Float32Array, midi: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * 440 * 2 ** ((midi - 69) / 12)) / 44100);
  let [before, now] = [0, 0];
  for (const value of x) [before, now] = [now, value + factor * now - before];
  return before * before + now * now - factor * before * now;
}

const MAJOR = [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88];
const MINOR = [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17];

/** The tonics, in the given mode, whose profile (Krumhansl) fits best; the best one first. */
function rankKeys(track: Track, profile: readonly number[]): number[] {
  const x = toMono(track);
  const chroma = Array.from({ length: 12 }, (_, pc) =>
    [48, 60, 72].reduce((sum, octave) => sum + Math.sqrt(measureNote(x, octave + pc)), 0),
  );
  const fit = (tonic: number) => profile.reduce((sum, weight, i) => sum + weight * chroma[(tonic + i) % 12]!, 0);
  return Array.from({ length: 12 }, (_, tonic) => tonic).sort((a, b) => fit(b) - fit(a));
}

describe("a track is measured to be in", () => {
  test.each([
    ["8-bit chiptune at 140, 12 seconds", 140],
    ["disco, 118, 12 seconds", 118],
    ["amapiano 112, 12 seconds", 112],
    ["techno in 3/4, 130, 12 seconds", 130],
    ["lo-fi at 84, 20 seconds", 84],
    ["hip hop at 90, 20 seconds", 90],
    ["trap at 140, 20 seconds", 140],
    ["dubstep at 140, 20 seconds", 140],
    ["drum and bass at 172, 20 seconds", 172],
    ["salsa at 96, 20 seconds", 96],
    ["tango at 116, 30 seconds", 116],
    ["flamenco at 116, 30 seconds", 116],
    ["waltz at 140, 30 seconds", 140],
    ["cinematic at 96, 30 seconds", 96],
  ])("%s: its tempo", (prompt, bpm) => {
    const measured = findTempo(toMono(render(prompt)), 44100).bpm;
    const ratios = [1, 2, 0.5, 1 / 3, 2 / 3].map((ratio) => Math.abs(measured / (bpm * ratio) - 1));
    expect(Math.min(...ratios)).toBeLessThan(0.015);
  });

  test.each([
    ["piano in C minor, 15 seconds", 0, MINOR],
    ["folk in G major, 15 seconds", 7, MAJOR],
    ["harpsichord in D minor, 15 seconds", 2, MINOR],
  ] as const)("%s: its key", (prompt, tonic, profile) => {
    expect(rankKeys(render(prompt), profile).slice(0, 2)).toContain(tonic);
  });
});

describe("the metre is in every part", () => {
  test.each(["waltz", "lo-fi in 3/4", "rock in 6/8", "jazz in 5/4", "gospel", "celtic", "house in 7/8"])(
    "%s",
    (prompt) => {
      const plan = planMusic({ prompt, seconds: 30, seed: 2 });
      const { clock, notes, drums } = compose({ ...plan, drums: true }, "bed");
      const { steps, beat } = METRES[readMetre(prompt) ?? GENRES[plan.genre].metre];
      expect([clock.steps, clock.beatSteps]).toEqual([steps, beat]);
      const downbeats = Array.from({ length: plan.bars }, (_, bar) => clock.at(bar, 0));
      for (const starts of [drums.filter((d) => d.piece === "kick").map((d) => d.at), notes.bass.map((n) => n.at)]) {
        const met = downbeats.filter((at) => starts.some((start) => Math.abs(start - at) < 0.03));
        expect(met.length).toBeGreaterThan(downbeats.length * 0.8);
      }
    },
  );

  test("of a waltz is heard: the lowest notes come with every third beat", () => {
    const plan = planMusic({ prompt: "waltz, 120 bpm", seconds: 15, seed: 3 });
    let bass = new Float32Array();
    const keepBass = (stem: string, { left }: Stereo) => {
      if (stem === "bass") bass = left.slice();
    };
    const { beats } = renderTrack(plan, "track", { onStem: keepBass });
    const onset = (at: number) => {
      const start = Math.round(at * 44100);
      return bass.subarray(start, start + 8820).reduce((sum, v) => sum + v * v, 0);
    };
    const power = [0, 1, 2].map((k) => beats.filter((_, i) => i % 3 === k).reduce((sum, at) => sum + onset(at), 0));
    expect(power[0]!).toBeGreaterThan(2 * power[1]!);
    expect(power[0]!).toBeGreaterThan(2 * power[2]!);
  });
});

describe("a track that builds up", () => {
  test("has a loudness range above 6 LU, and its last third is the loudest", () => {
    const track = render("epic trailer, builds up, 36 seconds");
    expect(measureRange(track)).toBeGreaterThan(6);
    for (const prompt of ["cinematic, 15 seconds", "dark suspense film score, 30 seconds"])
      expect(measureRange(render(prompt)), prompt).toBeGreaterThan(6);
    const levels = measureLevels(track);
    const third = Math.floor(levels.length / 3);
    const mean = (from: number) => levels.slice(from, from + third).reduce((a, b) => a + b, 0) / third;
    expect(mean(third)).toBeGreaterThan(mean(0) + 1.5);
    expect(mean(2 * third)).toBeGreaterThan(mean(third) + 1.5);
    expect(track.sections.at(-1)).toMatchObject({ name: "climax", energy: 1 });
    const energies = track.sections.map(({ energy }) => energy);
    expect(energies).toEqual(energies.toSorted((a, b) => a - b));
  });
});

describe.each(Object.keys(GENRES) as GenreName[])("%s", (genre) => {
  const name = GENRES[genre].names.split(",").at(0)!;
  const plan = planMusic({ prompt: "", style: name, seconds: 60, seed: 5 });

  test("is found by its name, and has patterns of whole bars", () => {
    expect(plan.genre).toBe(genre);
    const { metre, comp, bass, groove } = GENRES[genre];
    const { steps } = METRES[metre];
    for (const pattern of [...comp.flatMap((p) => p.split("/")), ...bass, ...Object.values(groove)])
      expect(pattern.length % steps).toBe(0);
    expect(METRES[metre].weights.length).toBe(steps);
  });

  test("has sections that differ, none of them silent", () => {
    const { sections, clock, notes, drums } = compose(plan, "track");
    expect(sections.length).toBeGreaterThanOrEqual(3);
    const voices = { ...notes, drums };
    const shapes = sections.map(({ bar, bars }) => {
      const [start, end] = [clock.at(bar, 0) - 0.02, clock.at(bar + bars, 0) - 0.02];
      const count = Object.values(voices).map((list) => list.filter(({ at }) => at >= start && at < end).length / bars);
      expect(count.some((n) => n > 0)).toBe(true);
      return count.map((n) => n.toFixed(1)).join(" ");
    });
    expect(new Set(shapes).size).toBeGreaterThanOrEqual(Math.min(3, sections.length));
  });
});

describe("a piece for piano", () => {
  const plan = planMusic({ prompt: "sad piano, 40 seconds", seed: 4 });
  const { clock, notes } = compose(plan, "track");

  test("is broken chords under a melody, not a block chord per bar", () => {
    const starts = notes.chords.filter(({ at }) => at < plan.bars * clock.bar - 0.1).map(({ at }) => at.toFixed(2));
    const together = starts.filter((at) => starts.filter((other) => other === at).length > 2);
    expect(together.length).toBeLessThan(starts.length / 2);
    expect(notes.lead.length / plan.bars).toBeGreaterThan(1.5);
    expect(notes.bass.length / plan.bars).toBeGreaterThan(1.5);
  });

  test("breathes: the tempo and the touch follow the phrase, and it ends on time", () => {
    const bars = Array.from({ length: 8 }, (_, bar) => clock.at(bar + 1, 0) - clock.at(bar, 0));
    const spread = Math.max(...bars) / Math.min(...bars);
    expect(spread).toBeGreaterThan(1.04);
    expect(spread).toBeLessThan(1.2);
    expect(clock.at(8, 0)).toBeCloseTo(8 * clock.bar, 6);
    const velocities = notes.lead.map(({ velocity }) => velocity);
    expect(Math.max(...velocities) / Math.min(...velocities)).toBeGreaterThan(1.4);
  });
});
