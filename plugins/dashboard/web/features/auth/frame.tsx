import { Alert, Box, Button, Paper, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import type { useSignIn } from "./use-sign-in";

/** The frame of pages without a session. */
export function Frame({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
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

interface FormProps {
  form: ReturnType<typeof useSignIn>;
  /** Label of the submit button. */
  action: string;
  children: ReactNode;
}

/** A form that starts a session. */
export const SignInForm = ({ form: { onSubmit, isPending, problem }, action, children }: FormProps) => (
  <form onSubmit={onSubmit}>
    <Stack>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {children}
      <Button type="submit" loading={isPending} fullWidth>
        {action}
      </Button>
    </Stack>
  </form>
);
