import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Platform, ProviderAccount } from "vireo/slots/social";
import type { PostizApi } from "./api";

/** Platforms by the `identifier` of a Postiz integration, its term for a connected account. */
const platforms: Record<string, Platform> = {
  tiktok: "tiktok",
  "tiktok-business": "tiktok",
  instagram: "instagram",
  "instagram-standalone": "instagram",
  youtube: "youtube",
};

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Integration = Type.Object({
  id: Type.String({ minLength: 1 }),
  identifier: Type.String(),
  name: Text,
  picture: Text,
  profile: Text,
  disabled: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
});

export interface Channel extends ProviderAccount {
  /** Disabled in Postiz, by its user or the limits of the plan. Postiz does not list expired authorisations. */
  isDisabled: boolean;
  /** Postiz's name of the platform: the `__type` of a post's settings. */
  identifier: string;
}

const LIST_MS = 20_000;

/** Lists the accounts connected in Postiz on platforms that Vireo supports. Throws if Postiz is not available. */
export async function listChannels(api: PostizApi, group: string | undefined, signal: AbortSignal): Promise<Channel[]> {
  const query = group ? `?group=${encodeURIComponent(group)}` : "";
  const response = await api.request(`/integrations${query}`, { signal, timeoutMs: LIST_MS });
  if (response.status !== 200 || !Array.isArray(response.json)) throw api.unexpected("list channels", response);
  return response.json.flatMap((channel) => {
    if (!Value.Check(Integration, channel)) return [];
    const platform = Object.hasOwn(platforms, channel.identifier) ? platforms[channel.identifier] : undefined;
    if (!platform) return [];
    return {
      externalId: channel.id,
      identifier: channel.identifier,
      platform,
      username: channel.profile || channel.name || channel.id,
      displayName: channel.name || undefined,
      avatarUrl: channel.picture && /^https?:\/\//.test(channel.picture) ? channel.picture : undefined,
      // The API has no other status for an account that cannot publish.
      status: channel.disabled ? ("expired" as const) : ("active" as const),
      isDisabled: channel.disabled === true,
    };
  });
}
