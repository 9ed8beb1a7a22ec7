import { ScrollArea, Select, Skeleton, Text } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { SocialAnalyticsGroup } from "vireo/client";
import { type Range, type Sums, useAnalytics } from "../../ui/analytics";
import { ChartPanel } from "../../ui/chart-panel";
import { type Column, DataTable } from "../../ui/data-table";
import { QueryView } from "../../ui/query-view";
import { getDay } from "../../ui/time";
import { formatRate, getEngagementRate } from "./queries";

const Chart = lazy(() => import("../../ui/charts"));
const HEIGHT = 200;

const measures = {
  views: "Views",
  posts: "Posts",
  likes: "Likes",
  comments: "Comments",
  shares: "Shares",
  saves: "Saves",
} as const;
type Measure = keyof typeof measures;

type Day = Sums & { at: number };
const noSums: Sums = { posts: 0, views: 0, likes: 0, comments: 0, shares: 0, saves: 0, watchSeconds: 0 };

const shortDay = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** Lists every day of the range, including days without posts. */
function fillDays({ from, to }: Range, groups: readonly SocialAnalyticsGroup[]): Day[] {
  const byKey = new Map(groups.map((group) => [group.key, group]));
  const days: Day[] = [];
  // A day is not always 24 hours long.
  for (const day = new Date(from); day.getTime() < to; day.setDate(day.getDate() + 1)) {
    const at = day.getTime();
    days.push({ ...(byKey.get(getDay(at)) ?? noSums), at });
  }
  return days;
}

const columns: readonly Column<Day>[] = [
  { title: "Published on", cell: ({ at }) => longDay.format(at) },
  ...Object.entries(measures).map(([name, title]) => ({
    title,
    end: true,
    from: name === "views" || name === "posts" ? undefined : ("sm" as const),
    cell: (day: Day) => day[name as Measure].toLocaleString(),
  })),
  { title: "Engagement rate", end: true, from: "md", cell: (day) => formatRate(getEngagementRate(day)) },
];

const DayTable = ({ days }: { days: readonly Day[] }) => (
  <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Results per day" }}>
    <DataTable
      stickyHeader
      columns={columns}
      rows={days.filter(({ posts }) => posts > 0).toReversed()}
      getKey={({ at }) => at}
    />
  </ScrollArea.Autosize>
);

/** Shows results by day of publication. */
export function OverTime({ range }: { range: Range }) {
  const [measure, setMeasure] = useState<Measure>("views");
  const query = useAnalytics(range, "day");
  const picker = (
    <Select
      size="xs"
      w={120}
      aria-label="Measure"
      data={Object.entries(measures).map(([value, label]) => ({ value, label }))}
      value={measure}
      onChange={(next) => setMeasure((next as Measure | null) ?? "views")}
      allowDeselect={false}
    />
  );
  return (
    <ChartPanel title="By day of publishing" action={picker}>
      {(view) => (
        <QueryView query={query}>
          {({ groups }) => {
            const days = fillDays(range, groups);
            if (view === "table") return <DayTable days={days} />;
            return (
              <>
                <Suspense fallback={<Skeleton h={HEIGHT} />}>
                  <Chart
                    kind="bar"
                    name={measures[measure]}
                    points={days.map((day) => ({ label: shortDay.format(day.at), value: day[measure] }))}
                  />
                </Suspense>
                <Text size="xs" c="dimmed">
                  A post counts on the day it was published, with its newest figures.
                </Text>
              </>
            );
          }}
        </QueryView>
      )}
    </ChartPanel>
  );
}
