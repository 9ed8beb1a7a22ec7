import { Alert, Anchor, Button, Group, Text } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import type { SocialAccount } from "vireo/client";
import { Link } from "wouter";
import { useCan } from "../../session";
import { showError } from "../../ui/failure";
import { getPlatformName } from "../../ui/platform";
import { isConnectedHere, openConnectPage } from "./open-connect-page";

const MAX_NAMES = 3;

/** Lists channels that need to be reconnected. */
export default function ExpiredBanner({ accounts }: { accounts: readonly SocialAccount[] }) {
  const canPost = useCan("social:write");
  const [first] = accounts;
  if (!first) return null;
  const names = accounts
    .slice(0, MAX_NAMES)
    .map(({ username, platform }) => `${username} (${getPlatformName(platform)})`);
  const more = accounts.length - names.length;
  const who = more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
  const isDirect = accounts.length === 1 && canPost && isConnectedHere(first);
  return (
    <Alert
      color="orange"
      mb="lg"
      icon={<TriangleAlert />}
      title={
        accounts.length === 1 ? "A channel has lost its access" : `${accounts.length} channels have lost their access`
      }
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{who}: posts fail until you reconnect.</Text>
        {isDirect ? (
          <Button size="xs" variant="default" onClick={() => void openConnectPage(first.platform).catch(showError)}>
            Reconnect
          </Button>
        ) : (
          <Anchor component={Link} href="/channels" size="sm">
            Open channels
          </Anchor>
        )}
      </Group>
    </Alert>
  );
}
