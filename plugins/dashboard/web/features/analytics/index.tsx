import { Alert, Button, Grid, SegmentedControl, Stack } from "@mantine/core";
import { ChartColumn } from "lucide-react";
import { Link, useSearchParams } from "wouter";
import { useAnalytics } from "../../ui/analytics";
import { Empty } from "../../ui/empty";
import { GroupFilter } from "../../ui/group-filter";
import { Page } from "../../ui/page";
import { QueryView } from "../../ui/query-view";
import { BestTimes } from "./best-times";
import { Breakdown } from "./breakdown";
import { ExportMenu } from "./export-menu";
import { OverTime } from "./over-time";
import { getRange } from "./queries";
import { TopPosts } from "./top-posts";
import { Totals } from "./totals";

const ranges = [
  { value: "7", label: "7 days" },
  { value: "28", label: "28 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "Year" },
];
const DEFAULT_DAYS = "28";

const Simulated = () => (
  <Alert color="gray" p="xs">
    Some of these results are simulated by the sandbox. Connect a channel for real ones.
  </Alert>
);

const NoResults = () => (
  <Empty
    icon={ChartColumn}
    title="No results in this period"
    text="Results arrive an hour after a post is published, and are updated for 30 days."
  >
    <Button component={Link} href="/calendar?new=1" variant="light">
      Schedule a post
    </Button>
  </Empty>
);

/** Shows results of published posts. */
export default function AnalyticsPage() {
  const [params, setParams] = useSearchParams();
  const days = ranges.find(({ value }) => value === params.get("days"))?.value ?? DEFAULT_DAYS;
  const group = params.get("group") ?? undefined;
  const range = { ...getRange(Number(days)), group };
  const query = useAnalytics(range, "platform");
  // The API accepts at most a year, so there is nothing to compare a year with.
  const before = useAnalytics({ ...getRange(Number(days), Number(days)), group }, "platform");
  return (
    <Page
      title="Analytics"
      text="Results of your posts"
      actions={
        <>
          <GroupFilter
            group={group}
            show={(next) => setParams({ days, ...(next ? { group: next } : {}) }, { replace: true })}
          />
          <SegmentedControl
            aria-label="Period"
            data={ranges}
            value={days}
            onChange={(next) => setParams({ days: next, ...(group ? { group } : {}) }, { replace: true })}
          />
          {query.data && query.data.groups.length > 0 && <ExportMenu range={range} />}
        </>
      }
    >
      <QueryView query={query} lines={8}>
        {({ groups, total, simulated }) =>
          groups.length === 0 ? (
            <NoResults />
          ) : (
            <Stack gap="lg">
              {simulated && <Simulated />}
              <Totals total={total} before={before.data?.total} days={Number(days)} />
              <OverTime range={range} />
              <Grid gap="lg">
                <Grid.Col span={{ base: 12, lg: 8 }}>
                  <Breakdown range={range} />
                </Grid.Col>
                <Grid.Col span={{ base: 12, lg: 4 }}>
                  <BestTimes />
                </Grid.Col>
              </Grid>
              <TopPosts range={range} />
            </Stack>
          )
        }
      </QueryView>
    </Page>
  );
}
