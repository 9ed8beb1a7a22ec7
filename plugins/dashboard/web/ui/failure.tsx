import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { CircleAlert, CircleSlash } from "lucide-react";
import { VireoError } from "vireo/client";

/** Suggested next step per error kind. */
const advice: Readonly<Record<string, string>> = {
  network_error: "Check your connection and that the server is running.",
  timeout: "This is taking longer than usual. Try again in a moment.",
  insufficient_credits: "Ask an administrator for more credits.",
  insufficient_scope: "Ask an administrator for access.",
  provider_error: "You weren't charged. Try again or choose another model.",
  provider_unavailable: "The provider is busy or can't be reached. Try again later.",
  internal_error: "Find the details in the server log under the request ID below.",
};

/** Replaces API messages that are about keys and headers. */
const details: Readonly<Record<string, string>> = { unauthorized: "Your session has expired. Sign in again." };

/** "15 minutes": rounded up, so that nobody tries too early. */
function formatWait(seconds: number): string {
  const [count, unit] = seconds > 90 ? [Math.ceil(seconds / 60), "minute"] : [Math.ceil(seconds), "second"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

export function describeError(error: unknown): { detail: string; advice?: string; requestId?: string } {
  if (!(error instanceof VireoError)) return { detail: error instanceof Error ? error.message : String(error) };
  if (error.kind === "rate_limit_exceeded") {
    return { detail: `Too many tries. Try again in ${formatWait(error.retryAfter ?? 60)}.` };
  }
  const next = advice[error.kind];
  return {
    detail: details[error.kind] ?? error.detail,
    advice: next || undefined,
    requestId: error.kind === "internal_error" && error.requestId ? error.requestId : undefined,
  };
}

/** Reports an error in a toast. */
export function showError(error: unknown, title?: string): void {
  const { detail, advice } = describeError(error);
  notifications.show({
    color: "red",
    title: title ?? detail,
    message: title ? detail : (advice ?? ""),
    autoClose: 8000,
  });
}

interface Job {
  failCode?: string | undefined;
  failMessage?: string | undefined;
}

/** True for a generation that was cancelled by a user, which needs no action. */
export const isCancelled = ({ failCode }: Job): boolean => failCode === "cancelled";

/** Describes a failed generation. The message of a cancelled one already says whether it was refunded. */
export const describeFailedJob = (job: Job): string =>
  isCancelled(job) && job.failMessage
    ? job.failMessage
    : `${job.failMessage ?? "Something went wrong."} You weren't charged.`;

/** Shows why a generation failed. */
export const FailedJob = ({ job }: { job: Job }) =>
  isCancelled(job) ? (
    <Alert color="gray" icon={<CircleSlash />} title={describeFailedJob(job)} />
  ) : (
    <Failure error={new Error(describeFailedJob(job))} />
  );

export function Failure({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const { detail, advice, requestId } = describeError(error);
  return (
    <Alert color="red" icon={<CircleAlert />} title={detail} role="alert" maw={720}>
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
