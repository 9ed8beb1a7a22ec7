import { Button } from "@mantine/core";
import { X } from "lucide-react";
import { useCan } from "../session";
import { useAction } from "./action";
import { Confirm } from "./confirm";
import { type MediaItem, media } from "./media";

interface CancelProps {
  /** What is cancelled: "video". */
  noun: string;
  /** Accessible name, if several buttons are on the page. */
  label?: string;
  /** Closes the question without cancelling. */
  dismiss: string;
  run(): Promise<unknown>;
}

/** A button that cancels a queued or running job, after a question. */
export const CancelButton = ({ noun, label, dismiss, run }: CancelProps) => (
  <Confirm
    title={`Cancel this ${noun}?`}
    text="The credits are refunded, unless a vendor has already started on it."
    verb={`Cancel ${noun}`}
    dismiss={dismiss}
    run={run}
  >
    {(open) => (
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<X size={14} />}
        onClick={open}
        aria-label={label}
        flex="none"
      >
        Cancel
      </Button>
    )}
  </Confirm>
);

/** Cancels a queued or running generation. */
export function CancelJob({ item: { kind, id, title } }: { item: MediaItem }) {
  const { noun, resource, remove } = media[kind];
  const canCreate = useCan("media:write");
  const cancel = useAction(() => remove(id), { stale: [resource, "credits"], done: `${media[kind].title} cancelled` });
  if (!canCreate) return null;
  return (
    <CancelButton
      noun={noun}
      label={`Cancel “${title}”`}
      dismiss="Keep rendering"
      run={() => cancel.mutateAsync(undefined)}
    />
  );
}
