import { useRef } from "react";
import type { Interval } from "vireo/captions/align";
import type { BrandKit, VideoVersion } from "vireo/client";
import type { MediaItem } from "../../../ui/media";
import { captionsEdit, withSpeech } from "./captions";
import { withLook, withVoice } from "./from-kit";
import { overlayEdit } from "./overlay";
import type { Tab } from "./tabs";
import { trimEdit } from "./trim";
import { type Edit, useEdit } from "./use-edit";
import { useSound } from "./use-sound";
import { voiceoverEdit } from "./voiceover";

export interface EditorProps {
  item: MediaItem;
  /** The newest version. */
  url: string;
  tab: Tab;
  /** What new captions and voice-overs start with. */
  kit: BrandKit;
}

/** The edits of a video by tab, and the version that the open one begins from. */
export function useEdits({ item: { id, versions }, url, tab, kit }: EditorProps, duration: number) {
  const speech = useRef<readonly Interval[]>(undefined);
  const timed = withSpeech(withLook(captionsEdit, kit), () => speech.current);
  const captions = useEdit(id, timed, duration, versions);
  const overlay = useEdit(id, overlayEdit, duration, versions);
  const voiceover = useEdit(id, withVoice(voiceoverEdit, kit), duration, versions);
  const trim = useEdit(id, trimEdit, duration, versions);
  const edit = { captions, overlay, voiceover, trim }[tab];
  // The version that captions are laid on, not the one that is shown: its sound is what the server would hear.
  const captioned = versions.find(({ version }) => version === captions.base)?.url ?? url;
  const sound = useSound(captioned, duration);
  speech.current = sound?.speech;
  const shownUrl = getShownUrl(edit, versions) ?? url;
  return {
    captions,
    overlay,
    voiceover,
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
