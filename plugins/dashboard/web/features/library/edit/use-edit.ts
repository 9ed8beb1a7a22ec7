import { type UseFormReturnType, useForm } from "@mantine/form";
import { useState } from "react";
import { useOpenDraft } from "../../../ui/draft";
import { useSubmit } from "../../../ui/form";
import { type Layer, renderLayers, type StoredLayer } from "./render-layers";
import type { Tab } from "./tabs";

/** A kind of edit: its defaults, and how a draft becomes a request. */
export interface EditKind<Draft extends object> {
  tab: Tab;
  blank: Draft;
  toRequest(draft: Draft, duration: number): object;
  /** Describes the first field that is missing. Undefined if the form is complete. */
  findMissing(draft: Draft, duration: number): string | undefined;
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
  /** Id of the layer that the draft changes. Undefined for a new one. */
  layerId: string | undefined;
  isPending: boolean;
  onSubmit(): void;
  /** Records that the draft was rendered together with others. */
  setApplied(version: number): void;
  /** Clears the form for another edit of this kind. */
  reset(): void;
}

interface DraftEdit<Draft extends object> extends Edit {
  form: UseFormReturnType<Draft>;
  /** Opens a layer of the newest version instead of the draft. */
  open(layerId: string | undefined, draft: Draft): void;
}

/** The last export: its version, and the draft at that time as JSON. */
interface Applied {
  version: number;
  draft: string;
  /** The layer that the draft changes. Default: the last one of its type. */
  layerId?: string | undefined;
}

const NOT_APPLIED: Applied = { version: 0, draft: "" };

const getAppliedKey = (tab: Tab) => `${tab}:applied`;

/** The last export of the draft of a tab. */
export function useApplied(tab: Tab): Applied & { remember(next: Applied): void } {
  const stored = useOpenDraft();
  const [applied, setApplied] = useState(() => stored.read(getAppliedKey(tab), NOT_APPLIED));
  const remember = (next: Applied) => {
    stored.write(getAppliedKey(tab), next);
    setApplied(next);
  };
  return { ...applied, remember };
}

/**
 * Opens an edit with the layer of the newest version, unless the draft has changes that were not exported or is
 * newer. Call it before the hooks that read the draft.
 */
export function useExported<Draft extends object>(
  { tab, blank }: EditKind<Draft>,
  exported: { version: number; draft: Draft } | undefined,
): void {
  const stored = useOpenDraft();
  useState(() => {
    const applied = stored.read(getAppliedKey(tab), NOT_APPLIED);
    const draft = JSON.stringify(stored.read(tab, blank));
    const isChanged = draft !== applied.draft && draft !== JSON.stringify(blank);
    if (!exported || isChanged || applied.version >= exported.version) return;
    stored.write(tab, exported.draft);
    stored.write(getAppliedKey(tab), {
      version: exported.version,
      draft: JSON.stringify({ ...blank, ...exported.draft }),
    });
  });
}

interface Place {
  videoId: string;
  /** Seconds. */
  duration: number;
  /** The version whose layers are kept. */
  base: number;
  /** The newest version. */
  newest: number;
  applied: ReturnType<typeof useApplied>;
  /** The layer that an exported draft has become. */
  layer: StoredLayer | undefined;
}

/** The draft of an edit, kept on the server together with the version that it was exported as. */
export function useEdit<Draft extends object>(
  { tab, blank, toRequest, findMissing }: EditKind<Draft>,
  { videoId, duration, base, newest, applied, layer }: Place,
): DraftEdit<Draft> {
  const stored = useOpenDraft();
  const [initialValues] = useState(() => stored.read(tab, blank));
  const form = useForm<Draft>({ initialValues, onValuesChange: (values) => stored.write(tab, values) });
  const fields = toRequest(form.values, duration);
  // Compare form values, not requests: a request depends on the version that is shown.
  const draft = JSON.stringify(form.values);
  const layerId = applied.version > 0 ? (applied.layerId ?? layer?.id) : undefined;
  const setApplied = (version: number) => applied.remember({ version, draft, layerId });
  const apply = useSubmit(
    form,
    async () => {
      const { version } = await renderLayers({ videoId, base, newest }, [edit]);
      setApplied(version);
    },
    { stale: ["videos", "credits"] },
  );
  const missing = findMissing(form.values, duration);
  const appliedVersion = applied.draft === draft ? applied.version : 0;
  const edit: DraftEdit<Draft> = {
    tab,
    form,
    missing,
    appliedVersion,
    isReady: missing === undefined && appliedVersion === 0,
    toLayer: () => ({ ...fields, type: tab }) as Layer,
    layerId,
    isPending: apply.isPending,
    onSubmit: () => apply.onSubmit(),
    setApplied,
    open(id, next) {
      const values = { ...blank, ...next };
      form.setValues(values);
      applied.remember({ version: newest, draft: JSON.stringify(values), layerId: id });
    },
    reset() {
      form.setValues(blank);
      applied.remember(NOT_APPLIED);
    },
  };
  return edit;
}
