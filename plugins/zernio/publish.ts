import type { Outcome, Publication } from "vireo/slots/social";
import { CallError } from "./call-error";
import type { Answer, Client } from "./client";
import { composePost } from "./compose";
import { isFor } from "./find";
import { fields, text } from "./json";
import { preparedOf } from "./media";
import { failed, outcomeOf, outcomeOfAnswer } from "./outcome";
import { refusalOf } from "./refusal";

const unknown = (message: string): Outcome => ({ state: "unknown", message });

/** Makes the one call, and tells what is certain of it from what is not. */
export function createPublish(client: Client, timeoutMs: number) {
  /** Zernio has refused it as a repetition. Where the first one is ours, the target is what became of that. */
  async function afterDuplicate(answer: Answer, order: Publication, signal: AbortSignal): Promise<Outcome | undefined> {
    const existing = text(fields(fields(answer.body).details).existingPostId);
    if (!existing) return undefined;
    try {
      const { body } = await client.call("GET", `/v1/posts/${encodeURIComponent(existing)}`, { signal });
      const { post } = fields(body);
      return isFor(post, order) ? outcomeOf(post, order) : undefined;
    } catch (error) {
      // The refusal itself stays certain.
      if (error instanceof CallError) return undefined;
      throw error;
    }
  }

  return async function publish(order: Publication, signal: AbortSignal): Promise<Outcome> {
    const prepared = preparedOf(order.prepared);
    if (!prepared) return failed("media_unavailable", "The video was not brought to Zernio.");
    if ("failed" in prepared) return prepared.failed;
    let answer: Answer;
    try {
      answer = await client.call("POST", "/v1/posts", {
        body: composePost(order, prepared.media),
        headers: { "x-request-id": order.idempotencyKey },
        signal,
        timeoutMs,
      });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return error.isSent ? unknown(error.message) : failed("provider_unavailable", error.message);
    }
    const { status, body } = answer;
    if (status === 409) {
      const earlier = await afterDuplicate(answer, order, signal);
      if (earlier) return earlier;
    }
    if (status >= 200 && status < 300)
      return body ? outcomeOfAnswer(body, order) : unknown("Zernio took the post, but its answer cannot be read.");
    return (
      refusalOf(answer, order.account) ??
      unknown(`Zernio answered ${status}, which does not say what became of the post.`)
    );
  };
}
