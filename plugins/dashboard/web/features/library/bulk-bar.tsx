import { Button } from "@mantine/core";
import { CalendarPlus, FolderInput, Trash2 } from "lucide-react";
import { useState } from "react";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { forEachItem } from "../../ui/for-each";
import { lazyDialog } from "../../ui/lazy-dialog";
import { type Kind, type MediaItem, media } from "../../ui/media";
import { pluralise } from "../../ui/numbers";
import { useSocialAccounts } from "../../ui/posts";
import { SelectionBar } from "../../ui/selection-bar";
import { AffectedMedia } from "./affected-posts";

const BulkSchedule = lazyDialog(() => import("./bulk-schedule"));
const LabelDialog = lazyDialog(() => import("./label-dialog"));

interface Props {
  kind: Kind;
  selected: readonly MediaItem[];
  selectAll(): void;
  clear(): void;
}

/** Actions for the selected items. */
export default function BulkBar({ kind, selected, selectAll, clear }: Props) {
  const { noun, resource } = media[kind];
  const remove = useAction(() => forEachItem(selected, ({ id }) => media[kind].remove(id)).finally(clear), {
    stale: [resource],
    done: `${pluralise(selected.length, noun)} deleted`,
  });
  const canPost = useCan("social:write");
  const [isPosting, setPosting] = useState(false);
  const [isLabelling, setLabelling] = useState(false);
  const { data: accounts } = useSocialAccounts(canPost && isPosting);
  const postable = selected.filter(({ status }) => status === "completed");
  return (
    <SelectionBar count={selected.length} clear={clear}>
      <Button size="xs" variant="default" onClick={selectAll}>
        Select page
      </Button>
      {kind === "video" && canPost && (
        <Button
          size="xs"
          variant="light"
          leftSection={<CalendarPlus size={14} />}
          disabled={postable.length === 0}
          onClick={() => setPosting(true)}
        >
          Schedule
        </Button>
      )}
      <Button size="xs" variant="light" leftSection={<FolderInput size={14} />} onClick={() => setLabelling(true)}>
        Organize
      </Button>
      <Confirm
        title={`Delete ${pluralise(selected.length, noun)}?`}
        text={
          <>
            The files are deleted permanently, with all versions.
            <AffectedMedia kind={kind} items={selected} />
          </>
        }
        verb="Delete"
        run={() => remove.mutateAsync(undefined)}
      >
        {(open) => (
          <Button size="xs" variant="light" color="red" leftSection={<Trash2 size={14} />} onClick={open}>
            Delete
          </Button>
        )}
      </Confirm>
      {isLabelling && <LabelDialog kind={kind} items={selected} close={() => setLabelling(false)} />}
      {isPosting && accounts && <BulkSchedule items={postable} accounts={accounts} close={() => setPosting(false)} />}
    </SelectionBar>
  );
}
