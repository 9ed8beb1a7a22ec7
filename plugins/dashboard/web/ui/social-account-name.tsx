import { Avatar, Box, Group, Text } from "@mantine/core";
import type { SocialAccount } from "vireo/client";
import { getPlatformName } from "./platform";

/** Breaks within a word too, so that a long name leaves room for its row's buttons. */
const wrapping = { overflowWrap: "anywhere" } as const;

/** Avatar, name and platform of a social account. */
export const SocialAccountName = ({ account, size = 36 }: { account: SocialAccount; size?: number }) => (
  <Group gap="sm" wrap="nowrap" miw={0}>
    <Avatar src={account.avatarUrl ?? null} alt="" name={account.displayName ?? account.username} size={size} />
    <Box miw={0}>
      <Text size="sm" fw={600} lineClamp={2} style={wrapping}>
        <bdi>{account.displayName ?? account.username}</bdi>
      </Text>
      <Text size="xs" c="dimmed" lineClamp={1} style={wrapping}>
        @{account.username}, {getPlatformName(account.platform)}
      </Text>
    </Box>
  </Group>
);
