import { ActionIcon, Button, Group, SegmentedControl, Select, SimpleGrid, Title } from "@mantine/core";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { platforms } from "../../ui/platform";
import { states } from "../../ui/post-status";
import { useAccounts } from "../../ui/posts";
import type { useCalendarUrl, View } from "./use-calendar-url";

const statuses = ["draft", "scheduled", "publishing", "published", "partial", "failed", "cancelled"] as const;

interface Props {
  title: string;
  address: ReturnType<typeof useCalendarUrl>;
  go(where: "prev" | "today" | "next"): void;
}

/** Which days, as what, and which posts of them. */
export function Bar({ title, address, go }: Props) {
  const { view, platform, accountId, status, show } = address;
  const { data: accounts = [] } = useAccounts();
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Group gap="xs" wrap="nowrap">
          <ActionIcon variant="default" size="lg" aria-label="Earlier" onClick={() => go("prev")}>
            <ChevronLeft size={18} />
          </ActionIcon>
          <ActionIcon variant="default" size="lg" aria-label="Later" onClick={() => go("next")}>
            <ChevronRight size={18} />
          </ActionIcon>
          <Button variant="default" onClick={() => go("today")}>
            Today
          </Button>
        </Group>
        <Title order={2} size="h4" aria-live="polite">
          {title}
        </Title>
        <SegmentedControl
          aria-label="View"
          data={[
            { value: "month", label: "Month" },
            { value: "week", label: "Week" },
            { value: "day", label: "Day" },
            { value: "list", label: "List" },
          ]}
          value={view}
          onChange={(next) => show({ view: next as View })}
        />
      </Group>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm" role="group" aria-label="Filters">
        <Select
          aria-label="Platform"
          placeholder="Every platform"
          data={Object.entries(platforms).map(([value, label]) => ({ value, label }))}
          value={platform ?? null}
          onChange={(next) => show({ platform: next ?? undefined })}
          clearable
        />
        <Select
          aria-label="Account"
          placeholder="Every account"
          data={accounts.map(({ accountId: value, displayName, username }) => ({
            value,
            label: displayName ?? username,
          }))}
          value={accountId ?? null}
          onChange={(next) => show({ account: next ?? undefined })}
          searchable
          clearable
        />
        <Select
          aria-label="State"
          placeholder="All but cancelled"
          data={statuses.map((value) => ({ value, label: states[value].word }))}
          value={status ?? null}
          onChange={(next) => show({ status: next ?? undefined })}
          clearable
        />
      </SimpleGrid>
    </>
  );
}
