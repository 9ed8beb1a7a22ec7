import { Anchor, Button, Group, Paper, Progress, Stack, Text } from "@mantine/core";
import { Clapperboard, RotateCcw } from "lucide-react";
import { useState } from "react";
import type { ContentPlan, ContentPlanProductionItem } from "vireo/client";
import { Link } from "wouter";
import { useCan } from "../../session";
import { pluralise } from "../../ui/numbers";
import { useSocialAccounts } from "../../ui/posts";
import { Status } from "../../ui/status";
import { Time } from "../../ui/time";
import { Produce } from "./produce";

/** Opens the form that produces the plan, or its failed items. */
export function ProduceButton({ plan }: { plan: ContentPlan }) {
  const [isOpen, setOpen] = useState(false);
  const [canWrite, canCreate, canPost] = [useCan("research:write"), useCan("media:write"), useCan("social:write")];
  const { data: accounts } = useSocialAccounts(canPost);
  const { production, status, items } = plan;
  const left = items.length - (production?.completed ?? 0) - (production?.rendering ?? 0);
  if (status !== "completed" || left === 0 || !canWrite || !canCreate || !canPost) return null;
  const isRetry = (production?.failed ?? 0) > 0;
  return (
    <>
      <Button
        leftSection={isRetry ? <RotateCcw size={16} /> : <Clapperboard size={16} />}
        onClick={() => setOpen(true)}
      >
        {isRetry ? `Retry ${pluralise(left, "post")}` : "Produce this plan"}
      </Button>
      {isOpen && accounts && <Produce plan={plan} accounts={accounts} left={left} close={() => setOpen(false)} />}
    </>
  );
}

/** Shows the progress of the whole plan. */
export function ProductionProgress({ plan: { production } }: { plan: ContentPlan }) {
  if (!production) return null;
  const { total, completed, failed, rendering } = production;
  const percent = (count: number) => (total > 0 ? (count / total) * 100 : 0);
  const summary = [
    `${completed} of ${pluralise(total, "post")} ready`,
    rendering > 0 && `${rendering} rendering`,
    failed > 0 && `${failed} failed`,
  ];
  return (
    <Paper withBorder p="md" component="section" aria-label="Production">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600} aria-live="polite">
            {summary.filter(Boolean).join(", ")}
          </Text>
          <Anchor component={Link} href="/calendar" size="sm">
            Calendar
          </Anchor>
        </Group>
        <Progress.Root size="lg">
          <Progress.Section value={percent(completed)} aria-label="Ready" />
          <Progress.Section value={percent(failed)} color="red" aria-label="Failed" />
        </Progress.Root>
      </Stack>
    </Paper>
  );
}

/** Shows the progress of an item, with links to its video and post. */
export const ItemProduction = ({ production }: { production: ContentPlanProductionItem }) => {
  const { status, scheduledFor, videoId, postId, failMessage } = production;
  return (
    <Group gap="sm">
      <Status value={status === "rendering" ? "processing" : status} />
      <Time at={scheduledFor} />
      {videoId && (
        <Anchor component={Link} href={`/library/video/${videoId}`} size="sm">
          Video
        </Anchor>
      )}
      {postId && (
        <Anchor component={Link} href={`/calendar?post=${postId}`} size="sm">
          Post
        </Anchor>
      )}
      {failMessage && (
        <Text size="sm" c="var(--mantine-color-error)">
          {failMessage}
        </Text>
      )}
    </Group>
  );
};
