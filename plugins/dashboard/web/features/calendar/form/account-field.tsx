import { Alert, Anchor, Button, Checkbox, Group, Input, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { Check, Plug, Search, Users } from "lucide-react";
import { useState } from "react";
import type { SocialAccount } from "vireo/client";
import { Link } from "wouter";
import { getPlatformName } from "../../../ui/platform";
import { useChannelGroups } from "../../../ui/posts";
import { SocialAccountName } from "../../../ui/social-account-name";

/** Lists with more channels than this have a search field. */
const SEARCHED = 8;

interface Props {
  accounts: readonly SocialAccount[];
  value: readonly string[];
  error: string | undefined;
  onChange(ids: readonly string[]): void;
}

interface GroupsProps extends Pick<Props, "value" | "onChange"> {
  active: ReadonlySet<string>;
}

/** Selects all channels of a group with one click, and clears them with another. */
function GroupButtons({ active, value, onChange }: GroupsProps) {
  const { data: groups = [] } = useChannelGroups();
  if (groups.length === 0) return null;
  return (
    <Group gap={6} role="group" aria-label="Groups">
      {groups.map(({ name, accountIds }) => {
        const members = accountIds.filter((id) => active.has(id));
        const isSelected = members.length > 0 && members.every((id) => value.includes(id));
        const others = value.filter((id) => !members.includes(id));
        return (
          <Button
            key={name}
            size="compact-sm"
            variant={isSelected ? "light" : "default"}
            leftSection={isSelected ? <Check size={14} /> : <Users size={14} />}
            aria-pressed={isSelected}
            disabled={members.length === 0}
            onClick={() => onChange(isSelected ? others : [...others, ...members])}
          >
            {name}
          </Button>
        );
      })}
    </Group>
  );
}

interface ChoiceProps {
  account: SocialAccount;
  isSelected: boolean;
  select(isSelected: boolean): void;
}

const Choice = ({ account, isSelected, select }: ChoiceProps) => {
  const { status, username } = account;
  return (
    <Checkbox.Card
      className="account-choice"
      checked={isSelected}
      onChange={select}
      disabled={status !== "active" && !isSelected}
      p={6}
      aria-label={`Post to ${username}`}
    >
      <Group wrap="nowrap" gap="xs">
        <Checkbox.Indicator size="xs" />
        <SocialAccountName account={account} size={24} />
        {status !== "active" && (
          <Text size="xs" c="dimmed">
            {status === "expired" ? "Reconnect required" : "Disconnected"}
          </Text>
        )}
      </Group>
    </Checkbox.Card>
  );
};

const matches = ({ username, displayName, platform }: SocialAccount, text: string): boolean =>
  `${username} ${displayName ?? ""} ${getPlatformName(platform)}`.toLowerCase().includes(text.trim().toLowerCase());

/** Selects the channels of a post, one by one or by group. Only active ones can be added. */
export function AccountField({ accounts, value, error, onChange }: Props) {
  const [text, setText] = useState("");
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
  const listed = [...active, ...inactive];
  // Selected channels are always listed, whatever the search.
  const shown = listed.filter((account) => value.includes(account.accountId) || matches(account, text));
  const label = value.length > 1 ? `Channels (${value.length} selected)` : "Channels";
  return (
    <Input.Wrapper label={label} labelElement="div" required error={error}>
      <Stack gap={6} mt={4}>
        <GroupButtons active={new Set(active.map(({ accountId }) => accountId))} value={value} onChange={onChange} />
        {listed.length > SEARCHED && (
          <TextInput
            size="xs"
            aria-label="Search channels"
            placeholder="Search channels"
            leftSection={<Search size={14} />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <SimpleGrid
          cols={{ base: 1, xs: 2 }}
          spacing={6}
          verticalSpacing={6}
          role="group"
          aria-label="Channels"
          className="account-choices"
        >
          {shown.map((account) => (
            <Choice
              key={account.accountId}
              account={account}
              isSelected={value.includes(account.accountId)}
              select={(on) =>
                onChange(on ? [...value, account.accountId] : value.filter((id) => id !== account.accountId))
              }
            />
          ))}
        </SimpleGrid>
        {shown.length === 0 && (
          <Text size="sm" c="dimmed">
            No channel with this name
          </Text>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
