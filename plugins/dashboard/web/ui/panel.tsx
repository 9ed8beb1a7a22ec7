import { Group, Paper, Stack, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  /** Link or buttons next to the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** Section of a page with a title. */
export function Panel({ title, action, children }: Props) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" mih={30}>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {action}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
