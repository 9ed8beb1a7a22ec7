import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { showError } from "../../ui/failure";
import { NotSetUp } from "../../ui/not-set-up";
import { getPlatformName, PlatformIcon, platforms } from "../../ui/platform";
import type { Platform } from "../../ui/posts";
import { openConnectPage } from "./open-connect-page";

/** Tells administrators what is missing to connect a platform, and others whom to ask. */
const NotConfigured = ({ platform }: { platform: Platform }) => (
  <NotSetUp title={`${getPlatformName(platform)} can't be connected here yet`} vendor={platform}>
    Vireo needs the client ID and secret of an app that you register with {getPlatformName(platform)}. You can also
    connect the channel through one of the providers below.
  </NotSetUp>
);

/** Shows a button per platform. The new channel appears once access is granted. */
export function ConnectPlatforms() {
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
