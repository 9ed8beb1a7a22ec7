import { useEffect, useMemo, useState } from "react";
import type { Interval } from "vireo/captions/align";
import type { BrandKit, VideoScene, VideoVersion, VideoVersionDetail } from "vireo/client";
import type { MediaItem } from "../../../ui/media";
import { useStoredTranscript } from "../../../ui/transcript";
import { captionsEdit, fillDraft, timeText, toCaptionsDraft, withTranscript } from "./captions";
import { withLook, withVoice } from "./from-kit";
import { musicEdit, toMusicDraft } from "./music";
import { type OverlayLayer, overlayEdit, toOverlayDraft } from "./overlay";
import type { StoredLayer } from "./render-layers";
import type { Tab } from "./tabs";
import { toTrimDraft, trimEdit } from "./trim";
import { useCaptionGuides } from "./use-caption-guides";
import { type Edit, useApplied, useEdit, useExported } from "./use-edit";
import { useOverlays } from "./use-overlays";
import { useSound } from "./use-sound";
import { toVoiceoverDraft, voiceoverEdit } from "./voiceover";
import { type Line, toLines } from "./words";

interface Video {
  id: string;
  /** The version that captions are added to. */
  version: number;
  scenes: readonly VideoScene[];
  /** True if the video has a script or a voice-over. */
  hasTranscript: boolean;
  /** Seconds. */
  duration: number;
  speech: readonly Interval[] | undefined;
}

/**
 * Returns what is said in a video as caption lines: its transcript, or the script of its scenes timed to its sound. Empty
 * while loading, and for videos with neither.
 */
function useTranscript({ id, version, scenes, hasTranscript, duration, speech }: Video): readonly Line[] {
  const { data = null, isLoading } = useStoredTranscript(id, version, hasTranscript);
  return useMemo(() => {
    if (isLoading || duration === 0) return [];
    if (data) return toLines(data, duration);
    const script = version === 1 ? scenes.flatMap(({ narration }) => narration ?? []).join(" ") : "";
    return script && speech ? toLines(timeText(script, speech), duration) : [];
  }, [data, isLoading, scenes, version, duration, speech]);
}

const NONE: readonly never[] = [];

export interface EditorProps {
  item: MediaItem;
  /** The newest version. */
  url: string;
  tab: Tab;
  /** Defaults of new captions and voice-overs. */
  kit: BrandKit;
  /** The newest version. */
  detail: VideoVersionDetail;
}

/** Returns the second of the original at which a version with these layers begins. */
const getStart = (layers: readonly StoredLayer[]): number =>
  layers.reduce((sum, layer) => sum + (layer.type === "trim" ? (layer.start ?? 0) : 0), 0);

/** Lists the newest version and those that it is based on, newest first. */
function listChain(versions: readonly VideoVersion[]): VideoVersion[] {
  const chain: VideoVersion[] = [];
  for (let current = versions.at(-1); current; ) {
    chain.push(current);
    const { baseVersion } = current;
    current = versions.find(({ version }) => version === baseVersion);
  }
  return chain;
}

