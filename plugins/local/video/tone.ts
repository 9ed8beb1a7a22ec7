import { chooseInk, getContrast, getLuminance, mix, toHsl, withContrast } from "#plugins/local/draw/colors";
import type { Palette } from "#plugins/local/draw/palette";

/** Colours of one shot. `ink` is readable on `ground` and on `stops`, `accentInk` on `accent`. */
export interface Tone {
  ground: string;
  /** Similar to the ground, for gradients behind text. */
  stops: readonly string[];
  /** Colours of shapes without text. */
  vivid: readonly string[];
  ink: string;
  accent: string;
  accentInk: string;
}

export type ToneName = "main" | "bright" | "contrary";

/**
 * Returns three variants of a palette: the original, one with the accent as background, and one with light and dark
 * swapped.
 */
export function deriveTones(palette: Palette): Record<ToneName, Tone> {
  const { base, stops, vivid, ink, accent, accentInk } = palette;
  return {
    main: { ground: base, stops, vivid, ink, accent, accentInk },
    bright: deriveBrightTone(palette),
    contrary: deriveContraryTone(palette),
  };
}

function deriveBrightTone({ base, vivid, accent, accentInk }: Palette): Tone {
  const lift = getLuminance(accentInk) < 0.2 ? "#ffffff" : "#000000";
  const plate = getContrast(base, accent) >= 3 ? base : accentInk;
  return {
    ground: accent,
    stops: [mix(accent, lift, 0.28), mix(accent, lift, 0.12), mix(accent, lift, 0.4)],
    vivid: [mix(accent, lift, 0.5), mix(accent, accentInk, 0.16), vivid[0]!],
    ink: accentInk,
    accent: plate,
    accentInk: getContrast(accent, plate) >= 4.5 ? accent : chooseInk(plate),
  };
}

function deriveContraryTone({ base, vivid, accent, ink: deep, dark }: Palette): Tone {
  const ground = dark ? mix("#ffffff", accent, 0.1) : mix(deep, accent, 0.12);
  const ink = withContrast(base, ground, 9);
  const isSeen = (color: string) => getContrast(color, ground) >= 3;
  const plate = isSeen(accent)
    ? accent
    : (vivid.find((color) => isSeen(color) && toHsl(color)[1] >= 0.3) ?? withContrast(accent, ground, 3));
  const towards = dark ? vivid[1]! : vivid[0]!;
  return {
    ground,
    stops: [mix(ground, towards, 0.14), mix(ground, accent, 0.12), mix(ground, towards, 0.06)],
    vivid: [mix(ground, vivid[0]!, 0.5), mix(ground, vivid[1]!, 0.55), mix(ground, ink, 0.16)],
    ink,
    accent: plate,
    accentInk: getContrast(accent, plate) >= 4.5 ? accent : chooseInk(plate),
  };
}
