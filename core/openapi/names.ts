/** Names of operations and schemas. Client generators turn them into methods and classes. */

/** Verbs that start the last path segment of an action, such as `rotate-secret`. */
const VERBS = new Set(
  "analyze cancel complete edit export generate import publish redeliver retry rotate search send sync test".split(" "),
);
const SINGULAR: Record<string, string> = { analyses: "analysis", people: "person" };

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** Converts `content-plans` to `ContentPlans`, and `videoId` to `VideoId`. */
export const toPascalCase = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalize)
    .join("");
const toCamelCase = (text: string) => {
  const name = toPascalCase(text);
  return name.charAt(0).toLowerCase() + name.slice(1);
};

/** Converts `deliveries` to `delivery`. Words without a plural stay. */
export function toSingular(word: string): string {
  const known = SINGULAR[word.toLowerCase()];
  if (known) return known;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /[^s]s$/.test(word) && !/(?:us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** `videoId` in `/videos/:videoId` → "ID of the video." */
export function describeParameter(name: string, path: string): string {
  const before = path.split("/").at(path.split("/").indexOf(`:${name}`) - 1) ?? "";
  const thing = name === "id" ? toSingular(before) : name.replace(/Id$/, "");
  return `ID of the ${thing.replace(/-|(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase()}.`;
}

export interface Names {
  operationId: string;
  /** Returns the resource of the route: `Video`, `SocialPost`. Undefined for an action. */
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
    .map((word) => toPascalCase(toSingular(word)))
    .join("");
  const item = segments.at(-1)?.startsWith(":") ?? false;
  const [verb = "", ...rest] = last.split("-");
  if (!item && VERBS.has(verb)) return { operationId: toCamelCase(`${verb}-${owner}-${rest.join("-")}`) };

  const resource = owner + toPascalCase(toSingular(last));
  if (method === "GET") {
    if (item) return { operationId: `get${resource}`, resource };
    const whole = owner + toPascalCase(last);
    return isList ? { operationId: `list${whole}`, resource } : { operationId: `get${whole}`, resource: whole };
  }
  if (method === "POST" && segments.at(-2)?.startsWith(":")) return { operationId: `add${toPascalCase(last)}` };
  const done = { POST: "create", PATCH: "update", PUT: "replace", DELETE: "delete" }[method] ?? method.toLowerCase();
  return { operationId: `${done}${resource}`, resource };
}

/** Returns the name of a list's items: the resource if the list is named after the path, else the list's own name. */
export const getItemName = (plural: string, path: string, resource: string) =>
  toPascalCase(path).endsWith(toPascalCase(plural)) ? resource : toPascalCase(toSingular(plural));
