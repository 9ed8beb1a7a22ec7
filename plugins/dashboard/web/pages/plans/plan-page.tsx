import { Anchor, Badge, Breadcrumbs, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { ChevronRight, Download, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ContentPlan } from "vireo/client";
import { Link, useLocation } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { Failure } from "../../ui/failure";
import { JobProgress } from "../../ui/job-progress";
import { Loading } from "../../ui/loading";
import { isRunning } from "../../ui/media";
import { Page } from "../../ui/page";
import { PlatformName } from "../../ui/platform";
import { Time } from "../../ui/time";
import { download, toCsv } from "./export";
import { Item } from "./item";
import { Edit } from "./item-form";
import { describeSize, getPlanTitle, usePlan } from "./queries";

/** The posts, day by day; one at a time can be edited where it stands. */
function Days({ plan }: { plan: ContentPlan }) {
  const [editing, setEditing] = useState<number>();
  const close = () => setEditing(undefined);
  const placed = plan.items.map((item, at) => ({ item, at }));
  return Array.from({ length: plan.days }, (_, at) => at + 1).map((day) => (
    <Stack component="section" key={day} gap="sm" aria-labelledby={`day-${day}`}>
      <Group gap="sm">
        <Title order={2} size="h4" id={`day-${day}`}>
          Day {day}
        </Title>
        {plan.postsPerDay > 1 && (
          <Badge variant="light" color="gray" tt="none" autoContrast={false}>
            {plan.postsPerDay} posts
          </Badge>
        )}
      </Group>
      {placed
        .filter(({ item }) => item.day === day)
        .map(({ item, at }) =>
          editing === at ? (
            <Edit key={at} {...{ plan, at, close }} />
          ) : (
            <Item key={at} planId={plan.planId} {...{ item, at }} edit={() => setEditing(at)} />
          ),
        )}
    </Stack>
  ));
}

/** One plan: how far it is, and what it says. */
export function One({ id }: { id: string }) {
  const { data: plan, error, refetch } = usePlan(id);
  const [, go] = useLocation();
  const may = useCan("research:write");
  const removal = useAction(
    async () => {
      await vireo.contentPlans.delete(id);
      go("/plans");
    },
    { changes: ["plans"], done: "It is deleted." },
  );
  if (error) return <Failure error={error} retry={refetch} />;
  if (!plan) return <Loading lines={8} />;
  const { status, failMessage, goal, niche, language } = plan;
  const actions = (
    <>
      {status === "completed" && (
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          onClick={() => download(`plan-${id.slice(-8)}.csv`, toCsv(plan))}
        >
          Export as CSV
        </Button>
      )}
      {may && !isRunning(plan) && (
        <Confirm
          title="Delete this plan?"
          text="Its items are gone at once. Posts and videos that were made from it stay."
          verb="Delete"
          run={() => removal.mutateAsync(undefined)}
        >
          {(ask) => (
            <Button variant="subtle" color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={ask}>
              Delete
            </Button>
          )}
        </Confirm>
      )}
    </>
  );
  return (
    <Page
      title={getPlanTitle(plan)}
      text={
        <Breadcrumbs separator={<ChevronRight size={14} aria-hidden />} aria-label="Where this is">
          <Anchor component={Link} href="/plans" size="sm">
            Plans
          </Anchor>
          <Text size="sm" c="dimmed">
            <Time at={plan.createdAt} as="relative" />
          </Text>
        </Breadcrumbs>
      }
      actions={actions}
    >
      <Stack gap={4}>
        {niche && goal && <Text>{goal}</Text>}
        <Group gap="md">
          <Text size="sm">{describeSize(plan)}</Text>
          {plan.platforms.map((platform) => (
            <PlatformName key={platform} platform={platform} />
          ))}
          {language && <Text size="sm">{language}</Text>}
        </Group>
      </Stack>
      {isRunning(plan) && (
        <Paper withBorder p="md" maw={560}>
          <JobProgress status={status} progress={plan.progress} title={getPlanTitle(plan)} />
        </Paper>
      )}
      {status === "failed" && <Failure error={new Error(`${failMessage ?? "It failed."} Nothing was charged.`)} />}
      {status === "completed" && <Days plan={plan} />}
    </Page>
  );
}
