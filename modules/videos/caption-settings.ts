import type { CaptionsEdit } from "./edit-request";
import { CaptionSettings } from "./schema";

/** Fields that can hold a whole transcript. */
export const captionTextFields = ["transcript", "text", "spoken"];

/** Returns captions as their request described them, without text that was taken from the video's speech. */
export function readCaptionSettings({ listen, ...edit }: CaptionsEdit): CaptionSettings {
  const isRequested = (field: string) => field in CaptionSettings.properties && !(field === "text" && edit.said);
  const requested = Object.entries(edit).filter(([field]) => isRequested(field));
  return { ...(Object.fromEntries(requested) as CaptionSettings), ...listen };
}
