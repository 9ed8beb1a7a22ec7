import { Badge, Code, Group, Select, Text } from "@mantine/core";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import type { Entry, ListAuditLogQuery } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { type Column, DataTable } from "../../ui/data-table";
import { Empty } from "../../ui/empty";
import { PagesView, usePages } from "../../ui/pages";
import { Panel } from "../../ui/panel";
import { Time } from "../../ui/time";
import { auditActions, describeAction } from "./audit-actions";

const DAY_MS = 86_400_000;
const periods = [
  { value: "1", label: "Last 24 hours" },
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "", label: "All (400 days)" },
];

const actors: Readonly<Record<string, string>> = {
  key: "API key",
  person: "Person",
  command: "Command line",
  system: "Vireo",
};

const getActorName = ({ type, name, id }: Entry["actor"]) => name ?? id ?? actors[type];

const describeDetails = (details: Entry["details"]): string =>
  Object.entries(details)
    .filter(([, value]) => String(value) !== "")
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : value}`)
    .join("; ");

const columns: readonly Column<Entry>[] = [
  { title: "When", from: "md", cell: ({ at }) => <Time at={at} /> },
  {
    title: "Who",
    from: "sm",
    cell: ({ actor }) => (
      <>
        <Text size="sm" miw={140} style={{ overflowWrap: "anywhere" }}>
          {getActorName(actor)}
        </Text>
        {(actor.name ?? actor.id) && (
          <Text size="xs" c="dimmed">
            {actors[actor.type]}
          </Text>
        )}
      </>
    ),
  },
  {
    title: "What",
    cell: ({ at, actor, action, subject, details }) => (
      <>
        <Text size="xs" c="dimmed" hiddenFrom="md" style={{ overflowWrap: "anywhere" }}>
          <Time at={at} size="xs" />
          <Text span inherit hiddenFrom="sm">
            {` by ${getActorName(actor)}`}
          </Text>
        </Text>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {describeAction(action)}
          </Text>
          {subject.name && (
            <Badge variant="default" tt="none" maw={220}>
              {subject.name}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {describeDetails(details)}
        </Text>
      </>
    ),
  },
  {
    title: "Request",
    from: "md",
    cell: ({ requestId }) => requestId && <Code style={{ whiteSpace: "nowrap" }}>{requestId.slice(0, 13)}</Code>,
  },
];

interface Filter {
  action: string | null;
  days: string;
}

function Entries({ action, days }: Filter) {
  const pages = usePages(
    (page) => keys.auditLog(action ?? "", days, page),
    async (page) =>
      vireo.auditLog.list({
        page,
        action: (action ?? undefined) as ListAuditLogQuery["action"],
        from: days ? Date.now() - Number(days) * DAY_MS : undefined,
      }),
  );
  return (
    <PagesView pages={pages}>
      {({ entries }) =>
        entries.length === 0 ? (
          <Empty icon={ScrollText} title="No changes" text="Try a longer period or another action." />
        ) : (
          <DataTable columns={columns} rows={entries} getKey={({ entryId }) => entryId} />
        )
      }
    </PagesView>
  );
}

/** Shows changes on this server and who made them. For administrators. */
export function AuditLog() {
  const [filter, setFilter] = useState<Filter>({ action: null, days: "30" });
  const { action, days } = filter;
  return (
    <Panel title="Audit log">
      <Text size="sm" c="dimmed">
        Changes to keys, people, credits, workspaces, channels and webhooks. Entries never contain secrets.
      </Text>
      <Group gap="sm" className="filters">
        <Select
          aria-label="Action"
          placeholder="All actions"
          data={auditActions}
          value={action}
          onChange={(next) => setFilter({ ...filter, action: next })}
          clearable
          searchable
          w={230}
        />
        <Select
          aria-label="Period"
          data={periods}
          value={days}
          onChange={(next) => setFilter({ ...filter, days: next ?? "" })}
          allowDeselect={false}
          w={170}
        />
      </Group>
      <Entries key={`${action} ${days}`} {...filter} />
    </Panel>
  );
}
