import { useMediaQuery } from "@mantine/hooks";
import { useSearchParams } from "wouter";
import { statuses } from "../../ui/post-status";
import type { PostStatus } from "../../ui/posts";

/** Views and their names in FullCalendar. The month begins with the current week, and the list with today. */
export const views = { month: "dayGridComing", week: "timeGridWeek", day: "listDay", list: "listComing" } as const;
export type View = keyof typeof views;

/** Parameters that prefill a new post. */
const PREFILL = ["video", "videoUrl", "image", "plan", "item"];

/** Reads view, date and filters from the URL, so that they can be linked to. */
export function useCalendarUrl() {
  const [params, setParams] = useSearchParams();
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const view = params.get("view");
  const status = params.get("status");
  const platform = params.get("platform");
  return {
    params,
    view: (view && Object.hasOwn(views, view) ? view : isPhone ? "list" : "month") as View,
    date: params.get("date") ?? undefined,
    postId: params.get("post") ?? undefined,
    accountId: params.get("account") ?? undefined,
    group: params.get("group") ?? undefined,
    platform: platform && /^[a-z][a-z0-9-]*$/.test(platform) ? platform : undefined,
    status: status && Object.hasOwn(statuses, status) ? (status as PostStatus) : undefined,
    /** Changes some parameters; undefined removes one. */
    show: (next: Record<string, string | undefined>, options?: { replace?: boolean }) =>
      setParams((before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(next)) {
          if (value === undefined) after.delete(name);
          else after.set(name, value);
        }
        return after;
      }, options),
    clearPrefill: () =>
      setParams((before) => new URLSearchParams([...before].filter(([name]) => !PREFILL.includes(name))), {
        replace: true,
      }),
  };
}
