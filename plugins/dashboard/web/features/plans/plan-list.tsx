import { Button, Group, Stack, Text } from "@mantine/core";
import { CalendarRange, Plus } from "lucide-react";
import type { ContentPlan } from "vireo/client";
import { Link, useSearchParams } from "wouter";
import { useCan } from "../../session";
import { Empty } from "../../ui/empty";
import { JobRow } from "../../ui/job-row";
import { Page } from "../../ui/page";
import { Pager, parsePage } from "../../ui/pager";
import { PlatformIcon } from "../../ui/platform";
import { QueryView } from "../../ui/query-view";
import { formatRelative } from "../../ui/time";
import { describeSize, getPlanTitle, usePlans } from "./queries";

const Row = ({ plan }: { plan: ContentPlan }) => (
  <JobRow job={plan} href={`/plans/${plan.planId}`} title={getPlanTitle(plan)}>
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
  </JobRow>
);

export function PlanList() {
  const [params, setParams] = useSearchParams();
  const page = parsePage(params);
  const query = usePlans(page);
  const canWrite = useCan("research:write");
  const create = canWrite && (
    <Button component={Link} href="/plans?new" leftSection={<Plus size={16} />}>
      New plan
    </Button>
  );
  return (
    <Page title="Content plans" text="Post ideas with hook, script and caption for every day" actions={create}>
      <QueryView query={query}>
        {({ plans, pagination }) =>
          plans.length === 0 ? (
            <Empty
              icon={CalendarRange}
              title={page > 1 ? "No more plans" : "No content plans yet"}
              text="Choose a topic and a number of days to get ideas that are ready to film."
            >
              {create}
            </Empty>
          ) : (
            <>
              <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
                {plans.map((plan) => (
                  <Row key={plan.planId} plan={plan} />
                ))}
              </Stack>
              <Pager pagination={pagination} onChange={(next) => setParams({ page: String(next) })} />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}
