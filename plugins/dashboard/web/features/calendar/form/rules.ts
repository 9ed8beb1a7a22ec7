/** What platforms require and refuse, while a post is written. The rules are the server's. */
import { useQuery } from "@tanstack/react-query";
import type { SocialAccount, SocialPlatform } from "vireo/client";
import type { PlatformField, PlatformInfo } from "vireo/platforms";
import { findPostFaults, type PostBody, type PostFault } from "vireo/post-rules";
import { vireo } from "../../../api";
import { keys } from "../../../query-keys";
import { toRequest, type Values } from "./values";

/** A channel that a post goes to, with the rules of its platform. */
export interface Channel {
  account: SocialAccount;
  info: PlatformInfo;
}

/** A reason why a platform would refuse the post. */
export interface ChannelFault extends PostFault {
  platform: string;
  /** What is missing or wrong, to complete "To complete: …". */
  name: string;
}

const toInfo = ({ platform, media: { optional, ...media }, fields, ...info }: SocialPlatform): PlatformInfo => ({
  ...info,
  name: platform,
  media: { ...media, isOptional: optional },
  fields: fields.map(({ required, schema, ...field }) => ({
    ...field,
    schema: schema as unknown as PlatformField["schema"],
    isRequired: required,
  })),
});

/** Returns the channels that a post goes to. Their rules are unknown until the platforms are read. */
export function useChannels({ accountIds }: Values, accounts: readonly SocialAccount[]): readonly Channel[] {
  const { data: offers = [] } = useQuery({
    queryKey: keys.platforms,
    queryFn: async () => (await vireo.social.platforms.list()).platforms,
    staleTime: 600_000,
  });
  return accounts
    .filter(({ accountId }) => accountIds.includes(accountId))
    .flatMap((account) => {
      const offer = offers.find(
        ({ provider, platform }) => provider === account.provider && platform === account.platform,
      );
      return offer ? [{ account, info: toInfo(offer) }] : [];
    });
}

/** True for a setting of TikTok, which the composer asks for elsewhere. */
const isElsewhere = (field: string) => field.startsWith("tiktok") || field === "publishToInbox";

/** Settings of a platform that its section asks for. */
export const getFields = ({ fields = [] }: PlatformInfo): PlatformField[] =>
  fields.filter(({ field }) => !isElsewhere(field));

function nameFault({ title, fields = [] }: PlatformInfo, { field }: PostFault): string {
  if (field === "content" || field.endsWith(".content")) return `caption for ${title}`;
  const setting = fields.find((known) => known.field === field);
  return setting ? `${setting.title.toLowerCase()} for ${title}` : `media for ${title}`;
}

/** Lists why platforms would refuse the post. */
export function findChannelFaults(
  values: Values,
  channels: readonly Channel[],
  accounts: readonly SocialAccount[],
): ChannelFault[] {
  const body = toRequest(values, accounts) as unknown as PostBody;
  const items = values.media.map(({ kind, width, height }) => ({ kind, field: "media", width, height }));
  const isDraft = values.mode === "draft";
  const faults = channels.flatMap(({ account: { accountId, platform }, info }) =>
    findPostFaults({ info, accountId }, body, items, { isDraft })
      .filter(({ field }) => !isElsewhere(field))
      .map((fault) => ({ ...fault, platform, name: nameFault(info, fault) })),
  );
  const isSame = (a: ChannelFault, b: ChannelFault) => a.field === b.field && a.message === b.message;
  return faults.filter((fault, index) => faults.findIndex((other) => isSame(fault, other)) === index);
}
