import { ActionIcon, Anchor, Box, Button, Group, Indicator, Popover, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Bell } from "lucide-react";
import { Link } from "wouter";
import { clearInbox, type InboxItem, markSeen, useInbox } from "../../ui/inbox";
import { Time } from "../../ui/time";

const Item = ({ item: { title, text, color, href, at }, close }: { item: InboxItem; close(): void }) => (
  <Box component="li" className="inbox-item" data-color={color}>
    <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
      {href ? (
        <Anchor component={Link} href={href} size="sm" fw={600} onClick={close}>
          {title}
        </Anchor>
      ) : (
        <Text size="sm" fw={600}>
          {title}
        </Text>
      )}
      <Text size="xs" c="dimmed" flex="none" component="div">
        <Time at={at} as="relative" size="xs" />
      </Text>
    </Group>
    {text && (
      <Text size="sm" c="dimmed" lineClamp={2}>
        {text}
      </Text>
    )}
  </Box>
);

/** Shows notifications of finished renders, failures and expired channels. They are kept across visits. */
export function NotificationBell() {
  const { items, unread } = useInbox();
  const [opened, { toggle, close }] = useDisclosure(false, { onOpen: markSeen });
  const label = unread > 0 ? `Notifications: ${unread} unread` : "Notifications";
  return (
    <Popover opened={opened} onChange={close} position="bottom-end" width={340} withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon size="lg" onClick={toggle} aria-label={label} style={{ overflow: "visible" }}>
          <Indicator label={unread > 9 ? "9+" : unread} disabled={unread === 0} size={16} color="red.9">
            <Bell size={18} display="block" />
          </Indicator>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label="Notifications">
        {items.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing new. Finished renders, failed posts and channels to reconnect appear here.
          </Text>
        ) : (
          <Stack gap="xs">
            <Group justify="space-between">
              <Text size="sm" fw={600}>
                Notifications
              </Text>
              <Button size="compact-xs" variant="subtle" color="gray" onClick={clearInbox}>
                Clear all
              </Button>
            </Group>
            <Stack gap={0} component="ul" m={0} p={0} mah="60dvh" style={{ listStyle: "none", overflowY: "auto" }}>
              {items.map((item) => (
                <Item key={item.id} item={item} close={close} />
              ))}
            </Stack>
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
