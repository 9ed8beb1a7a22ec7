import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { AtSign, RefreshCw } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Empty } from "../../ui/empty";
import { showError } from "../../ui/failure";
import { NotSetUp } from "../../ui/not-set-up";
import { Page } from "../../ui/page";
import { getPlatformName, PlatformIcon, platforms } from "../../ui/platform";
import { type Platform, useSocialAccounts } from "../../ui/posts";
import { QueryView } from "../../ui/query-view";
import { Connect } from "./connect";
import { Groups } from "./groups";
import { openConnectPage } from "./open-connect-page";
import { AccountPosts } from "./posts";
import { Slots } from "./slots";
import { Snippets } from "./snippets";
import { AccountTable } from "./table";

/** Tells administrators what is missing to connect a platform, and others whom to ask. */
const NotConfigured = ({ platform }: { platform: Platform }) => (
  <NotSetUp title={`${getPlatformName(platform)} can't be connected here yet`} vendor={platform}>
    Vireo needs the client ID and secret of an app that you register with {getPlatformName(platform)}. You can also
    connect the channel through one of the providers below.
  </NotSetUp>
);

/** Shows a button per platform. The new channel appears once access is granted. */
function ConnectPlatforms() {
  const [busy, setBusy] = useState<Platform>();
  const [failed, setFailed] = useState<Platform>();
  const connect = async (platform: Platform) => {
    setBusy(platform);
    setFailed(undefined);
    await openConnectPage(platform).catch((error) => {
      if (error?.kind === "platform_not_configured") setFailed(platform);
      else showError(error);
    });
    setBusy(undefined);
  };
  return (
    <Stack component="section" aria-labelledby="platforms" gap="sm">
      <Title order={2} size="h4" id="platforms">
        Connect a channel
      </Title>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        {(Object.keys(platforms) as Platform[]).map((platform) => (
          <Card key={platform} withBorder padding="md">
            <Group justify="space-between" wrap="nowrap">
              <Group gap="xs" wrap="nowrap">
                <PlatformIcon platform={platform} size={22} />
                <Text fw={600}>{getPlatformName(platform)}</Text>
              </Group>
              <Button
                size="xs"
                variant="light"
                loading={busy === platform}
                onClick={() => connect(platform)}
                aria-label={`Connect ${getPlatformName(platform)}`}
              >
                Connect
              </Button>
            </Group>
          </Card>
        ))}
      </SimpleGrid>
      {failed && <NotConfigured platform={failed} />}
    </Stack>
  );
}

export default function SocialAccountsPage() {
  const [params, setParams] = useSearchParams();
  const canPost = useCan("social:write");
  const query = useSocialAccounts();
  const accounts = query.data;
  const sync = useAction(
    async () => {
      const { success } = await vireo.social.accounts.sync();
      notifications.show(
        success
          ? { message: "Channels synced" }
          : { color: "orange", title: "No provider configured", message: "Set up a provider below, then sync." },
      );
    },
    { stale: ["socialAccounts"] },
  );
  const button = canPost && (
    <Button
      variant="default"
      leftSection={<RefreshCw size={16} />}
      loading={sync.isPending}
      onClick={() => sync.mutate(undefined)}
    >
      Sync now
    </Button>
  );
  const selected = accounts?.find(({ accountId }) => accountId === params.get("account"));
  const withSlots = accounts?.find(({ accountId }) => accountId === params.get("slots"));
  return (
    <Page title="Channels" text="Social accounts you can publish to" actions={button}>
      <QueryView query={query}>
        {(accounts) =>
          accounts.length === 0 ? (
            <Empty
              icon={AtSign}
              title="No channels yet"
              text="Connect TikTok, Instagram or YouTube at a provider below, then sync."
            >
              {button}
            </Empty>
          ) : (
            <AccountTable
              accounts={accounts}
              openPosts={(account) => setParams({ account })}
              openSlots={(slots) => setParams({ slots })}
            />
          )
        }
      </QueryView>
      {accounts && accounts.length > 1 && <Groups accounts={accounts} />}
      <Snippets />
      {canPost && <ConnectPlatforms />}
      <Connect accounts={accounts ?? []} />
      {withSlots && <Slots account={withSlots} close={() => setParams({})} />}
      {selected && <AccountPosts account={selected} close={() => setParams({})} />}
    </Page>
  );
}
