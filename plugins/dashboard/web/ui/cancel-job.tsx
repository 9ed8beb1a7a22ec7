import { Button } from "@mantine/core";
import { X } from "lucide-react";
import { useCan } from "../session";
import { useAction } from "./action";
import { Confirm } from "./confirm";
import { type MediaItem, media } from "./media";

/** Cancels a queued or running generation. */
export function CancelJob({ item: { kind, id, title } }: { item: MediaItem }) {
  const { noun, resource, remove } = media[kind];
  const canCreate = useCan("media:write");
  const cancel = useAction(() => remove(id), { stale: [resource, "credits"], done: `${media[kind].title} cancelled` });
  if (!canCreate) return null;
  return (
    <Confirm
      title={`Cancel this ${noun}?`}
      text="The credits are refunded, unless a vendor has already started on it."
      verb={`Cancel ${noun}`}
      dismiss="Keep rendering"
      run={() => cancel.mutateAsync(undefined)}
    >
      {(open) => (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<X size={14} />}
          onClick={open}
          aria-label={`Cancel “${title}”`}
          flex="none"
        >
          Cancel
        </Button>
      )}
    </Confirm>
  );
}
