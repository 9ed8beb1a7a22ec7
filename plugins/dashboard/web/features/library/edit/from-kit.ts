import type { BrandKit } from "vireo/client";
import { toVoiceName } from "../../../ui/brand-kit";
import { type CaptionLook, type CaptionsDraft, plainLook } from "./captions";
import { omitEmpty } from "./omit-empty";
import type { EditKind } from "./use-edit";
import type { VoiceoverDraft } from "./voiceover";

/** Returns the brand's caption look. */
export const getLook = ({ captions = {} }: BrandKit): CaptionLook => ({ ...plainLook, ...omitEmpty(captions) });

/** Starts new captions with the brand's look. */
export const withLook = (kind: EditKind<CaptionsDraft>, kit: BrandKit): EditKind<CaptionsDraft> => ({
  ...kind,
  blank: { ...kind.blank, ...getLook(kit) },
});

/** Starts new voice-overs with the brand's voice. */
export const withVoice = (kind: EditKind<VoiceoverDraft>, kit: BrandKit): EditKind<VoiceoverDraft> => ({
  ...kind,
  blank: { ...kind.blank, voice: toVoiceName(kit) },
});
