import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { Download } from "lucide-react";
import { useState } from "react";
import type { ContentPlan } from "vireo/client";
import { useLocation } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Breadcrumb } from "../../ui/breadcrumb";
import { downloadFile, toCsv } from "../../ui/csv";
import { DeleteButton } from "../../ui/delete-button";
import { FailedJob } from "../../ui/failure";
import { JobProgress } from "../../ui/job-progress";
import { isRunning } from "../../ui/media";
import { pluralise } from "../../ui/numbers";
import { Page } from "../../ui/page";
import { PlatformName } from "../../ui/platform";
import { QueryView } from "../../ui/query-view";
import { formatRelative } from "../../ui/time";
import { planColumns } from "./export";
import { Item } from "./item";
import { ItemForm } from "./item-form";
import { ProduceButton, ProductionProgress } from "./production";
import { describeSize, getPlanTitle, usePlan } from "./queries";

/** Lists the items by day. One at a time can be edited in place. */
function Days({ plan }: { plan: ContentPlan }) {
  const [edited, setEdited] = useState<number>();
  const items = plan.items.map((item, index) => ({ item, index }));
  return Array.from({ length: plan.days }, (_, index) => index + 1).map((day) => (
    <Stack component="section" key={day} gap="sm" aria-labelledby={`day-${day}`}>
      <Group gap="sm">
        <Title order={2} size="h4" id={`day-${day}`}>
          Day {day}
        </Title>
        {plan.postsPerDay > 1 && <Badge color="gray">{pluralise(plan.postsPerDay, "post")}</Badge>}
      </Group>
      {items
        .filter(({ item }) => item.day === day)
        .map(({ item, index }) =>
          edited === index ? (
            <ItemForm key={index} plan={plan} index={index} close={() => setEdited(undefined)} />
          ) : (
            <Item
              key={index}
              planId={plan.planId}
              item={item}
              index={index}
              production={plan.production?.items.find(({ item }) => item === index)}
              edit={() => setEdited(index)}
            />
          ),
        )}
    </Stack>
  ));
}

function Actions({ plan }: { plan: ContentPlan }) {
  const [, navigate] = useLocation();
  const canWrite = useCan("research:write");
  const { planId, status } = plan;
  const remove = useAction(
    async () => {
      await vireo.contentPlans.delete(planId);
      navigate("/plans");
    },
    { stale: ["plans"], done: "Content plan deleted" },
  );
  return (
    <>
      <ProduceButton plan={plan} />
      {status === "completed" && (
        <Button
          variant="default"
          leftSection={<Download size={16} />}
          onClick={() => downloadFile(`plan-${planId.slice(-8)}.csv`, toCsv(planColumns, plan.items))}
        >
          Export CSV
        </Button>
      )}
      {canWrite && !isRunning(plan) && (
        <DeleteButton
          title="Delete this plan?"
          text="Posts and videos created from it aren't affected."
          run={() => remove.mutateAsync(undefined)}
        />
      )}
    </>
  );
}

/** The page of a plan. */
export function PlanPage({ id }: { id: string }) {
  return (
    <QueryView query={usePlan(id)} lines={8} list={{ href: "/plans", title: "Content plans" }}>
      {(plan) => (
        <Page
          title={getPlanTitle(plan)}
          text={
            <Breadcrumb
              links={[{ href: "/plans", title: "Content plans" }]}
              current={`Created ${formatRelative(plan.createdAt)}`}
            />
          }
          actions={<Actions plan={plan} />}
        >
          <Stack gap={4}>
            {plan.niche && plan.goal && <Text>{plan.goal}</Text>}
            <Group gap="md">
              <Text size="sm">{describeSize(plan)}</Text>
              {plan.platforms.map((platform) => (
                <PlatformName key={platform} platform={platform} />
              ))}
              {plan.language && <Text size="sm">{plan.language}</Text>}
            </Group>
            {plan.ownResults && (
              <Text size="sm" c="dimmed">
                {plan.ownResults.summary}
              </Text>
            )}
          </Stack>
          {isRunning(plan) && (
            <Paper withBorder p="md" maw={560}>
              <JobProgress status={plan.status} progress={plan.progress} title={getPlanTitle(plan)} />
            </Paper>
          )}
          <ProductionProgress plan={plan} />
          {plan.status === "failed" && <FailedJob job={plan} />}
          {plan.status === "completed" && <Days plan={plan} />}
        </Page>
      )}
    </QueryView>
  );
}
