import { Anchor, Box, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { CalendarRange, Plus } from "lucide-react";
import type { ContentPlan } from "vireo/client";
import { Link, useSearchParams } from "wouter";
import { useCan } from "../../session";
import { Empty } from "../../ui/empty";
import { Failure } from "../../ui/failure";
import { JobProgress } from "../../ui/job-progress";
import { Loading } from "../../ui/loading";
import { isRunning } from "../../ui/media";
import { Page } from "../../ui/page";
import { Pager } from "../../ui/pager";
import { PlatformIcon } from "../../ui/platform";
import { Status } from "../../ui/status";
import { formatRelative } from "../../ui/time";
import { describeSize, getPlanTitle, usePlans } from "./queries";

const Row = ({ plan }: { plan: ContentPlan }) => (
  <Paper component="li" withBorder p="md">
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={4} miw={0}>
        <Anchor component={Link} href={`/plans/${plan.planId}`} fw={600} c="inherit" lineClamp={2}>
          {getPlanTitle(plan)}
        </Anchor>
        {plan.niche && plan.goal && (
          <Text size="sm" lineClamp={1}>
            {plan.goal}
          </Text>
        )}
        <Group gap="sm">
          {plan.platforms.map((platform) => (
            <PlatformIcon key={platform} platform={platform} named />
          ))}
          <Text size="xs" c="dimmed">
            {describeSize(plan)}, {formatRelative(plan.createdAt)}
          </Text>
        </Group>
      </Stack>
      <Status value={plan.status} />
    </Group>
    {isRunning(plan) && (
      <Box mt="sm">
        <JobProgress status={plan.status} progress={plan.progress} title={getPlanTitle(plan)} />
      </Box>
    )}
    {plan.status === "failed" && (
      <Text size="sm" mt="xs">
        {plan.failMessage} Nothing was charged.
      </Text>
    )}
  </Paper>
);

export function List() {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1);
  const { data, error, refetch } = usePlans(page);
  const may = useCan("research:write");
  const create = may && (
    <Button component={Link} href="/plans?new" leftSection={<Plus size={16} aria-hidden />}>
      New plan
    </Button>
  );
  return (
    <Page title="Plans" text="What to post, day by day, with hook, script and caption." actions={create}>
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data?.plans.length === 0 && (
        <Empty
          icon={CalendarRange}
          title={page > 1 ? "This page is empty" : "No plans yet"}
          text="A plan is a month of ideas that are ready to film. Say what it is about, and for how many days."
        >
          {create}
        </Empty>
      )}
      {data && data.plans.length > 0 && (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
          {data.plans.map((plan) => (
            <Row key={plan.planId} plan={plan} />
          ))}
        </Stack>
      )}
      {data && <Pager pagination={data.pagination} onChange={(next) => setParams({ page: String(next) })} />}
    </Page>
  );
}
