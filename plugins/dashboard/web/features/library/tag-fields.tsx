import { TagsInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { Choice } from "./choice";
import { type Label, type Show, toOptions } from "./labels";

/** Limits of the API. */
const MAX_TAG = 50;
export const MAX_TAGS = 20;

interface FieldProps {
  label?: string;
  /** Tags in use. */
  known?: readonly Label[] | undefined;
  input: GetInputPropsReturnType;
}

/** Edits the tags of an item. */
export const TagsField = ({ label = "Tags", known = [], input }: FieldProps) => (
  <TagsInput
    label={label}
    placeholder="Type a tag and press Enter"
    data={known.map(({ name }) => name)}
    maxTags={MAX_TAGS}
    isDuplicate={(tag, all) => tag.length > MAX_TAG || all.includes(tag)}
    acceptValueOnBlur
    {...input}
  />
);

interface FilterProps {
  known: readonly Label[] | undefined;
  tag: string | undefined;
  show: Show;
}

/** Filters by tag, if there are any tags. */
export function TagFilter({ known, tag, show }: FilterProps) {
  const tags = toOptions(known);
  if (tags.length === 0 && !tag) return null;
  return (
    <Choice
      label="Tags"
      data={tag && !tags.some(({ value }) => value === tag) ? [tag, ...tags] : tags}
      value={tag ?? null}
      onChange={(next) => show({ tag: next ?? undefined })}
      searchable
    />
  );
}
