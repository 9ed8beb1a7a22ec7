import { useEffect, useMemo, useState } from "react";
import type { BrandKit, VideoVersion } from "vireo/client";
import type { MediaItem } from "../../../ui/media";
import { findBase, listChain } from "./base-version";
import { captionsEdit, fillDraft, toCaptionsDraft, withTranscript } from "./captions";
import { withLook, withVoice } from "./from-kit";
import { musicEdit } from "./music";
import { overlayEdit } from "./overlay";
import type { Tab } from "./tabs";
import { trimEdit } from "./trim";
import { useCaptionGuides } from "./use-caption-guides";
import { type Edit, reopenEdits, useApplied, useEdit, useExported } from "./use-edit";
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

/** Finds the captions that the newest version shows. Undefined if it has none, or their settings are not known. */
function findCaptions(versions: readonly VideoVersion[], hasTranscript: boolean) {
  const latest = listChain(versions).find(({ layers }) => layers?.includes("captions"));
  if (!latest?.captions) return undefined;
  return { version: latest.version, draft: toCaptionsDraft(latest.captions, hasTranscript) };
}

/** The edits of a video by tab, with the data that their previews need. */
export function useEdits({ item: { id, versions, scenes = NONE }, url, tab, kit }: EditorProps, duration: number) {
  const [spoken, setSpoken] = useState<readonly Line[]>(NONE);
  const styled = withLook(captionsEdit, kit);
  const isCaptioning = tab === "captions";
  const isVoiced = versions.some(({ layers }) => layers?.includes("voiceover"));
  const isNarrated = scenes.some(({ narration }) => narration);
  useExported(styled, id, findCaptions(versions, isNarrated || isVoiced));
  const getPlace = usePlaces(id, versions, duration);
  const place = getPlace("captions");
  const usesTranscript = isCaptioning || place.applied.version > 0;
  const drafts = {
    captions: useEdit(withTranscript(styled, spoken, usesTranscript), place),
    overlay: useEdit(overlayEdit, getPlace("overlay")),
    voiceover: useEdit(withVoice(voiceoverEdit, kit), getPlace("voiceover")),
    music: useEdit(musicEdit, getPlace("music")),
    trim: useEdit(trimEdit, getPlace("trim")),
  };
  const { edits, base } = reopenEdits(drafts, versions.at(-1)?.version ?? 1);
  const { captions } = edits;
  const edit = edits[tab];
  // Captions are laid out for the version that they are added to, which may not be the one shown.
  const captioned = versions.find(({ version }) => version === captions.base)?.url ?? url;
  const sound = useSound(captioned, duration);
  const guides = useCaptionGuides(id, captions.base, usesTranscript || captions.isReady);
  const transcript = useTranscript({
    ...{ id, version: captions.base, scenes, duration, speech: guides?.speech },
    hasTranscript: isNarrated || isVoiced,
  });
  useEffect(() => setSpoken(transcript), [transcript]);
  const { values } = captions.form;
  const draft = useMemo(() => (usesTranscript ? fillDraft(values, spoken) : values), [values, spoken, usesTranscript]);
  const shownUrl = getShownUrl(edit, base, versions) ?? url;
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
    shownUrl,
    guides,
    levels: sound?.levels,
    powers: shownSound?.powers ?? NONE,
  };
}

/** An exported edit shows its result; a draft shows the version that it is added to. */
function getShownUrl(edit: Edit, exportBase: number, versions: readonly VideoVersion[]): string | undefined {
  const shown = edit.appliedVersion || Math.min(edit.base, exportBase);
  return versions.find(({ version }) => version === shown)?.url;
}

export type Edits = ReturnType<typeof useEdits>;
