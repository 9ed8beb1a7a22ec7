import { Progress, Group as Row, Select, Text } from "@mantine/core";
import { useState } from "react";
import type { SocialAnalyticsGroup } from "vireo/client";
import { type Range, useAnalytics } from "../../ui/analytics";
import { type Column, DataTable } from "../../ui/data-table";
import { formatCount } from "../../ui/numbers";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { type Facet, facets } from "./facets";
import { formatRate, getEngagementRate } from "./queries";

type Group = SocialAnalyticsGroup;

/** Shows the median views of a post as a number and a bar. A mean would be distorted by a single hit. */
const MedianViews = ({ views, most }: { views: number; most: number }) => (
  <Row gap="xs" wrap="nowrap">
    <Text size="sm" fw={600} w={52} flex="none" ta="right">
      {formatCount(views)}
    </Text>
    <Progress value={most > 0 ? (views / most) * 100 : 0} size="md" flex={1} miw={40} aria-hidden />
  </Row>
);

const getColumns = ({ title, name }: Facet, most: number): readonly Column<Group>[] => [
  { title, cell: name },
  { title: "Median views", cell: ({ medianViews = 0 }) => <MedianViews views={medianViews} most={most} /> },
  { title: "Posts", end: true, cell: ({ posts }) => posts.toLocaleString() },
  { title: "Views", end: true, from: "sm", cell: ({ views }) => formatCount(views) },
  { title: "Engagement", end: true, from: "sm", cell: (group) => formatRate(getEngagementRate(group)) },
];

/** Compares posts by a property, as a table with bars. */
export function Breakdown({ range }: { range: Range }) {
  const [groupBy, setGroupBy] = useState("platform");
  const facet = facets.find((facet) => facet.groupBy === groupBy) as Facet;
  const query = useAnalytics(range, facet.groupBy);
  const picker = (
    <Select
      size="xs"
      w={140}
      aria-label="Compare by"
      data={facets.map(({ groupBy: value, title: label }) => ({ value, label }))}
      value={groupBy}
      onChange={(next) => next && setGroupBy(next)}
      allowDeselect={false}
    />
  );
  return (
    <Panel title="What works" action={picker}>
      <QueryView query={query}>
        {({ groups }) => (
          <DataTable
            columns={getColumns(facet, Math.max(...groups.map(({ medianViews = 0 }) => medianViews)))}
            rows={groups}
            getKey={({ key }) => key}
          />
        )}
      </QueryView>
    </Panel>
  );
}