/** The edits of a video by tab, with the data that their previews need. */
export function useEdits(
  {
    item: { id, versions, source, scenes = NONE, duration: newestDuration },
    url,
    tab,
    kit,
    detail: { layers, originalVersion },
  }: EditorProps,
  duration: number,
) {
  const [spoken, setSpoken] = useState<readonly Line[]>(NONE);
  const newest = versions.at(-1)?.version ?? 1;
  const chain = listChain(versions);
  const isVoiced = versions.some(({ layers }) => layers?.includes("voiceover"));
  const isNarrated = scenes.some(({ narration }) => narration);
  const isCaptioning = tab === "captions";
  /** The layer that the newest version got last of a kind, and the version that added it. */
  const findLast = <Type extends Tab>(type: Type) => ({
    layer: layers.findLast((one): one is Extract<StoredLayer, { type: Type }> => one.type === type),
    version: chain.find((one) => one.layers?.includes(type))?.version ?? 0,
  });
  const isReframed = layers.some(({ type }) => type === "reframe" || type === "tighten");
  const original = source === "clip" ? undefined : versions.find(({ version }) => version === originalVersion);
  const canReopenTrim = original && !isReframed && layers.filter(({ type }) => type === "trim").length === 1;
  const last = {
    captions: findLast("captions"),
    overlay: findLast("overlay"),
    voiceover: findLast("voiceover"),
    music: findLast("music"),
    trim: canReopenTrim ? findLast("trim") : { layer: undefined, version: 0 },
  };
  // Captions of an earlier release are part of the original. New ones start below them.
  const burnt = chain.find(({ layers, version }) => version <= originalVersion && layers?.includes("captions"));
  const captions = last.captions.layer ?? burnt?.captions;
  const styled = withLook(captionsEdit, kit);
  const hasTranscript = isNarrated || isVoiced;
  useExported(styled, captions && { ...last.captions, draft: toCaptionsDraft(captions, hasTranscript) });
  useExported(overlayEdit, reopen(last.overlay, toOverlayDraft));
  useExported(voiceoverEdit, reopen(last.voiceover, toVoiceoverDraft));
  useExported(musicEdit, reopen(last.music, toMusicDraft));
  useExported(trimEdit, reopen(last.trim, toTrimDraft));
  const place = { videoId: id, duration, newest };
  const applied = useApplied(styled);
  const usesTranscript = isCaptioning || applied.version > 0;
  const voiced = withVoice(voiceoverEdit, kit);
  const overlays = useOverlays(
    { ...place, applied: useApplied(overlayEdit), base: newest },
    layers.filter((layer): layer is OverlayLayer => layer.type === "overlay"),
  );
  const edits = {
    captions: useEdit(withTranscript(styled, spoken, usesTranscript), {
      ...place,
      applied,
      layer: last.captions.layer,
      base: burnt?.baseVersion ?? newest,
    }),
    overlay: overlays.edit,
    voiceover: useEdit(voiced, {
      ...place,
      applied: useApplied(voiced),
      layer: last.voiceover.layer,
      base: newest,
    }),
    music: useEdit(musicEdit, {
      ...place,
      applied: useApplied(musicEdit),
      layer: last.music.layer,
      base: newest,
    }),
    trim: useEdit(trimEdit, { ...place, applied: useApplied(trimEdit), layer: last.trim.layer, base: newest }),
  };
  /** Returns a function that opens a layer in its form. Undefined for layers that have none. */
  const getOpen = (layer: StoredLayer): (() => void) | undefined => {
    switch (layer.type) {
      case "captions":
        return () => edits.captions.open(layer.id, toCaptionsDraft(layer, hasTranscript));
      case "overlay":
        return () => overlays.open(layer.id ?? "");
      case "voiceover":
        return () => edits.voiceover.open(layer.id, toVoiceoverDraft(layer));
      case "music":
        return () => edits.music.open(layer.id, toMusicDraft(layer));
      case "trim":
        return canReopenTrim ? () => edits.trim.open(layer.id, toTrimDraft(layer)) : undefined;
      case "reframe":
      case "tighten":
        return undefined;
    }
  };
  const edit = edits[tab];
  const isDraft = (one: Edit) => one.appliedVersion === 0 && (one.tab === tab || one.isReady);
  const base = isDraft(edits.captions) ? (burnt?.baseVersion ?? newest) : newest;
  // A trim is changed over the whole original, so that it can be widened.
  const isTrimming = tab === "trim" && canReopenTrim === true;
  const heard = isTrimming ? original : versions.find(({ version }) => version === base);
  const sound = useSound(heard?.url ?? url, duration);
  const guides = useCaptionGuides(id, base, usesTranscript || edits.captions.isReady);
  const transcript = useTranscript({
    id,
    version: base,
    scenes,
    duration,
    speech: guides?.speech,
    hasTranscript,
  });
  useEffect(() => setSpoken(transcript), [transcript]);
  const { values } = edits.captions.form;
  const draft = useMemo(() => (usesTranscript ? fillDraft(values, spoken) : values), [values, spoken, usesTranscript]);
  // A layer that is changed is drawn over the original, because the newest version shows it as it was. An original of
  // another shape, or with other pauses, cannot show where it will be.
  const appliedVersion = overlays.isChanged ? 0 : edit.appliedVersion;
  const isChanging =
    !isReframed &&
    !appliedVersion &&
    (overlays.isLayerChanged || Object.values(edits).some((one) => one.layerId && isDraft(one)));
  // The newest version has the exported layer as well, and what was added since.
  const exported = chain.some(({ version }) => version === appliedVersion) ? newest : appliedVersion;
  const shownVersion = isTrimming ? originalVersion : exported || (isChanging ? originalVersion : base);
  const shownUrl = versions.find(({ version }) => version === shownVersion)?.url ?? url;
  const start = isChanging && !isTrimming ? getStart(layers) : 0;
  // Music is lowered under the sound of the version shown.
  const shownSound = useSound(edits.music.missing ? "" : shownUrl, duration);
  return {
    ...edits,
    overlays,
    /** True for what is drawn over the video: drafts, and layers that the version shown is without. */
    isShown: (draft: Pick<Edit, "tab" | "appliedVersion" | "isReady">): boolean =>
      !isTrimming &&
      (draft.appliedVersion > 0 ? isChanging : draft.tab === tab || (draft.isReady && appliedVersion === 0)),
    /** The captions draft, filled with the transcript if it has no text. */
    draft,
    /** The edit of the open tab. */
    edit,
    /** The version that an export starts from. */
    base,
    newest,
    getOpen,
    /** True while the original is shown, without its layers. */
    isChanging,
    /** True while a trim is changed. Then the whole original is shown, without other layers. */
    isTrimming,
    shown: { url: shownUrl, start, length: start > 0 ? newestDuration : undefined },
    guides,
    levels: sound?.levels,
    powers: shownSound?.powers ?? NONE,
  };
}

/** Converts the last layer of a kind to the draft that it was exported from. */
const reopen = <Stored, Draft>(
  { layer, version }: { layer: Stored | undefined; version: number },
  toDraft: (layer: Stored) => Draft,
) => layer && { version, draft: toDraft(layer) };

export type Edits = ReturnType<typeof useEdits>;
