import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Outcome, Sent, SocialTarget } from "vireo/slots/social";
import { toError } from "./api";
import type { Parts } from "./container";

const Text = Type.Optional(Type.String());
const Reel = Type.Object({ id: Type.String({ minLength: 1 }), permalink: Text, caption: Text, timestamp: Text });
const Reels = Type.Object({ data: Type.Array(Reel) });

/** Tolerated clock difference. */
const SKEW_MS = 2 * 60_000;

const toPublished = ({ id, permalink, timestamp }: { id: string; permalink?: string; timestamp?: string }): Outcome => {
  const at = Date.parse(timestamp?.replace(/([+-]\d\d)(\d\d)$/, "$1:$2") ?? "");
  return {
    state: "published",
    platformPostId: id,
    ...(permalink?.startsWith("https://") ? { platformPostUrl: permalink } : { task: id }),
    publishedAt: Number.isFinite(at) ? at : undefined,
  };
};

/** A published reel, with its URL if Instagram reports it. */
export async function readReel(
  { api, calls }: Parts,
  target: SocialTarget,
  id: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const response = await calls.request(target, `/${encodeURIComponent(id)}?fields=id,permalink,timestamp`, { signal });
  if (response.status !== 200 || !Value.Check(Reel, response.json)) throw toError(api, response);
  return toPublished(response.json);
}

/** Finds the reel of a container that is known to be published: the only reel since then with this caption. */
export async function findReel({ api, calls }: Parts, sent: Sent, signal: AbortSignal): Promise<Outcome> {
  const path = `/${sent.account.externalId}/media?fields=id,caption,permalink,timestamp&limit=50`;
  const response = await calls.request(sent, path, { signal });
  if (response.status !== 200 || !Value.Check(Reels, response.json)) throw toError(api, response);
  const normalize = (text = "") => text.replace(/\s+/g, " ").trim();
  const matches = response.json.data
    .map((reel) => ({ reel, outcome: toPublished(reel) }))
    .filter(
      ({ reel, outcome }) =>
        normalize(reel.caption) === normalize(sent.content) &&
        outcome.state === "published" &&
        (outcome.publishedAt ?? 0) >= sent.calledAt - SKEW_MS,
    );
  // Without a single match it is published anyway, but its URL is unknown.
  return matches.length === 1 && matches[0] ? matches[0].outcome : { state: "published" };
}
