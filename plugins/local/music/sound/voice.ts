import { createRandom } from "#plugins/local/draw/random";
import { fm } from "#plugins/local/music/sound/fm";
import { PATCHES, type Patch, type VoiceName } from "#plugins/local/music/sound/patches";
import { plucked } from "#plugins/local/music/sound/plucked";
import { addTo, frames, type Stereo } from "#plugins/local/music/sound/stereo";
import { struck } from "#plugins/local/music/sound/struck";
import { subtractive } from "#plugins/local/music/sound/subtractive";

/** Times in seconds, velocity 0 to 1, pan -1 to 1. */
export interface Note {
  at: number;
  length: number;
  midi: number;
  velocity: number;
  pan: number;
}

/** Number of velocities that a note is rendered at. Gain covers the values between them. */
const STRENGTHS = 3;
/** Note lengths are rounded to this many seconds. */
const LENGTH_STEP = 0.02;
/** Repeated notes of plucked strings alternate between this many renders, so that they do not sound mechanical. */
const PLUCKED_TAKES = 2;

/** Adds notes to a bus. Equal notes are rendered once, because most of a piece repeats. */
export function play(voice: VoiceName, notes: readonly Note[], bus: Stereo): void {
  const patch: Patch = PATCHES[voice];
  const takes = patch.engine === "plucked" ? PLUCKED_TAKES : 1;
  const made = new Map<string, Stereo>();
  notes.forEach((note, k) => {
    const strength = Math.min(STRENGTHS - 1, Math.floor(note.velocity * STRENGTHS));
    const steps = Math.max(2, Math.round(note.length / LENGTH_STEP));
    const key = `${note.midi}/${steps}/${strength}/${k % takes}`;
    let sound = made.get(key);
    if (!sound) {
      const seed = note.midi * 7919 + steps * 31 + (k % takes) * 13 + 1;
      sound = render(patch, note.midi, steps * LENGTH_STEP, (strength + 0.8) / STRENGTHS, createRandom(seed));
      made.set(key, sound);
    }
    addTo(bus, sound, frames(note.at), 0.25 + 0.75 * note.velocity, note.pan);
  });
}

function render(patch: Patch, midi: number, seconds: number, velocity: number, noise: () => number): Stereo {
  const hz = 440 * 2 ** ((midi - 69) / 12);
  switch (patch.engine) {
    case "subtractive":
      return subtractive(patch, hz, seconds, velocity, noise);
    case "struck":
      return struck(patch, hz, seconds, velocity, noise);
    case "fm":
      return fm(patch, hz, seconds, velocity);
    case "plucked":
      return plucked(patch, hz, seconds, velocity, noise);
  }
}
