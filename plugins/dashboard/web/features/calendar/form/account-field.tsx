import { Alert, Anchor, Checkbox, Group, Input, Stack, Text } from "@mantine/core";
import { Plug } from "lucide-react";
import type { SocialAccount } from "vireo/client";
import { Link } from "wouter";
import { SocialAccountName } from "../../../ui/social-account-name";

interface Props {
  accounts: readonly SocialAccount[];
  value: readonly string[];
  error: string | undefined;
  onChange(ids: readonly string[]): void;
}

/** Selects the channels of a post. Only active ones can be added. */
export function AccountField({ accounts, value, error, onChange }: Props) {
  const active = accounts.filter(({ status }) => status === "active");
  const inactive = accounts.filter(
    ({ accountId, status }) => status === "expired" || (status !== "active" && value.includes(accountId)),
  );
  if (active.length === 0) {
    return (
      <Alert icon={<Plug />} title="No channels connected">
        <Anchor component={Link} href="/channels" inherit underline="always">
          Connect an account
        </Anchor>{" "}
        to publish to TikTok, Instagram or YouTube.
      </Alert>
    );
  }
  return (
    <Input.Wrapper label="Channels" labelElement="div" required error={error}>
      <Stack gap={6} mt={4} role="group" aria-label="Channels">
        {[...active, ...inactive].map((account) => {
          const { accountId, status, username } = account;
          const isSelected = value.includes(accountId);
          return (
            <Group key={accountId} gap="sm" wrap="nowrap">
              <Checkbox.Card
                className="account-choice"
                checked={isSelected}
                onChange={(on) => onChange(on ? [...value, accountId] : value.filter((id) => id !== accountId))}
                disabled={status !== "active" && !isSelected}
                p="xs"
                aria-label={`Post to ${username}`}
              >
                <Group wrap="nowrap" gap="sm">
                  <Checkbox.Indicator />
                  <SocialAccountName account={account} size={32} />
                </Group>
              </Checkbox.Card>
              {status !== "active" && (
                <Text size="xs" c="dimmed" maw={140}>
                  {status === "expired" ? "Reconnect required" : "Disconnected"}
                </Text>
              )}
            </Group>
          );
        })}
      </Stack>
    </Input.Wrapper>
  );
}
