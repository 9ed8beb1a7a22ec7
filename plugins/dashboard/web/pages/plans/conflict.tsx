import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { Users } from "lucide-react";
import type { ContentPlanItem } from "vireo/client";

/** What of an item people can change, by the names that they see. */
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

const differing = (one: ContentPlanItem, other: ContentPlanItem) =>
  names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));

export const isSame = (one: ContentPlanItem, other: ContentPlanItem): boolean => differing(one, other).length === 0;

interface Props {
  before: ContentPlanItem;
  /** What somebody else has made of it meanwhile. */
  theirs: ContentPlanItem | undefined;
  /** What was typed before theirs was loaded. */
  mine: ContentPlanItem | undefined;
  overwrite(): void;
  load(): void;
  back(): void;
}

/** Two people have changed the same post: the second decides, and nothing that was typed is lost by it. */
export function Conflict({ before, theirs, mine, overwrite, load, back }: Props) {
  if (theirs) {
    const changed = list.format(differing(before, theirs).map((name) => fields[name] ?? name));
    return (
      <Alert color="orange" icon={<Users />} title="Somebody else has changed this post meanwhile" role="alert">
        <Stack gap="xs">
          <Text size="sm">{`They changed the ${changed}. Nothing of yours is saved yet.`}</Text>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={load}>
              Load theirs
            </Button>
            <Button size="xs" color="red" variant="light" onClick={overwrite}>
              Overwrite theirs with mine
            </Button>
          </Group>
        </Stack>
      </Alert>
    );
  }
  if (!mine) return null;
  return (
    <Alert color="gray" icon={<Users />} title="This is what the other person saved" role="status">
      <Button size="xs" variant="default" onClick={back}>
        Go back to what I typed
      </Button>
    </Alert>
  );
}
