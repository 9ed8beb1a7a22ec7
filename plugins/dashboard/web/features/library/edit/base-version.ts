import type { VideoVersion } from "vireo/client";
import type { Tab } from "./tabs";

/** The version that each draft was last exported as; 0 if it never was. */
export type AppliedVersions = Readonly<Record<Tab, number>>;

type Versions = readonly VideoVersion[];

/** A version and those that it was made from, the newest first. */
export function listChain(versions: Versions): VideoVersion[] {
  const chain: VideoVersion[] = [];
  for (let at = versions.at(-1); at; ) {
    chain.push(at);
    const { baseVersion } = at;
    at = versions.find(({ version }) => version === baseVersion);
  }
  return chain;
}

/** The version that an edit of this kind begins from: the newest, or the one below the edit that it replaces. */
export function findBase(tab: Tab, versions: Versions, applied: AppliedVersions): number {
  const newest = versions.at(-1)?.version ?? 1;
  for (const { version, baseVersion, layers = [] } of listChain(versions)) {
    if (baseVersion === undefined) break;
    const isApplied = (layer: Tab) => applied[layer] === version;
    // Captions on captions cannot be read, so new ones replace the old, whatever was done since.
    if (tab === "captions" && layers.includes(tab)) return baseVersion;
    if (isApplied(tab) && layers.every(isApplied)) return baseVersion;
    // Another overlay is one more.
    if (tab !== "overlay" && layers.length === 1 && layers[0] === tab) return baseVersion;
    if (tab === "captions") continue;
    // Later edits are rendered again, for which their drafts must be at hand. A trim moves their times.
    if (tab === "trim" || layers.includes("trim") || !layers.every(isApplied)) break;
  }
  return newest;
}
