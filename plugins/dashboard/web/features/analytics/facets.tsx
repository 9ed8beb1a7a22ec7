import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { SocialAnalyticsGroup } from "vireo/client";
import type { GroupBy } from "../../ui/analytics";
import { PlatformName } from "../../ui/platform";
import { type Platform, useSocialAccounts } from "../../ui/posts";
import { SocialAccountName } from "../../ui/social-account-name";
import { formatClock, formatWeekday, type Weekday } from "../../ui/weekdays";

type Group = SocialAnalyticsGroup;

function ChannelName({ group: { key, label } }: { group: Group }) {
  const { data = [] } = useSocialAccounts();
  const account = data.find(({ accountId }) => accountId === key);
  return account ? (
    <SocialAccountName account={account} size={28} />
  ) : (
    <Text size="sm">{label ?? "Removed channel"}</Text>
  );
}

const hooks: Readonly<Record<string, { title: string; example: string }>> = {
  pov: { title: "Point of view", example: "“POV: your barista is on holiday”" },
  list: { title: "List", example: "“3 reasons to switch to cold brew”" },
  comparison: { title: "Comparison", example: "“Instant vs. fresh”" },
  warning: { title: "Warning", example: "“Stop boiling your coffee”" },
  question: { title: "Question", example: "“Why is your espresso bitter?”" },
  "how-to": { title: "How-to", example: "“How to froth milk at home”" },
  test: { title: "Test", example: "“I tried it for 30 days”" },
  process: { title: "Behind the scenes", example: "“Roasting day with me”" },
  story: { title: "Story", example: "“When I quit my job”" },
  statement: { title: "Statement", example: "“Good coffee takes time”" },
  unknown: { title: "No text", example: "Without a caption and words on screen" },
};

const HookName = ({ id }: { id: string }) => (
  <>
    <Text size="sm">{hooks[id]?.title ?? id}</Text>
    <Text size="xs" c="dimmed">
      {hooks[id]?.example}
    </Text>
  </>
);

/** "15-30" → "15–30 s" */
const formatLength = (key: string) => (key === "unknown" ? "Unknown" : `${key.replace("-", "–")} s`);

export interface Facet {
  groupBy: GroupBy;
  title: string;
  name(group: Group): ReactNode;
}

/** Properties by which posts can be compared. */
export const facets: readonly Facet[] = [
  { groupBy: "platform", title: "Platform", name: ({ key }) => <PlatformName platform={key as Platform} /> },
  { groupBy: "account", title: "Channel", name: (group) => <ChannelName group={group} /> },
  { groupBy: "hook", title: "Hook", name: ({ key }) => <HookName id={key} /> },
  { groupBy: "length", title: "Length", name: ({ key }) => formatLength(key) },
  { groupBy: "weekday", title: "Weekday", name: ({ key }) => formatWeekday(key as Weekday) },
  { groupBy: "hour", title: "Hour", name: ({ key }) => formatClock(`${key}:00`) },
];
