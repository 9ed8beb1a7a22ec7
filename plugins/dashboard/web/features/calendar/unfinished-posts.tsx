import { Alert, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DraftList } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useMe } from "../../session";
import { listUnsaved } from "../../ui/draft";
import { formatRelative } from "../../ui/time";
import { getDraftName, NEW_DRAFT } from "./form/draft-name";
import { emptyValues } from "./form/values";

const MAX_LISTED = 3;

/** Moves posts that an earlier version has kept in this browser to the server. */
async function moveLocalPosts(accountId: string): Promise<void> {
  const prefix = `vireo:post:${accountId}:`;
  for (const key of Object.keys(localStorage).filter((name) => name.startsWith(prefix))) {
    const id = key.slice(prefix.length);
    const values = { ...emptyValues(), ...JSON.parse(localStorage.getItem(key) ?? "{}") };
    await vireo.drafts.save(getDraftName(id === "new" ? undefined : id), {
      content: { post: { values } },
      revision: 0,
    });
    localStorage.removeItem(key);
  }
}

async function listUnfinished(accountId: string): Promise<DraftList["drafts"]> {
  // What cannot be moved stays, and is tried again on the next visit.
  await moveLocalPosts(accountId).catch(() => {});
  const { drafts } = await vireo.drafts.list({ prefix: NEW_DRAFT });
  // After a reload, the last change of this tab may still be on its way.
  const unsaved = listUnsaved(NEW_DRAFT).filter((name) => drafts.every((draft) => draft.name !== name));
  return [...unsaved.map((name) => ({ name, revision: 0, updatedAt: Date.now() })), ...drafts];
}

/** Offers new posts that were begun, here or in another browser, and neither saved nor discarded. */
export default function UnfinishedPosts({ open }: { open(draftName: string): void }) {
  const { account } = useMe();
  const { data: drafts = [] } = useQuery({
    queryKey: keys.unfinishedPosts,
    queryFn: () => listUnfinished(account.accountId),
  });
  if (drafts.length === 0) return null;
  return (
    <Alert color="gray" p="xs" role="status">
      {drafts.slice(0, MAX_LISTED).map(({ name, updatedAt }) => (
        <Group key={name} justify="space-between" gap="xs">
          <Text size="sm">You have an unsaved post, last changed {formatRelative(updatedAt)}</Text>
          <Button size="compact-sm" variant="default" onClick={() => open(name)}>
            Continue writing
          </Button>
        </Group>
      ))}
    </Alert>
  );
}
