/** What this module offers to others. */
import type { FieldErrors } from "vireo/errors";
import type { Services } from "vireo/module";
import type { Connections, Connector } from "vireo/oauth";
import { findTextFaults } from "vireo/post-rules";
import type { Caller } from "vireo/request";
import type { OwnResults } from "vireo/slots/plan";
import type { PlatformName } from "vireo/slots/social";
import { needsApproval, readRequirement } from "./approval/requirement";
import { registerConnector } from "./connections/register-connector";
import type { Social } from "./context";
import { findPlatform, listOffers } from "./platforms";
import { createPost, type OnStored, toPostCheck } from "./posts/create-post";
import { findSocialAccounts } from "./posts/post-body";
import { findFaults, type PostAccount } from "./posts/rules";
import { readSoon } from "./publishing/confirm";
import { readOwnResults } from "./results/results";
import type { CreatePostBody } from "./schema";

export const createService = (social: Social): Services["social"] => ({
  findTextFaults: (platform, text) => findTextFaults(findPlatform(listOffers(social), platform), text),
  findFaults: (body, accounts) => findFaults(toPostCheck(social, body, accounts), social.now()),
  readSoon: (targetId) => readSoon(social, targetId),
  connector: (provider, connector) => registerConnector(social, provider, connector),
  findAccounts: (accountId, ids) => findSocialAccounts(social.db, accountId, ids),
  createPost: (caller, input, onStored) => createPost(social, caller, input, { onStored }),
  needsApproval: async (caller, mode) =>
    mode !== "draft" && needsApproval(caller, await readRequirement(social.db, caller.accountId)),
  readOwnResults: (accountId) => readOwnResults(social, accountId),
});

declare module "vireo/module" {
  interface Services {
    social: {
      /**
       * Schedules an early read of an open target, because a provider's webhook mentions it. The webhook is only a
       * hint.
       */
      readSoon(targetId: string): Promise<void>;
      /** Registers a provider's connector. Returns access to its connected accounts. */
      connector(provider: string, connector: Connector): Connections;
      /** Returns connected accounts by their public ids, in this order. Throws `validation_error` at `accountIds.N`. */
      findAccounts(accountId: string, ids: readonly string[]): Promise<PostAccount[]>;
      /** Lists why a platform would refuse a caption. */
      findTextFaults(platform: PlatformName, text: string): string[];
      /** Lists why a post to these accounts could not be stored, by field, apart from its media. A draft may be incomplete. */
      findFaults(body: Omit<CreatePostBody, "accountIds">, accounts: readonly PostAccount[]): FieldErrors;
      /**
       * Stores a draft or a scheduled post, which waits if the caller needs an approval. `onStored` runs in the same
       * transaction, with the uuid of the post. Throws the errors of POST /social/posts.
       */
      createPost(caller: Caller, body: CreatePostBody, onStored: OnStored): Promise<unknown>;
      /** True if a post of this mode would wait for an approval. Throws `insufficient_scope` if it can't be created. */
      needsApproval(caller: Caller, mode: CreatePostBody["mode"]): Promise<boolean>;
      /** Returns what the account's own published posts show about hooks. */
      readOwnResults(accountId: string): Promise<OwnResults>;
    };
  }
}
