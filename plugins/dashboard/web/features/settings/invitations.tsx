import { Button, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useAction } from "../../ui/action";
import { DataTable } from "../../ui/data-table";
import { Email } from "../../ui/email";
import { PagesView, usePages } from "../../ui/pages";
import { Panel } from "../../ui/panel";
import { toLabel } from "../../ui/status";
import { Time } from "../../ui/time";

/** No event reports an accepted invitation, so the list is polled. */
const POLL_MS = 5_000;

/** Lists pending invitations. When one is accepted, the list of people is read again. */
export function Invitations() {
  const client = useQueryClient();
  const pages = usePages(
    keys.invitations,
    async (page) => vireo.people.invitations.list({ page }),
    (data) => (data?.pagination.total ? POLL_MS : false),
  );
  const pending = pages.query.data?.pagination.total;
  const before = useRef(pending);
  useEffect(() => {
    if (pending !== undefined && pending < (before.current ?? 0)) {
      void client.invalidateQueries({ queryKey: ["people"] });
    }
    before.current = pending;
  }, [client, pending]);
  const revoke = useAction((id: string) => vireo.people.invitations.delete(id), {
    stale: ["people"],
    done: "Invitation revoked",
  });
  const { error, data } = pages.query;
  if (!error && !data?.pagination.total) return null;
  return (
    <Panel title="Pending invitations">
      <Text size="sm" c="dimmed">
        Lost a link? Invite the same email again. The old link stops working.
      </Text>
      <PagesView pages={pages}>
        {({ invitations }) => (
          <DataTable
            columns={[
              {
                title: "Email",
                cell: ({ email, role }) => (
                  <>
                    <Email address={email} />
                    <Text size="xs" c="dimmed" hiddenFrom="sm">
                      {toLabel(role)}
                    </Text>
                  </>
                ),
              },
              { title: "Role", from: "sm", cell: ({ role }) => toLabel(role) },
              { title: "Expires", from: "sm", cell: ({ expiresAt }) => <Time at={expiresAt} /> },
              {
                title: "",
                cell: ({ invitationId, email }) => (
                  <Button
                    size="xs"
                    variant="subtle"
                    color="red"
                    aria-label={`Revoke invitation for ${email}`}
                    disabled={revoke.isPending}
                    onClick={() => revoke.mutate(invitationId)}
                  >
                    Revoke
                  </Button>
                ),
              },
            ]}
            rows={invitations}
            getKey={({ invitationId }) => invitationId}
          />
        )}
      </PagesView>
    </Panel>
  );
}
