import { type UseFormReturnType, useForm } from "@mantine/form";
import { useState } from "react";
import { type Draft, useOpenDraft } from "../../../ui/draft";
import { useSubmit } from "../../../ui/form";
import { type Layer, type RenderedEdit, renderLayers, type StoredLayer } from "./render-layers";
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
export interface Edit extends RenderedEdit {
  tab: Tab;
  missing: string | undefined;
  /** The version that this draft was exported as; 0 if it never was or has changed since. */
  appliedVersion: number;
  /** True if the draft is complete and not part of the video yet. */
  isReady: boolean;
  isPending: boolean;
  onSubmit(): void;
}

export interface DraftEdit<Draft extends object> extends Edit {
  form: UseFormReturnType<Draft>;
  /** Opens a layer of the newest version instead of the draft, with changes that were not exported yet. */
  open(layerId: string | undefined, draft: Draft, changed?: Draft): void;
  /** Opens a new layer instead of the draft. */
  start(draft: Partial<Draft>): void;
}

/** The last export: its version, and the draft at that time as JSON. */
export interface Applied {
  version: number;
  draft: string;
  /** The layer that the draft changes. Default: the last one of its type. */
  layerId?: string | undefined;
}

const NOT_APPLIED: Applied = { version: 0, draft: "" };

const getAppliedKey = (tab: Tab) => `${tab}:applied`;

/** Reads the last export of the draft of a tab. An earlier version may have known fewer fields. */
function readApplied(stored: Draft, { tab, blank }: Pick<EditKind<object>, "tab" | "blank">): Applied {
  const applied = stored.read(getAppliedKey(tab), NOT_APPLIED);
  return applied.draft ? { ...applied, draft: JSON.stringify({ ...blank, ...JSON.parse(applied.draft) }) } : applied;
}

/** The last export of the draft of a kind. */
export function useApplied(kind: Pick<EditKind<object>, "tab" | "blank">): Applied & { remember(next: Applied): void } {
  const { tab } = kind;
  const stored = useOpenDraft();
  const [applied, setApplied] = useState(() => readApplied(stored, kind));
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
    const applied = readApplied(stored, { tab, blank });
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

interface OwnPlace<Draft> extends Place {
  /** Finds the layer that a draft changes, if its kind can have several. */
  findLayerId?(draft: Draft, applied: Applied): string | undefined;
}

/** The draft of an edit, kept on the server together with the version that it was exported as. */
export function useEdit<Draft extends object>(
  { tab, blank, toRequest, findMissing }: EditKind<Draft>,
  { videoId, duration, base, newest, applied, layer, findLayerId }: OwnPlace<Draft>,
): DraftEdit<Draft> {
  const stored = useOpenDraft();
  const [initialValues] = useState(() => stored.read(tab, blank));
  const form = useForm<Draft>({ initialValues, onValuesChange: (values) => stored.write(tab, values) });
  const fields = toRequest(form.values, duration);
  // Compare form values, not requests: a request depends on the version that is shown.
  const draft = JSON.stringify(form.values);
  const last = applied.version > 0 ? (applied.layerId ?? layer?.id) : undefined;
  const layerId = findLayerId ? findLayerId(form.values, { ...applied, layerId: last }) : last;
  const apply = useSubmit(form, () => renderLayers({ videoId, base, newest }, [edit]), {
    stale: ["videos", "credits"],
  });
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
    setApplied: (version, id) => applied.remember({ version, draft, layerId: id }),
    open(id, next, changed = next) {
      form.setValues({ ...blank, ...changed });
      applied.remember({ version: newest, draft: JSON.stringify({ ...blank, ...next }), layerId: id });
    },
    start(next) {
      form.setValues({ ...blank, ...next });
      applied.remember(NOT_APPLIED);
    },
  };
  return edit;
}
