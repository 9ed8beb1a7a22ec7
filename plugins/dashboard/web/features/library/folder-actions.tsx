import { useState } from "react";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { lazyDialog } from "../../ui/lazy-dialog";
import { inFolders, type Show } from "./labels";

const RenameFolder = lazyDialog(() => import("./rename-folder"));

interface Props {
  folder: string;
  show: Show;
}

/** Renames or removes the selected folder. */
export function FolderActions({ folder, show }: Props) {
  const canEdit = useCan("media:write");
  const [isRenaming, setRenaming] = useState(false);
  const remove = useAction(
    async () => {
      await vireo.library.folders.rename({ folder, name: null });
      show({ folder: undefined });
    },
    { stale: inFolders, done: "Folder removed" },
  );
  if (!canEdit) return null;
  return (
    <>
      <ActionMenu
        label={`Folder “${folder}”: actions`}
        actions={[
          { label: "Rename", run: () => setRenaming(true) },
          {
            label: "Remove folder",
            confirm: {
              title: `Remove “${folder}”?`,
              text: "Its items stay in the library.",
              verb: "Remove",
              run: () => remove.mutateAsync(undefined),
            },
          },
        ]}
      />
      {isRenaming && <RenameFolder folder={folder} show={show} close={() => setRenaming(false)} />}
    </>
  );
}
