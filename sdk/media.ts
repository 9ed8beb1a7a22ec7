/** Stored media, and reading the type and dimensions of files. */
export type { Media } from "#core/media/library";
export { type MediaKind, probe, type Sniffed, sniff, sniffFile } from "#core/media/probe";
