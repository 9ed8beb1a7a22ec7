import { Alert, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { DraftList } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { listUnsaved } from "../../ui/draft";
import { formatRelative } from "../../ui/time";
import { NEW_DRAFT } from "./form/draft-name";

const MAX_LISTED = 3;

async function listUnfinished(): Promise<DraftList["drafts"]> {
  const { drafts } = await vireo.drafts.list({ prefix: NEW_DRAFT });
  // After a reload, the last change of this tab may still be on its way.
  const unsaved = listUnsaved(NEW_DRAFT).filter((name) => drafts.every((draft) => draft.name !== name));
  return [...unsaved.map((name) => ({ name, revision: 0, updatedAt: Date.now() })), ...drafts];
}

/** Offers new posts that were begun, here or in another browser, and neither saved nor discarded. */
export default function UnfinishedPosts({ open }: { open(draftName: string): void }) {
  const { data: drafts = [] } = useQuery({ queryKey: keys.unfinishedPosts, queryFn: listUnfinished });
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
