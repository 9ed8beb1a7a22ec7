import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import type { AddRenderRequest, VideoEdit } from "vireo/client";
import { readStored, useStoredForm, useSubmit, writeStored } from "../../../ui/form";
import type { Tab } from "./tabs";

export type Layer = Extract<AddRenderRequest["layers"][number], { type: string }>;

/** A kind of edit: its defaults, and how a draft becomes a request. */
export interface EditKind<Draft extends object> {
  tab: Tab;
  blank: Draft;
  toRequest(draft: Draft, duration: number): object;
  /** Describes the first field that is missing. Undefined if the form is complete. */
  findMissing(draft: Draft, duration: number): string | undefined;
  /** `request` is the result of `toRequest`, with the version to start from. */
  send(videoId: string, request: never): Promise<VideoEdit>;
}

/** An edit in progress. */
export interface Edit {
  tab: Tab;
  missing: string | undefined;
  /** The version that this draft was exported as; 0 if it never was or has changed since. */
  appliedVersion: number;
  /** True if the draft is complete and not part of the video yet. */
  isReady: boolean;
  /** Returns the draft as a layer of a render. */
  toLayer(): Layer;
  /** The version that the edit starts from. */
  base: number;
  isPending: boolean;
  onSubmit(): void;
  /** Records that the draft was rendered together with others. */
  setApplied(version: number): void;
  /** Clears the form for another edit of this kind. */
  reset(): void;
}

/** The last export: its version, and the draft at that time as JSON. */
interface Applied {
  version: number;
  draft: string;
}

const NOT_APPLIED: Applied = { version: 0, draft: "" };

/** The last export of the draft, kept across reloads. */
export function useApplied(tab: Tab, videoId: string) {
  const key = `edit:${tab}:${videoId}:applied`;
  const [applied, setApplied] = useState(() => readStored(key, NOT_APPLIED));
  const remember = (next: Applied) => {
    writeStored(key, next);
    setApplied(next);
  };
  return { ...applied, remember };
}

/**
 * Opens an edit with what the newest version was made with, unless the draft has changes that were not exported or is
 * newer. Call it before the hooks that read the draft.
 */
export function useExported<Draft extends object>(
  { tab, blank }: EditKind<Draft>,
  videoId: string,
  exported: { version: number; draft: Draft } | undefined,
): void {
  useState(() => {
    const key = `edit:${tab}:${videoId}`;
    const applied = readStored(`${key}:applied`, NOT_APPLIED);
    const draft = JSON.stringify(readStored(key, blank));
    const isChanged = draft !== applied.draft && draft !== JSON.stringify(blank);
    if (!exported || isChanged || applied.version >= exported.version) return;
    writeStored(key, exported.draft);
    writeStored(`${key}:applied`, {
      version: exported.version,
      draft: JSON.stringify({ ...blank, ...exported.draft }),
    });
  });
}

interface Place {
  videoId: string;
  /** Seconds. */
  duration: number;
  /** The version that the edit starts from. */
  base: number;
  applied: ReturnType<typeof useApplied>;
}

/** The draft of an edit, kept across reloads together with the version that it was exported as. */
export function useEdit<Draft extends object>(
  { tab, blank, toRequest, findMissing, send }: EditKind<Draft>,
  { videoId, duration, base, applied }: Place,
): Edit & { form: UseFormReturnType<Draft> } {
  const form = useStoredForm(`edit:${tab}:${videoId}`, blank);
  const fields = toRequest(form.values, duration);
  // Compare form values, not requests: a request depends on the version that is shown.
  const draft = JSON.stringify(form.values);
  const setApplied = (version: number) => applied.remember({ version, draft });
  const apply = useSubmit(
    form,
    async () => {
      const { version } = await send(videoId, { ...fields, fromVersion: base } as never);
      setApplied(version);
    },
    { stale: ["videos", "credits"] },
  );
  const missing = findMissing(form.values, duration);
  const appliedVersion = applied.draft === draft ? applied.version : 0;
  return {
    tab,
    form,
    missing,
    appliedVersion,
    isReady: missing === undefined && appliedVersion === 0,
    toLayer: () => ({ ...fields, type: tab }) as Layer,
    base,
    isPending: apply.isPending,
    onSubmit: () => apply.onSubmit(),
    setApplied,
    reset() {
      form.setValues(blank);
      applied.remember(NOT_APPLIED);
    },
  };
}

/**
 * Reopens edits that an export would lose: those exported after the version that it starts from. Returns all edits, and
 * that version.
 */
export function reopenEdits<Edits extends Record<Tab, Edit>>(edits: Edits, newest: number) {
  let all = edits;
  for (;;) {
    const base = Math.min(newest, ...Object.values(all).flatMap((edit) => (edit.isReady ? [edit.base] : [])));
    const isLost = ({ appliedVersion, missing }: Edit) => appliedVersion > base && missing === undefined;
    const lost = Object.values(all).filter(isLost);
    if (lost.length === 0) return { edits: all, base };
    const reopened = lost.map((edit) => [edit.tab, { ...edit, appliedVersion: 0, isReady: true }]);
    all = { ...all, ...Object.fromEntries(reopened) };
  }
}
