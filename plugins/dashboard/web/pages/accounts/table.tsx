import { ActionIcon, Button, Group, Stack, Table, Text, Tooltip } from "@mantine/core";
import { CircleCheck, ExternalLink, TriangleAlert, Unplug } from "lucide-react";
import type { SocialAccount } from "vireo/client";
import { SocialAccountName } from "../../ui/account-name";
import { Time } from "../../ui/time";

const states = {
  active: { word: "Active", icon: CircleCheck, color: "green", advice: undefined },
  expired: {
    word: "Expired",
    icon: TriangleAlert,
    color: "orange",
    advice: "Connect it again at the provider, then sync. Posts to it fail until then.",
  },
  disconnected: {
    word: "Disconnected",
    icon: Unplug,
    color: "gray",
    advice: "The provider lists it no more. Connect it there, then sync. Its posts stay readable.",
  },
} as const;

function State({ status }: { status: SocialAccount["status"] }) {
  const { word, icon: Icon, color, advice } = states[status];
  return (
    <Stack gap={2}>
      <Group gap={6} wrap="nowrap">
        <Icon size={16} aria-hidden color={`var(--mantine-color-${color}-text)`} />
        <Text size="sm" fw={550}>
          {word}
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
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Account</Table.Th>
        <Table.Th visibleFrom="sm">State</Table.Th>
        <Table.Th visibleFrom="md">Last synced</Table.Th>
        <Table.Th aria-label="Actions" />
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {accounts.map((account) => (
        <Table.Tr key={account.accountId}>
          <Table.Td>
            <Stack gap={6}>
              <SocialAccountName account={account} />
              <Group hiddenFrom="sm">
                <State status={account.status} />
              </Group>
            </Stack>
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <State status={account.status} />
          </Table.Td>
          <Table.Td visibleFrom="md">
            <Time at={account.lastSyncedAt} as="relative" />
          </Table.Td>
          <Table.Td>
            <Group gap={4} justify="flex-end" wrap="nowrap">
              {account.profileUrl && (
                <Tooltip label="Profile">
                  <ActionIcon
                    component="a"
                    href={account.profileUrl}
                    target="_blank"
                    rel="noreferrer"
                    variant="subtle"
                    color="gray"
                    size="lg"
                    visibleFrom="sm"
                    aria-label={`${account.username}: profile`}
                  >
                    <ExternalLink size={16} />
                  </ActionIcon>
                </Tooltip>
              )}
              <Button
                size="xs"
                variant="default"
                onClick={() => openPosts(account.accountId)}
                aria-label={`${account.username}: posts`}
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
