import { describe, expect, test } from "bun:test";
import { type AppliedVersions, findBase } from "#plugins/dashboard/web/features/library/edit/base-version";
import type { Tab } from "#plugins/dashboard/web/features/library/edit/tabs";
import { type Edit, reopenEdits } from "#plugins/dashboard/web/features/library/edit/use-edit";
import type { VideoVersion } from "#sdk/client/index";

const none: AppliedVersions = { captions: 0, overlay: 0, voiceover: 0, music: 0, trim: 0 };

/** Versions 2 and up: the version each began from, and what it added. */
const versionsOf = (...edits: [baseVersion: number, ...layers: Tab[]][]): VideoVersion[] => {
  const original = { videoId: "vid_1", version: 1, url: "", operation: "original", createdAt: 0 } as const;
  const others = edits.map(([baseVersion, ...layers], i) => {
    const operation = layers.length === 1 && layers[0] !== "music" ? layers[0]! : "render";
    return { ...original, version: i + 2, operation, baseVersion, layers };
  });
  return [original, ...(others as VideoVersion[])];
};

describe("the version that an edit begins from", () => {
  test.each<[string, Tab, VideoVersion[], Partial<AppliedVersions>, number]>([
    ["the newest", "overlay", versionsOf([1, "captions"]), {}, 2],
    ["below captions that it replaces", "captions", versionsOf([1, "captions"]), {}, 1],
    ["below captions that replaced others", "captions", versionsOf([1, "captions"], [1, "captions"]), {}, 1],
    ["below captions, whatever was done since", "captions", versionsOf([1, "captions"], [2, "trim"]), {}, 1],
    ["below captions in a render", "captions", versionsOf([1, "captions", "music"]), {}, 1],
    ["below music that it replaces, also without the draft", "music", versionsOf([1, "music"]), {}, 1],
    ["on another overlay, which stays", "overlay", versionsOf([1, "overlay"]), {}, 2],
    ["below the overlay that the draft became", "overlay", versionsOf([1, "overlay"]), { overlay: 2 }, 1],
    ["below a render of drafts at hand", "music", versionsOf([1, "captions", "music"]), { captions: 2, music: 2 }, 1],
    ["on a render whose other draft is lost", "music", versionsOf([1, "captions", "music"]), { music: 2 }, 2],
    ["below music, under captions at hand", "music", versionsOf([1, "music"], [2, "captions"]), { captions: 3 }, 1],
    ["on captions that are lost", "music", versionsOf([1, "music"], [2, "captions"]), {}, 3],
    ["on a trim, which moves times", "music", versionsOf([1, "music"], [2, "trim"]), { trim: 3 }, 3],
    ["on what followed a trim", "trim", versionsOf([1, "trim"], [2, "captions"]), { captions: 3 }, 3],
  ])("%s", (_, tab, versions, applied, base) => {
    expect(findBase(tab, versions, { ...none, ...applied })).toBe(base);
  });
});

describe("an export that begins before other edits", () => {
  const edit = (tab: Tab, fields: Partial<Edit>) => ({ tab, missing: "Empty", appliedVersion: 0, base: 3, ...fields });
  const all = (fields: Partial<Record<Tab, Partial<Edit>>>) => {
    const tabs: Tab[] = ["captions", "overlay", "voiceover", "music", "trim"];
    const edits = tabs.map((tab) => {
      const one = edit(tab, fields[tab] ?? {});
      return [tab, { ...one, isReady: one.missing === undefined && one.appliedVersion === 0 }];
    });
    return Object.fromEntries(edits) as Record<Tab, Edit>;
  };
  const listReady = ({ edits }: { edits: Record<Tab, Edit> }) =>
    Object.values(edits).flatMap(({ tab, isReady }) => (isReady ? [tab] : []));

  test("renders them again", () => {
    const music = { missing: undefined, base: 1 };
    const captions = { missing: undefined, appliedVersion: 3, base: 2 };
    const reopened = reopenEdits(all({ captions, music }), 3);
    expect([listReady(reopened), reopened.base]).toEqual([["captions", "music"], 1]);
  });

  test("leaves those before it as they are, and does nothing without a draft", () => {
    const captions = { missing: undefined, appliedVersion: 2, base: 1 };
    const overlay = { missing: undefined, base: 3 };
    const added = reopenEdits(all({ captions, overlay }), 3);
    expect([listReady(added), added.base]).toEqual([["overlay"], 3]);
    const idle = reopenEdits(all({ captions }), 3);
    expect([listReady(idle), idle.base]).toEqual([[], 3]);
  });
});
