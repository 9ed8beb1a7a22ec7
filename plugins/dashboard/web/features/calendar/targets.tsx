import { Anchor, Box, Group, Paper, Stack, Text } from "@mantine/core";
import { ExternalLink } from "lucide-react";
import type { SocialAccount, SocialPost, SocialPostMetricsTarget, SocialPostTarget } from "vireo/client";
import { PlatformName } from "../../ui/platform";
import { PostStatusBadge } from "../../ui/post-status";
import { SocialAccountName } from "../../ui/social-account-name";
import { Time } from "../../ui/time";
import { TargetResults, usePostMetrics } from "./results";

/** Suggested next step per error category. */
const advice: Readonly<Record<string, string>> = {
  auth_expired: "Reconnect the channel, then retry.",
  account_issue: "Check the channel on the platform, then retry.",
  user_content: "Change the post and publish it again.",
  media_unavailable: "The video couldn't be loaded. Choose it again in a new post.",
  platform_rejected: "The platform rejected the post. Change it, or retry.",
  platform_error: "The platform had an error. Retry later.",
  platform_rate_limit: "The channel has posted too often. Retry later.",
  quota_exhausted: "The provider's quota is used up. Upgrade your plan there, then retry.",
  provider_unavailable: "The provider couldn't be reached. Retry later.",
  missed: "The server wasn't running at the scheduled time. Retry to publish now.",
};

interface TargetProps {
  target: SocialPostTarget;
  /** False before the post is scheduled: its channels wait for nothing yet. */
  hasStatus: boolean;
  account: SocialAccount | undefined;
  results: SocialPostMetricsTarget | undefined;
  /** Caption on this channel, if it has one of its own. */
  text: string | undefined;
}

/** Returns the caption that a post has on one channel only: of the account, else of its platform. */
function getOwnText({ overrides = {} }: SocialPost, { accountId, platform }: SocialPostTarget): string | undefined {
  const places = overrides as Readonly<Record<string, { content?: string } | undefined>>;
  return places[accountId]?.content ?? places[platform]?.content;
}

const Target = ({ target, hasStatus, account, results, text }: TargetProps) => (
  <Paper withBorder p="sm">
    <Group justify="space-between" gap="xs">
      {account ? <SocialAccountName account={account} /> : <PlatformName platform={target.platform} />}
      {hasStatus && <PostStatusBadge value={target.status} />}
    </Group>
    <Stack gap={4} className="target-facts">
      {text && (
        <Text size="sm" lineClamp={4} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {text}
        </Text>
      )}
      {target.errorMessage && target.status !== "unconfirmed" && (
        <Box>
          <Text size="sm">{target.errorMessage}</Text>
          {target.errorCategory && target.status === "failed" && (
            <Text size="xs" c="dimmed">
              {advice[target.errorCategory]}
            </Text>
          )}
        </Box>
      )}
      {target.status === "unconfirmed" && (
        <Text size="sm">
          This post may have been published. Check the channel. It isn't sent again, to avoid a duplicate.
        </Text>
      )}
      {target.delayReason && (
        <Text size="sm">
          {target.delayReason}
          {target.delayedUntil && (
            <>
              {" "}
              Delayed until <Time at={target.delayedUntil} />.
            </>
          )}
        </Text>
      )}
      {target.publishedAt && (
        <Text size="xs" c="dimmed">
          Published <Time at={target.publishedAt} size="xs" />
        </Text>
      )}
      {target.status === "published" && results && <TargetResults results={results} />}
      {target.platformPostUrl && (
        <Anchor href={target.platformPostUrl} target="_blank" rel="noreferrer" size="sm">
          View post <ExternalLink size={13} />
        </Anchor>
      )}
    </Stack>
  </Paper>
);

/** Shows the status and results per channel. */
export function Targets({ post, accounts }: { post: SocialPost; accounts: readonly SocialAccount[] }) {
  const results = usePostMetrics(post);
  return (
    <Stack gap="xs" component="section" aria-label="Channels">
      {post.targets.map((target) => (
        <Target
          key={target.accountId}
          target={target}
          hasStatus={post.status !== "draft" && post.status !== "needs_approval"}
          account={accounts.find(({ accountId }) => accountId === target.accountId)}
          text={getOwnText(post, target)}
          results={results?.find(({ accountId }) => accountId === target.accountId)}
        />
      ))}
    </Stack>
  );
}
