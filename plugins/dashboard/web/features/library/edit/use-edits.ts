import { useEffect, useMemo, useRef, useState } from "react";
import type { Interval } from "vireo/captions/align";
import type { BrandKit, VideoVersion } from "vireo/client";
import type { MediaItem } from "../../../ui/media";
import { captionsEdit, fillDraft, withSpeech, withTranscript } from "./captions";
import { withLook, withVoice } from "./from-kit";
import { musicEdit } from "./music";
import { overlayEdit } from "./overlay";
import type { Tab } from "./tabs";
import { trimEdit } from "./trim";
import { type Edit, useEdit } from "./use-edit";
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
  /** What new captions and voice-overs start with. */
  kit: BrandKit;
}

/** The edits of a video by tab, and the version that the open one begins from. */
export function useEdits({ item: { id, versions, scenes = NONE }, url, tab, kit }: EditorProps, duration: number) {
  const speech = useRef<readonly Interval[]>(undefined);
  const [spoken, setSpoken] = useState<readonly Line[]>(NONE);
  const timed = withSpeech(withLook(captionsEdit, kit), () => speech.current);
  const isCaptioning = tab === "captions";
  const captions = useEdit(id, withTranscript(timed, spoken, isCaptioning), duration, versions);
  const overlay = useEdit(id, overlayEdit, duration, versions);
  const voiceover = useEdit(id, withVoice(voiceoverEdit, kit), duration, versions);
  const music = useEdit(id, musicEdit, duration, versions);
  const trim = useEdit(id, trimEdit, duration, versions);
  const edit = { captions, overlay, voiceover, music, trim }[tab];
  // The version that captions are laid on, not the one that is shown: its sound is what the server would hear.
  const captioned = versions.find(({ version }) => version === captions.base)?.url ?? url;
  const sound = useSound(captioned, duration);
  speech.current = sound?.speech;
  const transcript = useTranscript({
    ...{ id, version: captions.base, scenes, duration, speech: sound?.speech },
    isVoiced: versions.some(({ operation }) => operation === "voiceover"),
  });
  useEffect(() => setSpoken(transcript), [transcript]);
  const { values } = captions.form;
  const draft = useMemo(() => (isCaptioning ? fillDraft(values, spoken) : values), [values, spoken, isCaptioning]);
  const shownUrl = getShownUrl(edit, versions) ?? url;
  return {
    captions,
    /** The captions with the words that they show. */
    draft,
    overlay,
    voiceover,
    music,
    trim,
    edit,
    shownUrl,
    captioned,
    speech: sound?.speech,
    levels: sound?.levels,
  };
}

/** A finished edit shows its result, a draft the version that it begins from. */
const getShownUrl = ({ appliedVersion, base }: Edit, versions: readonly VideoVersion[]): string | undefined =>
  versions.find(({ version }) => version === (appliedVersion || base))?.url;

export type Edits = ReturnType<typeof useEdits>;
