import { Avatar, Box, Group, Text } from "@mantine/core";
import type { SocialAccount } from "vireo/client";
import { getPlatformName } from "./platform";

/** Avatar, name and platform of a social account. */
export const SocialAccountName = ({ account, size = 36 }: { account: SocialAccount; size?: number }) => (
  <Group gap="sm" wrap="nowrap" miw={0}>
    <Avatar src={account.avatarUrl ?? null} alt="" name={account.displayName ?? account.username} size={size} />
    <Box miw={0}>
      <Text size="sm" fw={600} truncate>
        {account.displayName ?? account.username}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        @{account.username}, {getPlatformName(account.platform)}
      </Text>
    </Box>
  </Group>
);
