import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { Users } from "lucide-react";
import type { ContentPlanItem } from "vireo/client";

/** Labels of the editable fields. */
const fields: Partial<Record<keyof ContentPlanItem, string>> = {
  title: "title",
  platform: "platform",
  hook: "hook",
  concept: "concept",
  script: "script",
  shots: "shots",
  caption: "caption",
  hashtags: "hashtags",
  cta: "call to action",
  inspiredBy: "inspiration",
};
const names = Object.keys(fields) as (keyof ContentPlanItem)[];
const list = new Intl.ListFormat("en", { type: "conjunction" });

const findDifferences = (a: ContentPlanItem, b: ContentPlanItem) =>
  names.filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));

export const isSame = (a: ContentPlanItem, b: ContentPlanItem): boolean => findDifferences(a, b).length === 0;

interface Props {
  /** The item when editing started. */
  before: ContentPlanItem;
  /** Someone else's change since then. */
  theirs: ContentPlanItem | undefined;
  /** The person's own text, after loading someone else's change. */
  own: ContentPlanItem | undefined;
  overwrite(): void;
  loadTheirs(): void;
  restoreOwn(): void;
}

/** Shown if two people edited the same item. The second one decides, and no text is lost. */
export function Conflict({ before, theirs, own, overwrite, loadTheirs, restoreOwn }: Props) {
  if (theirs) {
    const changed = list.format(findDifferences(before, theirs).map((name) => fields[name] ?? name));
    return (
      <Alert color="orange" icon={<Users />} title="This post was changed by someone else" role="alert">
        <Stack gap="xs">
          <Text size="sm">{`They changed the ${changed}. Your changes aren't saved yet.`}</Text>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={loadTheirs}>
              Load their changes
            </Button>
            <Button size="xs" color="red" variant="light" onClick={overwrite}>
              Overwrite with mine
            </Button>
          </Group>
        </Stack>
      </Alert>
    );
  }
  if (!own) return null;
  return (
    <Alert color="gray" icon={<Users />} title="You are viewing their changes" role="status">
      <Button size="xs" variant="default" onClick={restoreOwn}>
        Restore my changes
      </Button>
    </Alert>
  );
}
