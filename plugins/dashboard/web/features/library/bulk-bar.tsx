import { Button, Group, Paper, Text } from "@mantine/core";
import { Trash2, X } from "lucide-react";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { type Kind, type MediaItem, media } from "../../ui/media";
import { pluralise } from "../../ui/numbers";

/** Deletions sent at the same time. */
const PARALLEL = 4;

async function removeAll(kind: Kind, items: readonly MediaItem[]): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await media[kind].remove(item.id);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}

interface Props {
  kind: Kind;
  selected: readonly MediaItem[];
  selectAll(): void;
  clear(): void;
}

/** What can be done with the selected items. */
export function BulkBar({ kind, selected, selectAll, clear }: Props) {
  const { noun, resource } = media[kind];
  const remove = useAction(() => removeAll(kind, selected).finally(clear), {
    stale: [resource],
    done: `${pluralise(selected.length, noun)} deleted`,
  });
  if (selected.length === 0) return null;
  return (
    <Paper withBorder p="xs" shadow="sm" className="bulk-bar" role="region" aria-label="Selection">
      <Group gap="sm">
        <Text size="sm" fw={600} aria-live="polite">
          {selected.length} selected
        </Text>
        <Button size="xs" variant="default" onClick={selectAll}>
          Select page
        </Button>
        <Confirm
          title={`Delete ${pluralise(selected.length, noun)}?`}
          text="The files are deleted permanently, with all versions. Scheduled posts that use them will fail."
          verb="Delete"
          run={() => remove.mutateAsync(undefined)}
        >
          {(open) => (
            <Button size="xs" variant="light" color="red" leftSection={<Trash2 size={14} />} onClick={open}>
              Delete
            </Button>
          )}
        </Confirm>
        <Button size="xs" variant="subtle" color="gray" ml="auto" leftSection={<X size={14} />} onClick={clear}>
          Clear
        </Button>
      </Group>
    </Paper>
  );
}
