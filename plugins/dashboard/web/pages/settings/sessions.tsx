import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { auth } from "../../api";
import { useAction } from "../../ui/action";
import { Failure } from "../../ui/failure";
import { Panel } from "../../ui/panel";
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

/** Roughly, as people name them: the header itself says little to them. */
const describeDevice = (userAgent = ""): string => {
  const of = (table: readonly [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [of(browsers), of(systems)].filter(Boolean).join(" on ") || userAgent || "unknown";
};

/** Where one is signed in. */
export function Sessions() {
  const { data, error, refetch } = useQuery({
    queryKey: ["sessions"],
    queryFn: () => auth<{ sessions: Session[] }>("GET", "/sessions"),
  });
  const end = useAction((path: string) => auth("DELETE", `/sessions${path}`), { changes: ["sessions"] });
  const sessions = data?.sessions ?? [];
  const all = sessions.length > 1 && (
    <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate("")}>
      End all others
    </Button>
  );
  return (
    <Panel title="Sessions" action={all}>
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={60} />}
      {sessions.map(({ sessionId, current, address, userAgent, createdAt }) => (
        <Group key={sessionId} justify="space-between" wrap="nowrap">
          <Stack gap={0}>
            <Group gap="xs">
              <Text size="sm" fw={600} title={userAgent}>
                {describeDevice(userAgent)}
              </Text>
              {current && (
                <Badge variant="light" tt="none" autoContrast={false}>
                  this one
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed" component="div">
              {address && `${address}, `}since <Time at={createdAt} />
            </Text>
          </Stack>
          {!current && (
            <Button
              size="xs"
              variant="subtle"
              color="red"
              disabled={end.isPending}
              aria-label={`End the session of ${describeDevice(userAgent)}`}
              onClick={() => end.mutate(`/${sessionId}`)}
            >
              End
            </Button>
          )}
        </Group>
      ))}
    </Panel>
  );
}
