import { Group, Select } from "@mantine/core";
import { useState } from "react";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { lazyDialog } from "../../ui/lazy-dialog";
import { isKind, type Kind, type MediaQuery } from "../../ui/media";
import { SearchField } from "../../ui/search-field";
import { Choice } from "./choice";
import { inFolders, type Show, toOptions, useLabels } from "./labels";
import { TagFilter } from "./tag-fields";

const RenameFolder = lazyDialog(() => import("./rename-folder"));

interface FolderActionsProps {
  folder: string;
  show: Show;
}

/** Renames or removes the selected folder. */
function FolderActions({ folder, show }: FolderActionsProps) {
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

export const statuses = [
  { value: "completed", label: "Ready" },
  { value: "processing", label: "Rendering" },
  { value: "pending", label: "Queued" },
  { value: "failed", label: "Failed" },
];
export const sources = [
  { value: "generated", label: "Generated" },
  { value: "upload", label: "Uploaded" },
  { value: "clip", label: "Clips" },
];
export const sorts = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "title", label: "By title" },
];

/** Filters by folder and tag, if there are any. */
function LabelFilters({
  kind,
  query: { folder, tag },
  show,
  isPicker,
}: { kind: Kind; isPicker: boolean } & Pick<Props, "query" | "show">) {
  const { data } = useLabels(kind);
  const folders = toOptions(data?.folders);
  const isKnown = folder !== undefined && folders.some(({ value }) => value === folder);
  return (
    <>
      {(folders.length > 0 || folder) && (
        <Choice
          label="Folders"
          data={folder && !isKnown ? [folder, ...folders] : folders}
          value={folder ?? null}
          onChange={(next) => show({ folder: next ?? undefined })}
          searchable
          w={170}
        />
      )}
      {isKnown && !isPicker && <FolderActions folder={folder} show={show} />}
      <TagFilter known={data?.tags} tag={tag} show={show} />
    </>
  );
}

interface Props {
  tab: string;
  query: MediaQuery;
  show: Show;
  /** True in a picker, which lists what can be used and changes nothing. */
  isPicker?: boolean;
}

export const Filters = ({ tab, query, show, isPicker = false }: Props) => {
  const { q = "", status, source, sort = "newest" } = query;
  return (
    <Group gap="sm" role="search" aria-label="Library" className="filters">
      <SearchField
        label="Search by title, prompt or tag"
        placeholder="Search by title, prompt or tag"
        value={q}
        onChange={(q) => show({ q: q || undefined })}
      />
      {isKind(tab) && <LabelFilters kind={tab} query={query} show={show} isPicker={isPicker} />}
      {!isPicker && (
        <Choice
          label="Statuses"
          data={statuses}
          value={status ?? null}
          onChange={(next) => show({ status: next ?? undefined })}
        />
      )}
      {tab === "video" && (
        <Choice
          label="Sources"
          data={sources}
          value={source ?? null}
          onChange={(next) => show({ source: next ?? undefined })}
        />
      )}
      <Select
        aria-label="Sort"
        data={sorts}
        value={sort}
        onChange={(next) => show({ sort: next === "newest" ? undefined : (next ?? undefined) })}
        allowDeselect={false}
        ml={{ md: "auto" }}
        w={150}
      />
    </Group>
  );
};
