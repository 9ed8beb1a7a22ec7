import { Alert, Button, Grid, Menu, SegmentedControl, Stack } from "@mantine/core";
import { ChartColumn, ChevronDown, Download } from "lucide-react";
import { VireoError } from "vireo/client";
import { Link, useSearchParams } from "wouter";
import { type Range, useAnalytics } from "../../ui/analytics";
import { downloadFile } from "../../ui/csv";
import { Empty } from "../../ui/empty";
import { showError } from "../../ui/failure";
import { GroupFilter } from "../../ui/group-filter";
import { Page } from "../../ui/page";
import { QueryView } from "../../ui/query-view";
import { localZone } from "../../ui/time";
import { sessionHeaders } from "../../workspace";
import { BestTimes } from "./best-times";
import { Breakdown } from "./breakdown";
import { facets } from "./facets";
import { OverTime } from "./over-time";
import { getRange } from "./queries";
import { TopPosts } from "./top-posts";
import { Totals } from "./totals";

const options = [{ groupBy: "post", title: "Post" }, { groupBy: "day", title: "Day" }, ...facets];

async function exportCsv({ from, to, group }: Range, groupBy: string): Promise<void> {
  const query = new URLSearchParams({ from: `${from}`, to: `${to}`, groupBy, timezone: localZone });
  if (group) query.set("group", group);
  // Not a link: over plain HTTP, browsers don't tell the server that a link was on its own page.
  const response = await fetch(`/api/v1/social/analytics.csv?${query}`, {
    headers: sessionHeaders,
  });
  if (!response.ok) throw new VireoError("unexpected_answer", `The server returned status ${response.status}.`);
  downloadFile(`analytics-by-${groupBy}.csv`, await response.text());
}

/** Downloads the results as CSV, with one row per post, day or platform. */
const ExportMenu = ({ range }: { range: Range }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant="default" leftSection={<Download size={16} />} rightSection={<ChevronDown size={14} />}>
        Export CSV
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {options.map(({ groupBy, title }) => (
        <Menu.Item key={groupBy} onClick={() => void exportCsv(range, groupBy).catch(showError)}>
          By {title.toLowerCase()}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

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
