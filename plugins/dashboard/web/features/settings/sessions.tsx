import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { auth } from "../../api";
import { keys } from "../../query-keys";
import { useAction } from "../../ui/action";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { type Session, SessionRow } from "./session-row";

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
          sessions.map((session) => (
            <SessionRow
              key={session.sessionId}
              session={session}
              isPending={signOut.isPending}
              signOut={(id) => signOut.mutate(`/${id}`)}
            />
          ))
        }
      </QueryView>
    </Panel>
  );
}
