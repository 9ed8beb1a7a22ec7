import { ActionIcon, Button, Group, Stack, Table, Text } from "@mantine/core";
import { CircleCheck, ExternalLink, TriangleAlert, Unplug } from "lucide-react";
import type { SocialAccount } from "vireo/client";
import { SocialAccountName } from "../../ui/social-account-name";
import { TableHead } from "../../ui/table-head";
import { Time } from "../../ui/time";

const statuses = {
  active: { label: "Active", icon: CircleCheck, color: "green", advice: undefined },
  expired: {
    label: "Expired",
    icon: TriangleAlert,
    color: "orange",
    advice: "Reconnect it at the provider, then sync. Posts fail until then.",
  },
  disconnected: {
    label: "Disconnected",
    icon: Unplug,
    color: "gray",
    advice: "The provider no longer lists it. Reconnect it there, then sync.",
  },
} as const;

function AccountStatus({ status }: { status: SocialAccount["status"] }) {
  const { label, icon: Icon, color, advice } = statuses[status];
  return (
    <Stack gap={2}>
      <Group gap={6} wrap="nowrap">
        <Icon size={16} color={`var(--mantine-color-${color}-text)`} />
        <Text size="sm" fw={550}>
          {label}
        </Text>
      </Group>
      {advice && (
        <Text size="xs" c="dimmed" maw={320}>
          {advice}
        </Text>
      )}
    </Stack>
  );
}

interface Props {
  accounts: readonly SocialAccount[];
  openPosts(accountId: string): void;
}

export const AccountTable = ({ accounts, openPosts }: Props) => (
  <Table>
    <TableHead columns={["Account", { title: "Status", from: "sm" }, { title: "Last synced", from: "md" }, ""]} />
    <Table.Tbody>
      {accounts.map((account) => (
        <Table.Tr key={account.accountId}>
          <Table.Td>
            <Stack gap={6}>
              <SocialAccountName account={account} />
              <Group hiddenFrom="sm">
                <AccountStatus status={account.status} />
              </Group>
            </Stack>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <AccountStatus status={account.status} />
          </Table.Td>
          <Table.Td visibleFrom="md">
            <Time at={account.lastSyncedAt} as="relative" />
          </Table.Td>
          <Table.Td>
            <Group gap={4} justify="flex-end" wrap="nowrap">
              {account.profileUrl && (
                <ActionIcon
                  component="a"
                  href={account.profileUrl}
                  target="_blank"
                  rel="noreferrer"
                  size="lg"
                  visibleFrom="sm"
                  title="View profile"
                  aria-label={`${account.username}: view profile`}
                >
                  <ExternalLink size={16} />
                </ActionIcon>
              )}
              <Button
                size="xs"
                variant="default"
                onClick={() => openPosts(account.accountId)}
                aria-label={`Posts of ${account.username}`}
              >
                Posts
              </Button>
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
