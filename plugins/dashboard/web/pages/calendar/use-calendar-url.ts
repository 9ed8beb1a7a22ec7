import { useMediaQuery } from "@mantine/hooks";
import { useSearchParams } from "wouter";
import { platforms } from "../../ui/platform";
import { states } from "../../ui/post-status";
import type { Platform, PostStatus } from "../../ui/posts";

export const views = { month: "dayGridMonth", week: "timeGridWeek", day: "listDay", list: "listWeek" } as const;
export type View = keyof typeof views;

const START = ["video", "videoUrl", "plan", "item"];

/** What is shown, as it stands in the address: it can be linked to, and gone back to. */
export function useCalendarUrl() {
  const [params, setParams] = useSearchParams();
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const named = params.get("view");
  const status = params.get("status");
  const platform = params.get("platform");
  return {
    params,
    isPhone,
    view: (named && Object.hasOwn(views, named) ? named : isPhone ? "list" : "month") as View,
    date: params.get("date") ?? undefined,
    postId: params.get("post") ?? undefined,
    accountId: params.get("account") ?? undefined,
    platform: platform && Object.hasOwn(platforms, platform) ? (platform as Platform) : undefined,
    status: status && Object.hasOwn(states, status) ? (status as PostStatus) : undefined,
    /** Changes some of it; undefined takes a part out. */
    show: (next: Record<string, string | undefined>, options?: { replace?: boolean }) =>
      setParams((before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(next)) {
          if (value === undefined) after.delete(name);
          else after.set(name, value);
        }
        return after;
      }, options),
    /** What a new post began with is used up. */
    forget: () =>
      setParams((before) => new URLSearchParams([...before].filter(([name]) => !START.includes(name))), {
        replace: true,
      }),
  };
}
