export type { Media } from "#core/media/library";
export { type MediaKind, probe, type Sniffed, sniff, sniffFile } from "#core/media/probe";
