import type { Draft } from "../../../ui/draft";
import { tabs } from "./tabs";

/** Takes the parts of a draft from this tab's storage, where earlier versions kept them. Saved parts stay as they are. */
export function takeEarlierDrafts(draft: Draft, videoId: string): void {
  for (const tab of Object.keys(tabs)) {
    const key = `edit:${tab}:${videoId}`;
    for (const [stored, part] of [
      [key, tab],
      [`${key}:applied`, `${tab}:applied`],
    ] as const) {
      const text = sessionStorage.getItem(stored);
      sessionStorage.removeItem(stored);
      if (text && !draft.has(part)) draft.write(part, JSON.parse(text));
    }
  }
}
