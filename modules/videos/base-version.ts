import { ApiError, invalid } from "vireo/errors";
import { listEdits, type VersionRow } from "./versions";

interface Asked {
  fromVersion: number | undefined;
  /** True if the edit adds captions. */
  addsCaptions: boolean;
  /** Start before the last captions, discarding later edits. False adds captions on top of captions. */
  replace: boolean | undefined;
}

/** Chooses the version that an edit builds on. New captions replace old ones. */
export function chooseBase(versions: readonly VersionRow[], { fromVersion, addsCaptions, replace }: Asked): VersionRow {
  const newest = versions.at(-1);
  if (!newest) throw new ApiError("conflict", "The video has no file to edit.");
  const source = fromVersion === undefined ? newest : versions.find(({ version }) => version === fromVersion);
  if (!source) throw invalid("fromVersion", `The video has versions 1 to ${newest.version}.`);
  if (!addsCaptions || replace === false || (fromVersion !== undefined && !replace)) return source;
  return skipCaptions(versions, source, replace ?? false);
}

/** Finds the version before the captions of a version, if it has any. */
function skipCaptions(versions: readonly VersionRow[], source: VersionRow, discards: boolean): VersionRow {
  const chain = listChain(versions, source);
  const last = chain.findIndex((row) => listEdits(row).includes("captions"));
  if (last < 0) return source;
  const isOnTop = last === 0 && source.operation === "captions";
  if (!isOnTop && !discards) {
    const { version, operation } = source;
    throw new ApiError(
      "conflict",
      `Version ${version} (${operation}) already contains captions, which new ones would cover. Send replace: true to start before them, which drops later edits, or send fromVersion.`,
    );
  }
  const base = chain[last + 1];
  return base ? skipCaptions(versions, base, discards) : source;
}

/** Lists a version and its ancestors, newest first. */
function listChain(versions: readonly VersionRow[], source: VersionRow): VersionRow[] {
  const chain: VersionRow[] = [];
  for (let row: VersionRow | undefined = source; row; ) {
    chain.push(row);
    const before: number = row.base_version ?? row.version - 1;
    row = versions.find(({ version }) => version === before);
  }
  return chain;
}
