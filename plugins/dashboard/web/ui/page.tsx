import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";

interface Props {
  title: string;
  /** One line below the title. */
  text?: ReactNode;
  /** Buttons next to the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Sets the title of the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Vireo`;
  }, [title]);
}

/** Page with title, actions and content. */
export function Page({ title, text, actions, children }: Props) {
  useTitle(title);
  return (
    <Stack gap="lg" maw={1280} mx="auto">
      <Group justify="space-between" align="flex-start">
        <Stack gap={2} miw={0} maw="100%">
          <Title order={1} size="h2">
            {title}
          </Title>
          {text && <Text c="dimmed">{text}</Text>}
        </Stack>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
