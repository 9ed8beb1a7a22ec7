import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import type { VideoEdit } from "vireo/client";
import { readStored, useStoredForm, useSubmit, writeStored } from "../../../ui/form";
import type { Tab } from "./tabs";

/** One kind of edit: how its form becomes a request. */
export interface EditKind<Draft extends object> {
  tab: Tab;
  blank: Draft;
  toRequest(draft: Draft, duration: number): object;
  /** What the form still needs, as text. */
  findMissing(draft: Draft): string | undefined;
  send(videoId: string, draft: Draft, duration: number): Promise<VideoEdit>;
}

/** An edit in progress, as the apply button needs it. */
export interface Edit {
  tab: Tab;
  missing: string | undefined;
  /** The version this draft became; 0 if it was never applied or has changed since. */
  appliedVersion: number;
  isPending: boolean;
  onSubmit(): void;
}

const NOT_APPLIED = { version: 0, request: "" };

/** The draft of an edit. It survives a reload and remembers the version it was applied as. */
export function useEdit<Draft extends object>(
  videoId: string,
  { tab, blank, toRequest, findMissing, send }: EditKind<Draft>,
  duration: number,
): Edit & { form: UseFormReturnType<Draft> } {
  const storageKey = `edit:${tab}:${videoId}`;
  const form = useStoredForm(storageKey, blank);
  const [applied, setApplied] = useState(() => readStored(`${storageKey}:applied`, NOT_APPLIED));
  const request = JSON.stringify(toRequest(form.values, duration));
  const apply = useSubmit(
    form,
    async (draft) => {
      const { version } = await send(videoId, draft, duration);
      writeStored(`${storageKey}:applied`, { version, request });
      setApplied({ version, request });
    },
    { stale: ["videos", "credits"] },
  );
  return {
    tab,
    form,
    missing: findMissing(form.values),
    appliedVersion: applied.request === request ? applied.version : 0,
    isPending: apply.isPending,
    onSubmit: () => apply.onSubmit(),
  };
}
