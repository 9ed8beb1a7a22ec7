import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Platform, ProviderAccount } from "vireo/slots/social";
import type { Api } from "./api";
import { unexpected } from "./refusal";

/** Postiz calls a connected account an integration, and names its kind. */
const platforms: Record<string, Platform> = {
  tiktok: "tiktok",
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
  /** What Postiz calls its platform: the `__type` of its settings. */
  identifier: string;
}

const LIST_MS = 20_000;

/** Every account that is connected in Postiz and of a platform of ours. Throws where Postiz cannot be asked. */
export async function listChannels(api: Api, group: string | undefined, signal: AbortSignal): Promise<Channel[]> {
  const query = group ? `?group=${encodeURIComponent(group)}` : "";
  const answer = await api(`/integrations${query}`, { signal, timeoutMs: LIST_MS });
  if (answer.status !== 200 || !Array.isArray(answer.json)) throw unexpected("list its channels", answer);
  return answer.json.flatMap((one) => {
    if (!Value.Check(Integration, one)) return [];
    const platform = Object.hasOwn(platforms, one.identifier) ? platforms[one.identifier] : undefined;
    if (!platform) return [];
    return {
      externalId: one.id,
      identifier: one.identifier,
      platform,
      username: one.profile || one.name || one.id,
      ...(one.name ? { displayName: one.name } : {}),
      ...(one.picture && /^https?:\/\//.test(one.picture) ? { avatarUrl: one.picture } : {}),
      status: one.disabled ? ("expired" as const) : ("active" as const),
    };
  });
}
