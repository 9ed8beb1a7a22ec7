import { Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SocialAccount, SocialAccountBestTimes } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { formatCount, pluralise } from "../../ui/numbers";
import { Panel } from "../../ui/panel";
import { getPlatformName } from "../../ui/platform";
import { useSocialAccounts } from "../../ui/posts";
import { QueryView } from "../../ui/query-view";
import { formatZone, localZone } from "../../ui/time";
import { formatSlot, toLocalSlot } from "../../ui/weekdays";

const MAX_TIMES = 5;

const describeBasis = ({ basis, posts, neededPosts }: SocialAccountBestTimes): string =>
  basis === "own"
    ? `From ${pluralise(posts, "post")} of this channel in the last 180 days.`
    : `Common advice for short videos, until this channel has ${neededPosts} posts with results (${posts} so far).`;

function Times({ accountId }: { accountId: string }) {
  const query = useQuery({
    queryKey: keys.bestTimes(accountId),
    queryFn: () => vireo.social.accounts.bestTimes.get(accountId),
    staleTime: 60_000,
  });
  return (
    <QueryView query={query}>
      {(best) => (
        <Stack gap="xs">
          <Stack component="ol" gap={6} m={0} p={0} style={{ listStyle: "none" }}>
            {best.times.slice(0, MAX_TIMES).map(({ weekday, hour, posts, medianViews }) => (
              <Stack key={`${weekday} ${hour}`} component="li" gap={0}>
                <Text size="sm" fw={500}>
                  {formatSlot(...toLocalSlot(weekday, `${String(hour).padStart(2, "0")}:00`, best.timezone))}
                </Text>
                {medianViews !== undefined && (
                  <Text size="xs" c="dimmed">
                    {formatCount(medianViews)} views (median of {pluralise(posts, "post")})
                  </Text>
                )}
              </Stack>
            ))}
          </Stack>
          <Text size="xs" c="dimmed">
            {describeBasis(best)} Times are in your time zone ({formatZone(localZone)}).
          </Text>
        </Stack>
      )}
    </QueryView>
  );
}

const toOption = ({ accountId: value, displayName, username, platform }: SocialAccount) => ({
  value,
  label: `${displayName ?? username}, ${getPlatformName(platform)}`,
});

/** Shows the times at which a channel's posts perform best. */
export function BestTimes() {
  const { data: accounts = [] } = useSocialAccounts();
  const [picked, setPicked] = useState<string>();
  const accountId = picked ?? accounts[0]?.accountId;
  if (!accountId) return null;
  return (
    <Panel title="Best times to post">
      <Select
        aria-label="Channel"
        data={accounts.map(toOption)}
        value={accountId}
        onChange={(next) => setPicked(next ?? undefined)}
        allowDeselect={false}
      />
      <Times accountId={accountId} />
    </Panel>
  );
}
