import type { MomentLayout } from "vireo/slots/moments";
import { isFullOfText, isInset } from "../reframe/screen";
import type { Seen } from "../reframe/shots";
import type { Reading } from "./types";

/** Smaller faces, in widths of the picture, are an audience. So are faces of less than this share of the largest one. */
const MIN_WIDTH = 0.025;
const MIN_SHARE = 0.45;

/** Returns what a picture shows. */
export function describePicture({ faces, text }: Pick<Seen, "faces" | "text">): MomentLayout {
  const largest = Math.max(0, ...faces.map(({ width }) => width));
  const people = faces.filter(({ width }) => width >= Math.max(MIN_WIDTH, MIN_SHARE * largest));
  if (isFullOfText(text) && people.every(isInset)) return "screen";
  return (["wide", "face", "two_faces"] as const)[people.length] ?? "group";
}

/** Returns what is shown most often in a period; beyond the pictures that were looked at, what the nearest one shows. */
export function findLayout({ looks }: Pick<Reading, "looks">, start: number, end: number): MomentLayout | undefined {
  const inside = looks.filter(({ time }) => time >= start && time < end);
  const middle = (start + end) / 2;
  const nearest = looks.toSorted((a, b) => Math.abs(a.time - middle) - Math.abs(b.time - middle)).slice(0, 1);
  const counts = new Map<MomentLayout, number>();
  for (const { layout } of inside.length > 0 ? inside : nearest) counts.set(layout, (counts.get(layout) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
