import { Group, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  icon: LucideIcon;
  title: string;
  /** What this place is for, and how to begin. */
  text?: ReactNode;
  /** The ways to begin. */
  children?: ReactNode;
}

/** A place with nothing in it teaches what belongs there. */
export const Empty = ({ icon: Icon, title, text, children }: Props) => (
  <Stack align="center" ta="center" py={64} px="md" gap="sm">
    <ThemeIcon size={56} radius="xl" variant="light">
      <Icon size={28} aria-hidden />
    </ThemeIcon>
    <Title order={3}>{title}</Title>
    {text && (
      <Text c="dimmed" maw={460}>
        {text}
      </Text>
    )}
    {children && <Group justify="center">{children}</Group>}
  </Stack>
);
