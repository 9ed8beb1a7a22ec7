/** Names that client generators turn into methods and classes: derived from method and path, never invented. */

/** First words of path segments that say what is done, not what it is done to. */
const VERBS = new Set(
  "analyze cancel complete edit export generate import publish redeliver retry rotate search send sync test".split(" "),
);
const SINGULAR: Record<string, string> = { analyses: "analysis", people: "person" };

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** `content-plans` → `ContentPlans`, `videoId` → `VideoId`. */
export const pascal = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join("");
const camel = (text: string) => {
  const name = pascal(text);
  return name.charAt(0).toLowerCase() + name.slice(1);
};

/** `deliveries` → `delivery`; words without a plural stay. */
export function singular(word: string): string {
  const known = SINGULAR[word.toLowerCase()];
  if (known) return known;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) && !/(?:us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** `videoId` in `/videos/:videoId` → "Id of the video." */
export function describeParameter(name: string, path: string): string {
  const before = path.split("/").at(path.split("/").indexOf(`:${name}`) - 1) ?? "";
  const thing = name === "id" ? singular(before) : name.replace(/Id$/, "");
  return `Id of the ${thing.replace(/-|(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase()}.`;
}

export interface Names {
  operationId: string;
  /** What the route is about: `Video`, `SocialPost`; undefined for an action. */
  resource?: string;
}

/**
 * The names of one route below the base path.
 * `GET /videos` listVideos · `GET /videos/:videoId` getVideo · `POST /videos/generate` generateVideo ·
 * `POST /notes/:noteId/files` addFiles · `POST /webhooks/:id/rotate-secret` rotateWebhookSecret
 */
export function nameRoute(method: string, path: string, isList: boolean): Names {
  const segments = path.split("/").filter(Boolean);
  const words = segments.filter((segment) => !segment.startsWith(":"));
  const last = words.at(-1) ?? "root";
  const owner = words
    .slice(0, -1)
    .map((word) => pascal(singular(word)))
    .join("");
  const item = segments.at(-1)?.startsWith(":") ?? false;
  const [verb = "", ...rest] = last.split("-");
  if (!item && VERBS.has(verb)) return { operationId: camel(`${verb}-${owner}-${rest.join("-")}`) };

  const resource = owner + pascal(singular(last));
  if (method === "GET") {
    if (item) return { operationId: `get${resource}`, resource };
    const whole = owner + pascal(last);
    return isList ? { operationId: `list${whole}`, resource } : { operationId: `get${whole}`, resource: whole };
  }
  if (method === "POST" && segments.at(-2)?.startsWith(":")) return { operationId: `add${pascal(last)}` };
  const done = { POST: "create", PATCH: "update", PUT: "replace", DELETE: "delete" }[method] ?? method.toLowerCase();
  return { operationId: `${done}${resource}`, resource };
}

/** The name of a list's items: the resource where the list is named after the path, else its own name. */
export const itemName = (plural: string, path: string, resource: string) =>
  pascal(path).endsWith(pascal(plural)) ? resource : pascal(singular(plural));
