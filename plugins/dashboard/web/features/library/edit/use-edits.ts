import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { BrandKit, VideoVersion, VideoVersionDetail } from "vireo/client";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import type { MediaItem } from "../../../ui/media";
import { findBase, listChain } from "./base-version";
import { captionsEdit, fillDraft, toCaptionsDraft, withTranscript } from "./captions";
import { withLook, withVoice } from "./from-kit";
import { musicEdit } from "./music";
import { overlayEdit } from "./overlay";
import type { Tab } from "./tabs";
import { trimEdit } from "./trim";
import { useCaptionGuides } from "./use-caption-guides";
import { reopenEdits, useApplied, useEdit, useExported } from "./use-edit";
import { useSound } from "./use-sound";
import { useTranscript } from "./use-transcript";
import { voiceoverEdit } from "./voiceover";
import type { Line } from "./words";

const NONE: readonly never[] = [];

export interface EditorProps {
  item: MediaItem;
  /** The newest version. */
  url: string;
  tab: Tab;
  /** Defaults of new captions and voice-overs. */
  kit: BrandKit;
  /** Layers of the newest version. */
  layers: Layers;
}

/** Returns the last export of each kind of edit, and the version that a new one starts from. */
function usePlaces(videoId: string, versions: readonly VideoVersion[], duration: number) {
  const applied = {
    captions: useApplied("captions", videoId),
    overlay: useApplied("overlay", videoId),
    voiceover: useApplied("voiceover", videoId),
    music: useApplied("music", videoId),
    trim: useApplied("trim", videoId),
  };
  const { captions, overlay, voiceover, music, trim } = applied;
  const exported = {
    captions: captions.version,
    overlay: overlay.version,
    voiceover: voiceover.version,
    music: music.version,
    trim: trim.version,
  };
  return (tab: Tab) => ({ videoId, duration, applied: applied[tab], base: findBase(tab, versions, exported) });
}

/** Reads the layers of a version. Undefined until then; those of the version before while another one is read. */
export function useLayers(videoId: string, version: number) {
  const { data } = useQuery({
    queryKey: keys.version(videoId, version),
    queryFn: () => vireo.videos.versions.get(videoId, String(version)),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return data?.layers;
}

type Layers = VideoVersionDetail["layers"];

/** Returns the second of the original at which a version with these layers begins. */
const getStart = (layers: Layers = []): number =>
  layers.reduce((sum, layer) => sum + (layer.type === "trim" ? (layer.start ?? 0) : 0), 0);

/** Finds the captions that the newest version shows. Undefined if it has none, or their settings are not known. */
function findCaptions(versions: readonly VideoVersion[], newest: Layers, hasTranscript: boolean) {
  const latest = listChain(versions).find(({ layers }) => layers?.includes("captions"));
  // Its times are those of the newest version, which may have been trimmed since.
  const layer = newest.findLast(({ type }) => type === "captions");
  const captions = layer?.type === "captions" ? layer : latest?.captions;
  if (!latest || !captions) return undefined;
  return { version: latest.version, draft: toCaptionsDraft(captions, hasTranscript) };
}

/** The edits of a video by tab, with the data that their previews need. */
export function useEdits(
  { item: { id, versions, scenes = NONE, duration: newestDuration }, url, tab, kit, layers }: EditorProps,
  duration: number,
) {
  const [spoken, setSpoken] = useState<readonly Line[]>(NONE);
  const styled = withLook(captionsEdit, kit);
  const isCaptioning = tab === "captions";
  const isVoiced = versions.some(({ layers }) => layers?.includes("voiceover"));
  const isNarrated = scenes.some(({ narration }) => narration);
  useExported(styled, id, findCaptions(versions, layers, isNarrated || isVoiced));
  const getPlace = usePlaces(id, versions, duration);
  const place = getPlace("captions");
  const newest = versions.at(-1)?.version ?? 1;
  // The version without the captions that new ones replace.
  const bare = place.base;
  const bareLayers = useLayers(id, bare);
  // The server replaces captions wherever they are, and keeps all other layers.
  const isLayer = layers.some(({ type }) => type === "captions");
  const usesTranscript = isCaptioning || place.applied.version > 0;
  const drafts = {
    captions: useEdit(withTranscript(styled, spoken, usesTranscript), isLayer ? { ...place, base: newest } : place),
    overlay: useEdit(overlayEdit, getPlace("overlay")),
    voiceover: useEdit(withVoice(voiceoverEdit, kit), getPlace("voiceover")),
    music: useEdit(musicEdit, getPlace("music")),
    trim: useEdit(trimEdit, getPlace("trim")),
  };
  const { edits, base } = reopenEdits(drafts, newest);
  const { captions } = edits;
  const edit = edits[tab];
  // Captions are laid out for the original, so the newest version shows where they will be.
  const sound = useSound(versions.find(({ version }) => version === captions.base)?.url ?? url, duration);
  const guides = useCaptionGuides(id, captions.base, usesTranscript || captions.isReady);
  const transcript = useTranscript({
    ...{ id, version: captions.base, scenes, duration, speech: guides?.speech },
    hasTranscript: isNarrated || isVoiced,
  });
  useEffect(() => setSpoken(transcript), [transcript]);
  const { values } = captions.form;
  const draft = useMemo(() => (usesTranscript ? fillDraft(values, spoken) : values), [values, spoken, usesTranscript]);
  const isCaptionDraft = isLayer && captions.appliedVersion === 0 && (isCaptioning || captions.isReady);
  const shownVersion = edit.appliedVersion || Math.min(edit.base, base, ...(isCaptionDraft ? [bare] : []));
  const shownUrl = versions.find(({ version }) => version === shownVersion)?.url ?? url;
  // A version without the captions may be longer than the newest one.
  const start = isCaptionDraft && shownVersion === bare ? getStart(layers) - getStart(bareLayers) : 0;
  // Music is lowered under the sound of the version shown.
  const shownSound = useSound(edits.music.missing ? "" : shownUrl, duration);
  return {
    ...edits,
    /** The captions draft, filled with the transcript if it has no text. */
    draft,
    /** The edit of the open tab. */
    edit,
    /** The version that an export starts from. */
    base,
    shown: { url: shownUrl, start, ...(start > 0 ? { length: newestDuration } : {}) },
    guides,
    levels: sound?.levels,
    powers: shownSound?.powers ?? NONE,
  };
}

export type Edits = ReturnType<typeof useEdits>;
