import { ActionIcon, Button, Group, Stack, Text } from "@mantine/core";
import { CircleCheck, ExternalLink, TriangleAlert, Unplug } from "lucide-react";
import type { SocialAccount } from "vireo/client";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { type Column, DataTable } from "../../ui/data-table";
import { showError } from "../../ui/failure";
import { SocialAccountName } from "../../ui/social-account-name";
import { Time } from "../../ui/time";
import { isConnectedHere, openConnectPage } from "./open-connect-page";

/** `own` is the advice for channels that are connected in Vireo, not at a scheduling provider. */
const statuses = {
  active: { label: "Active", icon: CircleCheck, color: "green", advice: undefined, own: undefined },
  expired: {
    label: "Expired",
    icon: TriangleAlert,
    color: "orange",
    advice: "Reconnect it at the provider, then sync. Posts fail until then.",
    own: "The platform has revoked access. Posts fail until you reconnect it.",
  },
  disconnected: {
    label: "Disconnected",
    icon: Unplug,
    color: "gray",
    advice: "The provider no longer lists it. Connect it there, then sync.",
    own: "Its posts and their results stay. Connect it to publish again.",
  },
} as const;

function AccountStatus({ account }: { account: SocialAccount }) {
  const { label, icon: Icon, color, ...texts } = statuses[account.status];
  const advice = isConnectedHere(account) ? texts.own : texts.advice;
  return (
    <Stack gap={2}>
      <Group gap={6} wrap="nowrap">
        <Icon size={16} color={`var(--mantine-color-${color}-text)`} />
        <Text size="sm" fw={500}>
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
  openSlots(accountId: string): void;
}

const columns: readonly Column<SocialAccount>[] = [
  {
    title: "Channel",
    cell: (account) => (
      <Stack gap={6}>
        <SocialAccountName account={account} />
        <Group hiddenFrom="sm">
          <AccountStatus account={account} />
        </Group>
      </Stack>
    ),
  },
  { title: "Status", from: "sm", cell: (account) => <AccountStatus account={account} /> },
  { title: "Last synced", from: "md", cell: ({ lastSyncedAt }) => <Time at={lastSyncedAt} as="relative" /> },
];

/** Only for channels that are connected in Vireo, not at a scheduling provider. */
function ChannelMenu({ account }: { account: SocialAccount }) {
  const { accountId, username, platform, status } = account;
  const canPost = useCan("social:write");
  const disconnect = useAction(() => vireo.social.accounts.disconnect(accountId), {
    stale: ["socialAccounts"],
    done: `${username} disconnected`,
  });
  if (!canPost || !isConnectedHere(account)) return null;
  return (
    <ActionMenu
      label={`${username}: actions`}
      actions={[
        {
          label: status === "disconnected" ? "Connect" : "Reconnect",
          run: () => void openConnectPage(platform).catch(showError),
        },
        status !== "disconnected" && {
          label: "Disconnect",
          isDestructive: true,
          confirm: {
            title: `Disconnect ${username}?`,
            text: "Its posts and their results stay. Scheduled posts to it will fail.",
            verb: "Disconnect",
            run: () => disconnect.mutateAsync(undefined),
          },
        },
      ]}
    />
  );
}

export function AccountTable({ accounts, openPosts, openSlots }: Props) {
  const actions: Column<SocialAccount> = {
    title: "",
    cell: (account) => {
      const { accountId, username, profileUrl } = account;
      return (
        <Group gap={4} justify="flex-end">
          {profileUrl && (
            <ActionIcon
              component="a"
              href={profileUrl}
              target="_blank"
              rel="noreferrer"
              size="lg"
              visibleFrom="sm"
              title="View profile"
              aria-label={`${username}: view profile`}
            >
              <ExternalLink size={16} />
            </ActionIcon>
          )}
          <Button
            size="xs"
            variant="default"
            onClick={() => openSlots(accountId)}
            aria-label={`Posting times of ${username}`}
          >
            Times
          </Button>
          <Button size="xs" variant="default" onClick={() => openPosts(accountId)} aria-label={`Posts of ${username}`}>
            Posts
          </Button>
          <ChannelMenu account={account} />
        </Group>
      );
    },
  };
  return <DataTable columns={[...columns, actions]} rows={accounts} getKey={({ accountId }) => accountId} />;
}
