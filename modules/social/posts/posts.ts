import type { Static } from "@sinclair/typebox";
import type { Context } from "vireo/module";
import type { BulkPosts } from "../schema";
import { createMany } from "./bulk";
import { createCreate, type OnStored } from "./create";
import { createPatch } from "./patch";
import type { Create } from "./plan";
import { createPublish } from "./publish";
import { createPostReader } from "./read";

/** Operations on posts. `onDue` is called after a post that is due immediately was stored. */
export function createPosts(context: Context<unknown, never, "videos">, onDue: () => void) {
  const { present, ...reads } = createPostReader(context);
  const { create: createPost, check } = createCreate(context, { present });
  const { publish, retry, cancel } = createPublish(context, { present });

  const thenNotify = async <T>(stored: Promise<T>): Promise<T> => {
    const post = await stored;
    onDue();
    return post;
  };

  return {
    ...reads,
    create: (owner: string, body: Create, key?: string) => {
      const created = createPost(owner, body, key);
      return body.mode === "now" ? thenNotify(created) : created;
    },
    createWith: (owner: string, body: Create, onStored: OnStored) => createPost(owner, body, undefined, onStored),
    createMany: (owner: string, body: Static<typeof BulkPosts>, key?: string) => {
      const steps = {
        check: (post: Create) => check(owner, post),
        create: (post: Create, own: string | undefined) => createPost(owner, post, own),
      };
      const created = createMany(steps, body, key);
      return thenNotify(created);
    },
    patch: createPatch(context),
    publish: (owner: string, id: string) => thenNotify(publish(owner, id)),
    retry: (owner: string, id: string) => thenNotify(retry(owner, id)),
    cancel,
  };
}
