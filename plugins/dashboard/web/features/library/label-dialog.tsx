import { Autocomplete, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { forEachItem } from "../../ui/for-each";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { type Kind, type MediaItem, media } from "../../ui/media";
import { pluralise } from "../../ui/numbers";
import { useLabels } from "./labels";
import { MAX_TAGS, TagsField } from "./tag-fields";

const MAX_TITLE = 200;
const MAX_NAME = 100;

/** Returns the folder that all items share, or an empty string. */
const getCommonFolder = (items: readonly MediaItem[]): string => {
  const [first] = items;
  return items.every(({ folder }) => folder === first?.folder) ? (first?.folder ?? "") : "";
};

interface Props {
  kind: Kind;
  items: readonly MediaItem[];
  close(): void;
}

/** Edits the title, tags and folder of an item. For several items, adds tags and moves them to a folder. */
export default function LabelDialog({ kind, items, close }: Props) {
  const { resource, noun, update } = media[kind];
  const { data: labels } = useLabels(kind);
  const [only] = items.length === 1 ? items : [];
  const folder = getCommonFolder(items);
  const form = useForm({ initialValues: { title: only?.title ?? "", tags: [...(only?.tags ?? [])], folder } });
  const submit = useSubmit(
    form,
    async (values) => {
      const changed = {
        title: only && values.title !== only.title ? values.title || null : undefined,
        folder: values.folder.trim() === folder ? undefined : values.folder.trim() || null,
      };
      await forEachItem(items, ({ id, tags }) =>
        update(id, {
          ...changed,
          tags: only ? values.tags : [...new Set([...tags, ...values.tags])].slice(0, MAX_TAGS),
        }),
      );
      close();
    },
    { stale: [resource], done: only ? "Details saved" : `${pluralise(items.length, noun)} updated` },
  );
  return (
    <FormDialog
      title={only ? "Title, tags and folder" : `Organize ${pluralise(items.length, noun)}`}
      action="Save"
      submit={submit}
      close={close}
    >
      {only && <TextInput label="Title" maxLength={MAX_TITLE} {...form.getInputProps("title")} data-autofocus />}
      <Autocomplete
        label="Folder"
        placeholder="Choose a folder or name a new one"
        data={labels?.folders.map(({ name }) => name) ?? []}
        maxLength={MAX_NAME}
        {...form.getInputProps("folder")}
      />
      <TagsField label={only ? "Tags" : "Add tags"} known={labels?.tags} input={form.getInputProps("tags")} />
    </FormDialog>
  );
}
