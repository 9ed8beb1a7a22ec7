import { Alert, Button, Group } from "@mantine/core";
import { type Draft, useConflict } from "./draft";
import { showError } from "./failure";

interface Props {
  draft: Draft;
  /** Loads the draft of the other window. */
  reload(): void;
}

/** Asks which of two drafts to keep, once another window has changed the one that is open here. */
export function DraftConflict({ draft, reload }: Props) {
  if (!useConflict(draft)) return null;
  const showOther = () => {
    draft.drop();
    reload();
  };
  return (
    <Alert color="orange" title="Changed in another window" role="alert" mb="md">
      Your changes here are not saved.
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={showOther}>
          Show the other changes
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => void draft.keepOwn().catch(showError)}>
          Keep mine
        </Button>
      </Group>
    </Alert>
  );
}
