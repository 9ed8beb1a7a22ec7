import { Group, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  icon: LucideIcon;
  title: string;
  text?: ReactNode;
  /** True if the page shows nothing else. */
  isPage?: boolean;
  /** Buttons to get started. */
  children?: ReactNode;
}

/** Empty state of a list or a page. */
export const Empty = ({ icon: Icon, title, text, isPage = false, children }: Props) => (
  <Stack align="center" ta="center" py={64} px="md" gap="sm">
    <ThemeIcon size={56} radius="xl" variant="light">
      <Icon size={28} />
    </ThemeIcon>
    <Title order={isPage ? 1 : 2} size="h3">
      {title}
    </Title>
    {text && (
      <Text c="dimmed" maw={460}>
        {text}
      </Text>
    )}
    {children && <Group justify="center">{children}</Group>}
  </Stack>
);
