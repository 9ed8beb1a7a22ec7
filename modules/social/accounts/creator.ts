import type { Static } from "@sinclair/typebox";
import { ApiError } from "vireo/errors";
import type { Context } from "vireo/module";
import { withDeadline } from "vireo/timing";
import { presentAccount } from "../posts/present";
import { type Creator, privacyLevels } from "../schema";
import { findAccount } from "./find";

const READ_MS = 20_000;
const everything = {
  isKnown: false,
  privacyLevels: [...privacyLevels],
  interactions: { comment: true, duet: true, stitch: true },
  canPostMore: true,
};

/**
 * Returns what the creator of a TikTok account may currently post. Throws `not_found`, `conflict` and
 * `provider_unavailable`.
 */
export function createCreator({ db, engines, log, secrets }: Pick<Context, "db" | "engines" | "log" | "secrets">) {
  return async function getCreator(owner: string, id: string): Promise<Static<typeof Creator>> {
    const row = await findAccount(db, owner, id);
    if (row.platform !== "tiktok")
      throw new ApiError(
        "conflict",
        `Only TikTok reports what its creators may post. This account is on ${row.platform}.`,
      );
    if (row.status !== "active")
      throw new ApiError("conflict", `This account is ${row.status}. Reconnect it, then call POST /social/accounts.`);
    const { accountId, username, displayName, avatarUrl } = presentAccount(row, secrets);
    const shown = { accountId, username, nickname: displayName ?? username, ...(avatarUrl ? { avatarUrl } : {}) };
    const provider = engines.get("social", row.provider);
    if (!provider?.creatorInfo) return { ...shown, ...everything };
    const account = { externalId: row.external_id, platform: row.platform, username };
    const late = () => new Error("The provider did not respond in time.");
    try {
      const info = await withDeadline(READ_MS, late, (signal) => provider.creatorInfo!(account, signal, owner));
      const known = privacyLevels.filter((level) => info.privacyLevels.includes(level));
      return { ...shown, ...info, isKnown: true, privacyLevels: known };
    } catch (error) {
      log.warn("creator not read", { provider: row.provider, error });
      throw new ApiError(
        "provider_unavailable",
        `The TikTok settings of ${username} could not be read from ${row.provider}.`,
      );
    }
  };
}
