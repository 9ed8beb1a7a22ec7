import { Group, Select, type SelectProps } from "@mantine/core";
import { isKind, type Kind, type MediaQuery } from "../../ui/media";
import { SearchField } from "../../ui/search-field";
import { FolderActions } from "./folder-actions";
import { type Show, toOptions, useLabels } from "./labels";

export const statuses = [
  { value: "completed", label: "Ready" },
  { value: "processing", label: "Rendering" },
  { value: "pending", label: "Queued" },
  { value: "failed", label: "Failed" },
];
export const sources = [
  { value: "generated", label: "Generated" },
  { value: "upload", label: "Uploaded" },
];
export const sorts = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "title", label: "By title" },
];

export const Choice = ({ label, ...props }: SelectProps & { label: string }) => (
  <Select aria-label={label} placeholder={`All ${label.toLowerCase()}`} clearable w={150} {...props} />
);

/** Folders and tags in use. Nothing where there are none. */
function LabelFilters({ kind, query: { folder, tag }, show }: { kind: Kind; query: MediaQuery; show: Show }) {
  const { data } = useLabels(kind);
  const folders = toOptions(data?.folders);
  const tags = toOptions(data?.tags);
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
      {isKnown && <FolderActions folder={folder} show={show} />}
      {(tags.length > 0 || tag) && (
        <Choice
          label="Tags"
          data={tag && !tags.some(({ value }) => value === tag) ? [tag, ...tags] : tags}
          value={tag ?? null}
          onChange={(next) => show({ tag: next ?? undefined })}
          searchable
        />
      )}
    </>
  );
}

interface Props {
  tab: string;
  query: MediaQuery;
  show: Show;
}

export const Filters = ({ tab, query, show }: Props) => {
  const { q = "", status, source, sort = "newest" } = query;
  return (
    <Group gap="sm" role="search" aria-label="Library">
      <SearchField
        label="Search by title, prompt or tag"
        placeholder="Search by title, prompt or tag"
        value={q}
        onChange={(q) => show({ q: q || undefined })}
      />
      {isKind(tab) && <LabelFilters kind={tab} query={query} show={show} />}
      <Choice
        label="Statuses"
        data={statuses}
        value={status ?? null}
        onChange={(next) => show({ status: next ?? undefined })}
      />
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
