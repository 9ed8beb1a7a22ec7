import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { auth } from "../../api";
import { keys } from "../../query-keys";
import { useAction } from "../../ui/action";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { Time } from "../../ui/time";

interface Session {
  sessionId: string;
  current: boolean;
  address?: string;
  userAgent?: string;
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

export function Sessions() {
  const query = useQuery({
    queryKey: keys.sessions,
    queryFn: () => auth<{ sessions: Session[] }>("GET", "/sessions"),
  });
  const signOut = useAction((path: string) => auth("DELETE", `/sessions${path}`), {
    stale: ["sessions"],
    done: "Signed out",
  });
  const signOutOthers = (query.data?.sessions.length ?? 0) > 1 && (
    <Button size="xs" variant="default" loading={signOut.isPending} onClick={() => signOut.mutate("")}>
      Sign out all others
    </Button>
  );
  return (
    <Panel title="Sessions" action={signOutOthers}>
      <QueryView query={query} lines={2}>
        {({ sessions }) =>
          sessions.map(({ sessionId, current, address, userAgent, createdAt }) => (
            <Group key={sessionId} justify="space-between" wrap="nowrap">
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
                  disabled={signOut.isPending}
                  aria-label={`Sign out ${describeDevice(userAgent)}`}
                  onClick={() => signOut.mutate(`/${sessionId}`)}
                >
                  Sign out
                </Button>
              )}
            </Group>
          ))
        }
      </QueryView>
    </Panel>
  );
}
