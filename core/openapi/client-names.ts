/** Names of operations in the typed client and on the command line. */

/** Position of an operation in the client, such as `social.posts.list`. */
export interface ClientPlace {
  group: string[];
  name: string;
}

/** Verbs that an operationId may start with. */
const STANDARD = ["list", "get", "create", "update", "replace", "delete"];

const camel = (text: string) => text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * `GET /social/posts` listSocialPosts → `social.posts.list` · `POST /videos/generate` generateVideo → `videos.generate` ·
 * `POST /videos/{videoId}/trim` addTrim → `videos.addTrim` · `POST /webhooks/{id}/rotate-secret` → `webhooks.rotateSecret`
 */
export function place(path: string, operationId: string): ClientPlace {
  const words = path
    .split("/")
    .filter((word) => word && !word.startsWith("{"))
    .map(camel);
  const [verb = ""] = /^[a-z]+/.exec(operationId) ?? [];
  const last = words.at(-1) ?? "";
  if (STANDARD.includes(verb)) return { group: words, name: verb };
  if (verb === "add") return { group: words.slice(0, -1), name: `add${capital(last)}` };
  if (last.startsWith(verb)) return { group: words.slice(0, -1), name: last };
  return { group: words, name: verb };
}

/** Like `place`, with singular and plural groups merged: `POST /upload` becomes `uploads.create`. */
export function createPlaces(paths: readonly string[]): typeof place {
  const tops = new Set(paths.map((path) => camel(path.split("/")[1] ?? "")));
  return (path, operationId) => {
    const { group, name } = place(path, operationId);
    const [top = "", ...rest] = group;
    return { group: tops.has(`${top}s`) ? [`${top}s`, ...rest] : group, name };
  };
}
