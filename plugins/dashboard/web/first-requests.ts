/**
 * Runs inside index.html, before any other script arrives. Requests the session and the first data of the page. The page's
 * queries make the same requests later, and receive these responses (first-responses.ts).
 */
import { authPaths } from "../paths";
import { DASHBOARD_HEADER, type FirstResponses } from "./first-responses";

const API = "/api/v1";

/** Returns the dates that the calendar shows: the weeks, from Monday, of the month, or on a phone the current week. */
function getCalendarRange(isPhone: boolean): [from: Date, to: Date] {
  const now = new Date();
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const first = new Date(year, month, isPhone ? day : 1);
  const last = new Date(year, isPhone ? month : month + 1, isPhone ? day : 0);
  const daysSinceMonday = (date: Date) => (date.getDay() + 6) % 7;
  const move = (date: Date, days: number) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
  return [move(first, -daysSinceMonday(first)), move(last, 7 - daysSinceMonday(last))];
}

function getCalendar(): string {
  const isPhone = matchMedia("(max-width: 48em)").matches;
  const [from, to] = getCalendarRange(isPhone).map((date) => String(date.getTime())) as [string, string];
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `/social/calendar?${new URLSearchParams({ from, to, perDay: isPhone ? "20" : "3", timezone })}`;
}

const VIRAL = "/viral-library/videos";

/** Requests of each page, by path and query string. */
const requests: readonly (readonly [path: RegExp, list: (id: string) => readonly string[]])[] = [
  [/^\/$/, () => ["videos", "images", "music"].map((kind) => `/${kind}?pageSize=20`)],
  [/^\/library$/, () => ["/videos?page=1&pageSize=24", "/library?kind=video"]],
  [/^\/library\/video\/(\w+)$/, (id) => [`/videos/${id}`]],
  [/^\/library\/video\/(\w+)\?edit=\w+$/, (id) => [`/videos/${id}`, "/brand-kit", "/fonts"]],
  [/^\/create$/, () => ["/models", "/credits/pricing", "/videos?pageSize=7&source=generated"]],
  [/^\/brand$/, () => ["/brand-kit", "/fonts", "/voices"]],
  [/^\/calendar$/, () => [getCalendar(), "/social/posts?status=draft&page=1&pageSize=8"]],
  [/^\/channels$/, () => ["/social/accounts"]],
  [/^\/viral$/, () => ["own", "shared"].map((library) => `${VIRAL}?library=${library}&page=1&pageSize=24`)],
  [/^\/plans$/, () => ["/content-plans?page=1"]],
];

function listRequests(address: string): readonly string[] {
  for (const [path, list] of requests) {
    const match = path.exec(address);
    if (match) return list(match[1] ?? "").map((path) => API + path);
  }
  return [];
}

const { pathname, search } = location;
const isOpen = Object.values<string>(authPaths).includes(pathname);
const first: FirstResponses = new Map();
for (const url of isOpen ? [] : ["/auth/me", ...listRequests(pathname + search)]) {
  const response = fetch(url, { headers: DASHBOARD_HEADER });
  // The error is handled where the response is used.
  response.catch(() => {});
  first.set(url, response);
}
window.vireoFirst = first;
