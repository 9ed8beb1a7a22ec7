import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { Time } from "../../ui/time";

export interface Session {
  sessionId: string;
  current?: boolean;
  address?: string | undefined;
  userAgent?: string | undefined;
  createdAt: number;
  expiresAt: number;
}

const browsers: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Mac OS X/, "macOS"],
  [/Windows/, "Windows"],
  [/Linux/, "Linux"],
];

/** "Chrome on macOS" */
const describeDevice = (userAgent = ""): string => {
  const find = (table: readonly [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(" on ") || userAgent || "Unknown device";
};

interface Props {
  session: Session;
  isPending: boolean;
  signOut(sessionId: string): void;
}

/** A session: browser, address and a button to sign it out. */
export function SessionRow({ session, isPending, signOut }: Props) {
  const { sessionId, current, address, userAgent, createdAt } = session;
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={0}>
        <Group gap="xs">
          <Text size="sm" fw={600} title={userAgent}>
            {describeDevice(userAgent)}
          </Text>
          {current && <Badge>This device</Badge>}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {address && `${address}, `}signed in <Time at={createdAt} />
        </Text>
      </Stack>
      {!current && (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          flex="none"
          disabled={isPending}
          aria-label={`Sign out ${describeDevice(userAgent)}`}
          onClick={() => signOut(sessionId)}
        >
          Sign out
        </Button>
      )}
    </Group>
  );
}
