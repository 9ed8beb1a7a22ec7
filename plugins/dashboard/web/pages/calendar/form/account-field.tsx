import { Alert, Anchor, Checkbox, Group, Input, Stack, Text } from "@mantine/core";
import { Plug } from "lucide-react";
import type { SocialAccount } from "vireo/client";
import { Link } from "wouter";
import { SocialAccountName } from "../../../ui/account-name";

interface Props {
  accounts: readonly SocialAccount[];
  value: readonly string[];
  error: string | undefined;
  onChange(ids: readonly string[]): void;
}

/** The accounts that a post goes to: active ones only. */
export function AccountChoice({ accounts, value, error, onChange }: Props) {
  const active = accounts.filter(({ status }) => status === "active");
  const resting = accounts.filter(
    ({ accountId, status }) => status === "expired" || (status !== "active" && value.includes(accountId)),
  );
  if (active.length === 0) {
    return (
      <Alert variant="light" icon={<Plug />} title="No account is connected">
        Posts go to accounts at TikTok, Instagram and YouTube.{" "}
        <Anchor component={Link} href="/accounts" inherit underline="always">
          Connect one
        </Anchor>{" "}
        first.
      </Alert>
    );
  }
  const toggle = (id: string, on: boolean) => onChange(on ? [...value, id] : value.filter((one) => one !== id));
  return (
    <Input.Wrapper label="Accounts" labelElement="div" required error={error}>
      <Stack gap={6} mt={4} role="group" aria-label="Accounts">
        {[...active, ...resting].map((account) => {
          const { accountId, status, username } = account;
          const chosen = value.includes(accountId);
          return (
            <Group key={accountId} gap="sm" wrap="nowrap">
              <Checkbox.Card
                className="account-choice"
                checked={chosen}
                onChange={(on) => toggle(accountId, on)}
                disabled={status !== "active" && !chosen}
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
                  {status === "expired" ? "Has to be connected again." : "Is disconnected."}
                </Text>
              )}
            </Group>
          );
        })}
      </Stack>
    </Input.Wrapper>
  );
}
