import type { Scene, Storyboard, StoryboardRequest } from "vireo/slots/storyboard";
import { compose } from "./compose";
import { parsePrompt } from "./parse";
import { addSeconds } from "./timing";

/** Writes a storyboard from the words of the prompt. The same request always gives the same storyboard. */
export function writeStoryboard({ prompt, duration, brief, media, negativePrompt }: StoryboardRequest): Storyboard {
  const content = parsePrompt({ ...brief, prompt, negativePrompt });
  const { scenes, warnings } = compose(content, duration);
  const timed = addSeconds(placeMedia(scenes, media), duration);
  return { scenes: timed.scenes, warnings: [...warnings, ...timed.warnings] };
}

/** Most images that become part of a storyboard. */
const MOST_MEDIA = 12;

/**
 * Gives images to scenes in their order: to the hook first, then to the points. Images that are left over get scenes of
 * their own before the call to action.
 */
export function placeMedia(scenes: readonly Scene[], media: readonly string[]): Scene[] {
  const left = [...new Set(media)].slice(0, MOST_MEDIA);
  const placed = scenes.map((scene): Scene => {
    const takes = (scene.kind === "hook" || scene.kind === "point" || scene.kind === "media") && !/\n/.test(`${scene.text}${scene.subtext}`);
    const mediaUrl = scene.mediaUrl ?? (takes ? left.shift() : undefined);
    return mediaUrl ? { ...scene, mediaUrl } : scene;
  });
  const own = left.map((mediaUrl): Scene => ({ kind: "media", mediaUrl }));
  const end = placed.at(-1)?.kind === "cta" ? placed.length - 1 : placed.length;
  return [...placed.slice(0, end), ...own, ...placed.slice(end)];
}
