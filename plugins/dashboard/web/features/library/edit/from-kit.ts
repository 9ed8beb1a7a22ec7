import type { BrandKit } from "vireo/client";
import { toVoiceName } from "../../../ui/brand-kit";
import { type CaptionLook, type CaptionsDraft, plainLook } from "./captions";
import { omitEmpty } from "./omit-empty";
import type { EditKind } from "./use-edit";
import type { VoiceoverDraft } from "./voiceover";

/** Look of captions of the brand. */
export const getLook = ({ captions = {} }: BrandKit): CaptionLook => ({ ...plainLook, ...omitEmpty(captions) });

/** Captions that start with the kit's look. */
export const withLook = (kind: EditKind<CaptionsDraft>, kit: BrandKit): EditKind<CaptionsDraft> => ({
  ...kind,
  blank: { ...kind.blank, ...getLook(kit) },
});

/** Voice-overs that start with the kit's voice. */
export const withVoice = (kind: EditKind<VoiceoverDraft>, kit: BrandKit): EditKind<VoiceoverDraft> => ({
  ...kind,
  blank: { ...kind.blank, voice: toVoiceName(kit) },
});
