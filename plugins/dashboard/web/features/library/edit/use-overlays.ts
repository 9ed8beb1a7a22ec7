import { useRef, useState } from "react";
import { isEqual, useOpenDraft } from "../../../ui/draft";
import { findFreeAnchor, type OverlayDraft, type OverlayLayer, overlayEdit, toOverlayDraft } from "./overlay";
import type { Layer, RenderedEdit } from "./render-layers";
import { type Applied, useEdit } from "./use-edit";

/** Where the draft keeps the overlays that are not in the form. */
const PART = "overlays";

/** An overlay that is not in the form. */
export interface OtherOverlay {
  draft: OverlayDraft;
  /** True for one that is new or changed, and false for a layer as the newest version has it. */
  isChanged: boolean;
}

type Place = Omit<Parameters<typeof useEdit<OverlayDraft>>[1], "layer" | "findLayerId">;

/**
 * The overlays of a video. One is in the form. Others that are new or changed wait beside it, and are exported
 * together.
 */
export function useOverlays(place: Place, layers: readonly OverlayLayer[]) {
  const stored = useOpenDraft();
  const [waiting, setWaiting] = useState(() => stored.read<Record<string, OverlayDraft>>(PART, {}));
  // What was exported as a new layer may come back by an undo.
  const exported = useRef<Record<string, string>>({});
  const findId = (key: string): string | undefined =>
    layers.some(({ id }) => id === key) ? key : exported.current[key];
  const findLayerId = ({ key }: OverlayDraft, { draft, layerId }: Applied) =>
    findId(key) ?? (draft && JSON.parse(draft).key === key ? layerId : undefined);
  const edit = useEdit(overlayEdit, { ...place, layer: layers.at(-1), findLayerId });
  const { values } = edit.form;
  const save = (next: Record<string, OverlayDraft>) => {
    stored.write(PART, next);
    setWaiting(next);
  };

  const others: OtherOverlay[] = [
    ...layers
      .filter(({ id }) => id !== edit.layerId)
      .map((layer) => {
        const own = toOverlayDraft(layer);
        const changed = Object.values(waiting).find(({ key }) => findId(key) === layer.id) ?? own;
        // One that was exported, or changed back, is as the layer is.
        return { draft: changed, isChanged: !isEqual({ ...changed, key: own.key }, own) };
      }),
    ...Object.values(waiting)
      .filter(({ key }) => !findId(key) && key !== values.key && isNew(key))
      .map((draft) => ({ draft, isChanged: true })),
  ];
  const changed = others.filter(({ isChanged, draft }) => isChanged && !overlayEdit.findMissing(draft, place.duration));

  /** Lists what waits once the overlay of the form is left. */
  const leave = (): Record<string, OverlayDraft> => {
    const key = values.key || edit.layerId || createKey();
    if (edit.layerId) exported.current[values.key] = edit.layerId;
    const { [key]: _, ...rest } = waiting;
    return edit.isReady ? { ...rest, [key]: { ...values, key } } : rest;
  };
  const start = () => {
    const position = findFreeAnchor([...others.map(({ draft }) => draft), values]);
    save(leave());
    edit.start({ key: createKey(), position });
  };
  return {
    edit,
    others,
    /** Overlays that are exported with the one of the form. */
    rendered: changed.map(({ draft }): RenderedEdit => {
      const layerId = findId(draft.key);
      return {
        layerId,
        toLayer: () => ({ ...overlayEdit.toRequest(draft, place.duration), type: "overlay" }) as Layer,
        setApplied(_version, id) {
          if (id) exported.current[draft.key] = id;
          save({});
        },
      };
    }),
    isChanged: changed.length > 0,
    /** True while a layer is changed that the newest version shows as it was. */
    isLayerChanged: changed.some(({ draft }) => findId(draft.key)),
    history: { values: waiting, setValues: save },
    /** Puts another overlay into the form. */
    open(key: string) {
      if (key === values.key) return;
      const next = leave();
      const draft = others.find((one) => one.draft.key === key)?.draft;
      const layer = layers.find(({ id }) => id === findId(key));
      save(next);
      if (layer) edit.open(layer.id, toOverlayDraft(layer), draft);
      else if (draft) edit.start(draft);
    },
    start,
    /** Ends the overlay of the form at a time, and continues with a copy of it. */
    split(time: number) {
      const key = values.key || edit.layerId || createKey();
      save({ ...leave(), [key]: { ...values, key, end: time } });
      edit.start({ ...values, key: createKey(), start: time });
    },
  };
}

const NEW = "new-";
const createKey = () => `${NEW}${crypto.randomUUID()}`;
const isNew = (key: string) => key.startsWith(NEW);
