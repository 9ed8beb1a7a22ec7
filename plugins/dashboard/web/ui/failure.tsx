import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import { VireoError } from "vireo/client";

/** What people can do about a kind of error; the detail says what was wrong. */
const advice: Record<string, string> = {
  network_error: "See whether the server runs and you are online.",
  timeout: "It takes longer than expected. Look again in a moment.",
  insufficient_credits: "Ask an administrator for credits, or make something smaller.",
  insufficient_scope: "Ask an administrator for the right to do this.",
  unauthorized: "Sign in again.",
  rate_limit_exceeded: "Wait a minute before you go on.",
  provider_error: "Nothing was charged. Try again, or choose another model.",
  provider_unavailable: "The engine is busy or cannot be reached. Try again later.",
  internal_error: "The server's log has the details, under the number below.",
};

/** An error in words: what was wrong, and what to do. */
export const describeError = (error: unknown): { detail: string; advice?: string; requestId?: string } => {
  if (!(error instanceof VireoError)) return { detail: error instanceof Error ? error.message : String(error) };
  const what = advice[error.kind];
  return {
    detail: error.detail,
    ...(what ? { advice: what } : {}),
    ...(error.kind === "internal_error" && error.requestId ? { requestId: error.requestId } : {}),
  };
};

export function Failure({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const { detail, advice, requestId } = describeError(error);
  return (
    <Alert color="red" variant="light" icon={<CircleAlert />} title={detail} role="alert" maw={720}>
      <Stack gap="xs">
        {advice && <Text size="sm">{advice}</Text>}
        {requestId && <Code>{requestId}</Code>}
        {retry && (
          <Group>
            <Button size="xs" variant="default" onClick={() => retry()}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
