import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Person } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useAction } from "../../ui/action";
import { Dialog } from "../../ui/dialog";
import { QueryView } from "../../ui/query-view";
import { SessionRow } from "./session-row";

/** Shows the sessions of another person. For administrators. */
export function PersonSessions({ person: { personId, name }, close }: { person: Person; close(): void }) {
  const query = useQuery({
    queryKey: keys.personSessions(personId),
    queryFn: () => vireo.people.signIn.sessions.list(personId, { pageSize: 100 }),
  });
  const options = { stale: ["people", "sessions", "me"], done: "Signed out" } as const;
  const signOut = useAction((sessionId: string) => vireo.people.signIn.sessions.delete(personId, sessionId), options);
  const signOutAll = useAction(() => vireo.people.signIn.sessions.clear(personId), options);
  return (
    <Dialog onClose={close} title={`Sessions of ${name}`} size="lg">
      <QueryView query={query} lines={2}>
        {({ sessions }) => (
          <Stack>
            {sessions.length === 0 && <Text size="sm">Not signed in anywhere.</Text>}
            {sessions.map((session) => (
              <SessionRow
                key={session.sessionId}
                session={session}
                isPending={signOut.isPending}
                signOut={(id) => signOut.mutate(id)}
              />
            ))}
            {sessions.length > 1 && (
              <Group>
                <Button variant="default" loading={signOutAll.isPending} onClick={() => signOutAll.mutate(undefined)}>
                  Sign out everywhere
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </QueryView>
    </Dialog>
  );
}
