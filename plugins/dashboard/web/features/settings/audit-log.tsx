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
import { toLabel } from "../../ui/status";
import { Time } from "../../ui/time";

/** Labels of recorded actions. Others, such as those of plug-ins, are shown by name. */
const labels: Readonly<Record<string, string>> = {
  "account.created": "Workspace created",
  "account.updated": "Workspace changed",
  "key.created": "API key created",
  "key.updated": "API key changed",
  "key.rotated": "API key rotated",
  "key.revoked": "API key revoked",
  "credits.granted": "Credits granted",
  "brand_kit.updated": "Brand kit changed",
  "social_account.connected": "Channel connected",
  "social_account.updated": "Channel changed",
  "social_account.disconnected": "Channel disconnected",
  "approval.updated": "Approval changed",
  "review.created": "Review created",
  "review.revoked": "Review links revoked",
  "webhook.created": "Webhook created",
  "webhook.updated": "Webhook changed",
  "webhook.secret_rotated": "Webhook secret rotated",
  "webhook.deleted": "Webhook deleted",
  "invitation.created": "Invitation created",
  "invitation.revoked": "Invitation revoked",
  "person.added": "Person added",
  "person.updated": "Person changed",
  "person.removed": "Person removed",
  "person.reset_link_created": "Password reset link created",
  "person.password_changed": "Password changed",
  "person.linked": "Person linked to the sign-in provider",
  "person.unlinked": "Person unlinked from the sign-in provider",
  "person.sessions_ended": "Sessions ended",
  "person.two_factor_enabled": "Two-factor authentication turned on",
  "person.two_factor_disabled": "Two-factor authentication turned off",
  "person.recovery_codes_created": "Recovery codes replaced",
  "person.recovery_code_used": "Recovery code used",
  "person.wrong_codes_entered": "Wrong codes entered at sign-in",
};

const describeAction = (action: string): string => labels[action] ?? toLabel(action.replace(/[._]/g, " "));

const auditActions = Object.entries(labels).map(([value, label]) => ({ value, label }));

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
