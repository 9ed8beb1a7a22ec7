import type { VideoVersion } from "vireo/client";
import type { Tab } from "./tabs";

/** The version that each draft was last exported as; 0 if it never was. */
export type AppliedVersions = Readonly<Record<Tab, number>>;

type Versions = readonly VideoVersion[];

/** Lists the newest version and those that it is based on, newest first. */
export function listChain(versions: Versions): VideoVersion[] {
  const chain: VideoVersion[] = [];
  for (let current = versions.at(-1); current; ) {
    chain.push(current);
    const { baseVersion } = current;
    current = versions.find(({ version }) => version === baseVersion);
  }
  return chain;
}

/** Finds the version that an edit starts from: the newest, or the one below the edit that it replaces. */
export function findBase(tab: Tab, versions: Versions, applied: AppliedVersions): number {
  const newest = versions.at(-1)?.version ?? 1;
  for (const { version, baseVersion, layers = [] } of listChain(versions)) {
    if (baseVersion === undefined) break;
    const isApplied = (layer: Tab) => applied[layer] === version;
    // Captions over captions are unreadable, so new ones replace the old even if other edits followed.
    if (tab === "captions" && layers.includes(tab)) return baseVersion;
    if (isApplied(tab) && layers.every(isApplied)) return baseVersion;
    // A new overlay is added to the earlier ones.
    if (tab !== "overlay" && layers.length === 1 && layers[0] === tab) return baseVersion;
    if (tab === "captions") continue;
    // Later edits are rendered again from their drafts. A trim shifts their times, so it can't be redone.
    if (tab === "trim" || layers.includes("trim") || !layers.every(isApplied)) break;
  }
  return newest;
}
