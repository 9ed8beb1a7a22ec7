import { Anchor, Badge, Group, SimpleGrid, Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createClient } from "vireo/client";
import { keys } from "../../query-keys";
import { useMe } from "../../session";
import { showError } from "../../ui/failure";
import { pluralise } from "../../ui/numbers";
import { Panel } from "../../ui/panel";
import { formatDay, getDay, getMidnight, localZone } from "../../ui/time";
import { WorkspaceAvatar } from "../workspaces/avatar";
import { switchWorkspace, type Workspace, workspacesQuery } from "../workspaces/workspaces";

const DAYS = 7;
/** Each reads its figures with three requests. The others are shown on demand. */
const MAX_WORKSPACES = 12;

/** Reads what another workspace waits for, as the signed-in person. */
async function readFigures(accountId: string) {
  const { social } = createClient({ credentials: "session", headers: { "vireo-account": accountId } });
  const [approvals, failed, week] = await Promise.all([
    social.posts.list({ status: "needs_approval", pageSize: 1 }),
    social.posts.list({ status: "failed", from: getMidnight(-DAYS), pageSize: 1 }),
    social.calendar.get({ from: getMidnight(0), to: getMidnight(DAYS), perDay: 1, timezone: localZone }),
  ]);
  const nextDays = Array.from({ length: DAYS - 1 }, (_, index) => getMidnight(index + 1));
  const isEmpty = (at: number) => !week.days.some(({ date }) => date === getDay(at));
  return {
    approvals: approvals.pagination.total,
    failed: failed.pagination.total,
    today: week.days.find(({ date }) => date === getDay(getMidnight(0)))?.total ?? 0,
    gap: nextDays.find(isEmpty),
  };
}

/** A workspace with what it waits for. Opens it. */
function WorkspaceTile({ workspace }: { workspace: Workspace }) {
  const { account } = useMe();
  const { accountId, name } = workspace;
  const isOpen = accountId === account.accountId;
  const { data } = useQuery({
    queryKey: keys.workspaceFigures(accountId),
    queryFn: () => readFigures(accountId),
    staleTime: 60_000,
    retry: false,
  });
  return (
    <UnstyledButton
      className="workspace-tile"
      aria-current={isOpen ? "true" : undefined}
      onClick={isOpen ? undefined : () => void switchWorkspace(accountId).catch(showError)}
    >
      <Group gap="sm" wrap="nowrap" align="flex-start" miw={0}>
        <WorkspaceAvatar workspace={workspace} size={36} />
        <div style={{ minWidth: 0, minHeight: 44 }}>
          <Text size="sm" fw={600} lineClamp={2} style={{ overflowWrap: "anywhere" }}>
            <bdi>{name}</bdi>
          </Text>
          {data && (
            <>
              <Text size="xs" c="dimmed">
                {data.today > 0 ? `${pluralise(data.today, "post")} today` : "No posts today"}
                {data.gap !== undefined && `, ${formatDay(data.gap)} is empty`}
              </Text>
              <Group gap={4} mt={4}>
                {data.approvals > 0 && <Badge color="orange">{data.approvals} to approve</Badge>}
                {data.failed > 0 && <Badge color="red">{data.failed} failed</Badge>}
              </Group>
            </>
          )}
        </div>
      </Group>
    </UnstyledButton>
  );
}

/** The person's workspaces, if there are several, with what each waits for. */
export function Workspaces() {
  const { data = [] } = useQuery(workspacesQuery);
  const [isAll, setAll] = useState(false);
  const active = data.filter(({ status }) => status === "active");
  if (active.length < 2) return null;
  const shown = isAll ? active : active.slice(0, MAX_WORKSPACES);
  return (
    <Panel title="Your workspaces">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
        {shown.map((workspace) => (
          <WorkspaceTile key={workspace.accountId} workspace={workspace} />
        ))}
      </SimpleGrid>
      {shown.length < active.length && (
        <Anchor component="button" size="sm" onClick={() => setAll(true)}>
          Show all {active.length}
        </Anchor>
      )}
    </Panel>
  );
}
