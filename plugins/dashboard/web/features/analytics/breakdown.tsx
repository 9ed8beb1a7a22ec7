import { Progress, SegmentedControl, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { SocialAnalyticsGroup } from "vireo/client";
import { type GroupBy, type Range, useAnalytics } from "../../ui/analytics";
import { type Column, DataTable } from "../../ui/data-table";
import { formatCount } from "../../ui/numbers";
import { Panel } from "../../ui/panel";
import { PlatformName } from "../../ui/platform";
import { type Platform, useSocialAccounts } from "../../ui/posts";
import { QueryView } from "../../ui/query-view";
import { SocialAccountName } from "../../ui/social-account-name";
import { formatRate, getEngagementRate, getViewsPerPost } from "./queries";

type Group = SocialAnalyticsGroup;

function ChannelName({ id }: { id: string }) {
  const { data = [] } = useSocialAccounts();
  const account = data.find(({ accountId }) => accountId === id);
  return account ? <SocialAccountName account={account} size={28} /> : <Text size="sm">Removed channel</Text>;
}

interface Facet {
  groupBy: GroupBy;
  title: string;
  name(key: string): ReactNode;
}

const facets: readonly Facet[] = [
  { groupBy: "platform", title: "Platform", name: (key) => <PlatformName platform={key as Platform} /> },
  { groupBy: "account", title: "Channel", name: (key) => <ChannelName id={key} /> },
];

/** The views of a post on average, as a number and as a bar. */
const ViewsPerPost = ({ group, most }: { group: Group; most: number }) => (
  <>
    <Text size="sm" fw={600}>
      {formatCount(getViewsPerPost(group))}
    </Text>
    <Progress value={most > 0 ? (getViewsPerPost(group) / most) * 100 : 0} size="sm" aria-hidden />
  </>
);

const getColumns = ({ title, name }: Facet, most: number): readonly Column<Group>[] => [
  { title, cell: ({ key }) => name(key) },
  { title: "Views per post", cell: (group) => <ViewsPerPost group={group} most={most} /> },
  { title: "Posts", end: true, cell: ({ posts }) => posts.toLocaleString() },
  { title: "Views", end: true, from: "sm", cell: ({ views }) => formatCount(views) },
  { title: "Engagement", end: true, from: "sm", cell: (group) => formatRate(getEngagementRate(group)) },
];

/** What the posts that did well have in common: a table with bars. */
export function Breakdown({ range }: { range: Range }) {
  const [title, setTitle] = useState(facets[0]?.title ?? "");
  const facet = facets.find((one) => one.title === title) as Facet;
  const query = useAnalytics(range, facet.groupBy);
  const picker = (
    <SegmentedControl
      size="xs"
      aria-label="Compare by"
      data={facets.map((one) => one.title)}
      value={title}
      onChange={setTitle}
    />
  );
  return (
    <Panel title="What works" action={picker}>
      <QueryView query={query}>
        {({ groups }) => (
          <DataTable
            columns={getColumns(facet, Math.max(...groups.map(getViewsPerPost)))}
            rows={groups}
            getKey={({ key }) => key}
          />
        )}
      </QueryView>
    </Panel>
  );
}
