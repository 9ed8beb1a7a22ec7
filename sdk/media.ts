/** Stored media, and reading the type and dimensions of files. */

export { serveMedia } from "#core/http/serve-media";
export type { DerivedFiles } from "#core/media/derived";
export type { Media } from "#core/media/library";
export { checkMedia, findExcess, getCpuBudget } from "#core/media/limits";
export { type MediaKind, type Probed, probe, type Sniffed, sniff, sniffFile } from "#core/media/probe";
