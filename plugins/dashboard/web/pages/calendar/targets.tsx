import { Anchor, Box, Group, Paper, Stack, Text } from "@mantine/core";
import { ExternalLink } from "lucide-react";
import type { SocialAccount, SocialPost } from "vireo/client";
import { SocialAccountName } from "../../ui/account-name";
import { PlatformName } from "../../ui/platform";
import { PostStatusBadge } from "../../ui/post-status";
import { Time } from "../../ui/time";

/** What people can do about a reason; the message says what was wrong. */
const advice: Record<string, string> = {
  auth_expired: "Connect the account again at the provider, then retry.",
  account_issue: "Look at the account at the platform, then retry.",
  user_content: "Change what the message names, in a new post.",
  media_unavailable: "The video could not be had. Choose it again in a new post.",
  platform_rejected: "The platform refused it. Change the post, or retry.",
  platform_error: "The platform had a fault. Retry in a while.",
  platform_rate_limit: "The account has posted too much. Retry later.",
  quota_exhausted: "The provider's plan is used up. Raise it there, then retry.",
  provider_unavailable: "The provider could not be reached. Retry in a while.",
  missed: "The server did not run at that time. Retry sends it now.",
};

/** What came of each account. */
export const Targets = ({ post, accounts }: { post: SocialPost; accounts: readonly SocialAccount[] }) => (
  <Stack gap="xs" component="section" aria-label="Accounts">
    {post.targets.map((target) => {
      const account = accounts.find(({ accountId }) => accountId === target.accountId);
      return (
        <Paper key={target.accountId} withBorder p="sm">
          <Group justify="space-between" gap="xs">
            {account ? <SocialAccountName account={account} /> : <PlatformName platform={target.platform} />}
            <PostStatusBadge value={target.status} />
          </Group>
          <Stack gap={4} mt={6}>
            {target.errorMessage && (
              <Box>
                <Text size="sm">{target.errorMessage}</Text>
                {target.errorCategory && target.status === "failed" && (
                  <Text size="xs" c="dimmed">
                    {advice[target.errorCategory]} ({target.errorCategory})
                  </Text>
                )}
              </Box>
            )}
            {target.status === "unconfirmed" && (
              <Text size="xs" c="dimmed">
                It may be out. It is not sent again, so that it is never out twice: look at the account.
              </Text>
            )}
            {target.delayReason && (
              <Text size="sm">
                {target.delayReason}
                {target.delayedUntil && (
                  <>
                    {" "}
                    It goes out at <Time at={target.delayedUntil} />.
                  </>
                )}
              </Text>
            )}
            {target.publishedAt && (
              <Text size="xs" c="dimmed">
                Published at <Time at={target.publishedAt} />
              </Text>
            )}
            {target.platformPostUrl && (
              <Anchor href={target.platformPostUrl} target="_blank" rel="noreferrer" size="sm">
                See the post <ExternalLink size={13} aria-hidden />
              </Anchor>
            )}
          </Stack>
        </Paper>
      );
    })}
  </Stack>
);
