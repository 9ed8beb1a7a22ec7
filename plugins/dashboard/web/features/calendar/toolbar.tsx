import { ActionIcon, Button, Group, SegmentedControl, Select, SimpleGrid, Title } from "@mantine/core";
import { ChevronLeft, ChevronRight, SquareCheck } from "lucide-react";
import { GroupFilter } from "../../ui/group-filter";
import { getPlatformName, platforms } from "../../ui/platform";
import { statuses } from "../../ui/post-status";
import { useChannelGroups, useSocialAccounts } from "../../ui/posts";
import { toLabel } from "../../ui/status";
import { type useCalendarUrl, type View, views } from "./use-calendar-url";

const filterStatuses = [
  "draft",
  "needs_approval",
  "scheduled",
  "publishing",
  "published",
  "partial",
  "failed",
  "cancelled",
] as const;

interface Props {
  title: string;
  url: ReturnType<typeof useCalendarUrl>;
  go(where: "prev" | "today" | "next"): void;
  /** Starts a selection. */
  select?(): void;
}

function Filters({ url: { platform, accountId, status, group, show } }: Pick<Props, "url">) {
  const { data: accounts = [] } = useSocialAccounts();
  const { data: groups = [] } = useChannelGroups();
  return (
    <SimpleGrid
      cols={{ base: 2, xs: groups.length > 0 ? 4 : 3 }}
      spacing="sm"
      role="group"
      aria-label="Filters"
      className="filters"
    >
      {groups.length > 0 && <GroupFilter group={group} show={(next) => show({ group: next })} />}
      <Select
        aria-label="Platform"
        placeholder="All platforms"
        data={[...new Set([...Object.keys(platforms), ...accounts.map((account) => account.platform)])].map(
          (value) => ({
            value,
            label: getPlatformName(value),
          }),
        )}
        value={platform ?? null}
        onChange={(next) => show({ platform: next ?? undefined })}
        clearable
      />
      <Select
        aria-label="Channel"
        placeholder="All channels"
        data={accounts.map(({ accountId: value, displayName, username, platform }) => ({
          value,
          // A client has the same name on all platforms.
          label: `${displayName ?? username}, ${getPlatformName(platform)}`,
        }))}
        value={accountId ?? null}
        onChange={(next) => show({ account: next ?? undefined })}
        searchable
        clearable
      />
      <Select
        aria-label="Status"
        placeholder="Not cancelled"
        data={filterStatuses.map((value) => ({ value, label: statuses[value].label }))}
        value={status ?? null}
        onChange={(next) => show({ status: next ?? undefined })}
        clearable
      />
    </SimpleGrid>
  );
}

/** Navigation, view and filters. */
export const Toolbar = ({ title, url, go, select }: Props) => (
  <>
    <Group justify="space-between" gap="sm" className="calendar-toolbar">
      <Group gap="xs" wrap="nowrap">
        <ActionIcon variant="default" size="lg" aria-label="Previous" onClick={() => go("prev")}>
          <ChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label="Next" onClick={() => go("next")}>
          <ChevronRight size={18} />
        </ActionIcon>
        <Button variant="default" onClick={() => go("today")}>
          Today
        </Button>
        {select && (
          <Button variant="default" leftSection={<SquareCheck size={16} />} onClick={select}>
            Select
          </Button>
        )}
      </Group>
      <Title order={2} size="h4" aria-live="polite">
        {title}
      </Title>
      <SegmentedControl
        aria-label="View"
        data={Object.keys(views).map((value) => ({ value, label: toLabel(value) }))}
        value={url.view}
        onChange={(next) => url.show({ view: next as View })}
      />
    </Group>
    <Filters url={url} />
  </>
);
