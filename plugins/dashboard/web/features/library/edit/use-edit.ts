import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import type { AddRenderRequest, VideoEdit, VideoVersion } from "vireo/client";
import { readStored, useStoredForm, useSubmit, writeStored } from "../../../ui/form";
import type { Tab } from "./tabs";

export type Layer = AddRenderRequest["layers"][number];

/** One kind of edit: how its form becomes a request. */
export interface EditKind<Draft extends object> {
  tab: Tab;
  blank: Draft;
  toRequest(draft: Draft, duration: number): object;
  /** Adds what only the open page knows to the request, when it is sent. */
  complete?(request: object): object;
  /** What the form still needs, as text. */
  findMissing(draft: Draft, duration: number): string | undefined;
  /** `request` is what `toRequest` returned, with the version to begin from. */
  send(videoId: string, request: never): Promise<VideoEdit>;
}

/** An edit in progress, as the apply button needs it. */
export interface Edit {
  tab: Tab;
  missing: string | undefined;
  /** The version this draft became; 0 if it was never applied or has changed since. */
  appliedVersion: number;
  /** True if it is complete, and not part of the video yet. */
  isReady: boolean;
  /** The draft as a layer of a render. */
  toLayer(): Layer;
  /** The version that the edit begins from. */
  base: number;
  isPending: boolean;
  onSubmit(): void;
  /** The draft was rendered together with others, beginning from the version `base`. */
  setApplied(version: number, base: number): void;
  /** Empties the form, for one more edit of the kind. */
  reset(): void;
}

/** What a draft was applied as: the version, what it began from, and its request. */
const NOT_APPLIED = { version: 0, base: 0, request: "" };

/** Doing these again replaces the last one. Another overlay is one more. */
const replacing: readonly string[] = ["captions", "voiceover", "trim"] satisfies Tab[];

/**
 * The version that an edit begins from: the newest, or the one before it if that was the same kind of edit. `applied` is
 * what the draft was last applied as: changing it replaces that, also if it was exported together with others.
 */
export function getBase(tab: Tab, versions: readonly VideoVersion[], applied = NOT_APPLIED): number {
  const newest = versions.at(-1);
  const before = versions.at(-2);
  if (newest && applied.base > 0 && applied.version === newest.version) return applied.base;
  if (newest && before && newest.operation === tab && replacing.includes(tab)) return before.version;
  return newest?.version ?? 1;
}

/** The draft of an edit. It survives a reload and remembers the version it was applied as. */
export function useEdit<Draft extends object>(
  videoId: string,
  { tab, blank, toRequest, complete = (fields) => fields, findMissing, send }: EditKind<Draft>,
  duration: number,
  versions: readonly VideoVersion[],
): Edit & { form: UseFormReturnType<Draft> } {
  const storageKey = `edit:${tab}:${videoId}`;
  const form = useStoredForm(storageKey, blank);
  const [applied, setApplied] = useState(() => readStored(`${storageKey}:applied`, NOT_APPLIED));
  const fields = toRequest(form.values, duration);
  const request = JSON.stringify(fields);
  const base = getBase(tab, versions, applied);
  const remember = (next: typeof NOT_APPLIED) => {
    writeStored(`${storageKey}:applied`, next);
    setApplied(next);
  };
  const apply = useSubmit(
    form,
    async () => {
      const { version } = await send(videoId, { ...complete(fields), fromVersion: base } as never);
      remember({ version, base, request });
    },
    { stale: ["videos", "credits"] },
  );
  const missing = findMissing(form.values, duration);
  const appliedVersion = applied.request === request ? applied.version : 0;
  return {
    tab,
    form,
    missing,
    appliedVersion,
    isReady: missing === undefined && appliedVersion === 0,
    toLayer: () => ({ ...complete(fields), type: tab }) as Layer,
    base,
    isPending: apply.isPending,
    onSubmit: () => apply.onSubmit(),
    setApplied: (version, base) => remember({ version, base, request }),
    reset() {
      form.setValues(blank);
      remember(NOT_APPLIED);
    },
  };
}
