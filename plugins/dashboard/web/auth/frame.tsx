import { Box, Paper, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";

/** The frame of the pages before one is signed in. */
export function Frame({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Vireo`;
  }, [title]);
  return (
    <Box component="main" mih="100dvh" p="md" style={{ display: "grid", placeItems: "center" }}>
      <Stack w="100%" maw={420}>
        <Text fw={700} size="xl" ta="center">
          Vireo
        </Text>
        <Paper withBorder p="xl" shadow="sm">
          <Stack>
            <Title order={1} size="h3">
              {title}
            </Title>
            {text && (
              <Text c="dimmed" size="sm">
                {text}
              </Text>
            )}
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Box>
  );
}
