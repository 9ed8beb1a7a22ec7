import { Alert, Button, Group as Row, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Clapperboard, Copy } from "lucide-react";
import { Link } from "wouter";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { DeleteButton } from "../../ui/delete-button";
import { useSubmit } from "../../ui/form";
import { toLabel } from "../../ui/status";
import { FieldInput } from "./field";
import type { Group } from "./groups";
import { deleteEntry, type Entry, saveEntry, type Values } from "./resources";

interface Props {
  group: Group;
  /** Undefined for a new entry. */
  entry: Entry | undefined;
  initial: Values;
  close(): void;
  setDirty(isDirty: boolean): void;
  duplicate(values: Values): void;
}

/** Deletes an entry, or uses it in a video. */
function EntryActions({ group, entry, readOnly, close }: Omit<Props, "entry"> & { entry: Entry; readOnly: boolean }) {
  const canCreate = useCan("media:write");
  const remove = useAction(
    async () => {
      await deleteEntry(group, entry.id);
      close();
    },
    { stale: [group.path], done: `${toLabel(group.noun)} deleted` },
  );
  return (
    <Row gap="xs">
      {!readOnly && (
        <DeleteButton
          title={`Delete “${entry.name}”?`}
          text="Existing videos and plans aren't affected."
          run={() => remove.mutateAsync(undefined)}
        />
      )}
      {group.param && canCreate && (
        <Button
          component={Link}
          href={`/create?kind=video&${group.param}=${entry.id}`}
          variant="subtle"
          leftSection={<Clapperboard size={16} />}
        >
          Use in a video
        </Button>
      )}
    </Row>
  );
}

/** Form of an entry of any group. */
export function EntryForm(props: Props) {
  const { group, entry, initial, close, setDirty, duplicate } = props;
  const canWrite = useCan("content:write");
  const isBuiltIn = entry?.isCustom === false;
  const readOnly = isBuiltIn || !canWrite;
  const form = useForm<Values>({ initialValues: initial, onValuesChange: () => setDirty(true) });
  const save = useSubmit(
    form,
    async (values) => {
      // Send only changes, to keep concurrent edits of other fields.
      const changes = Object.entries(values).filter(([name, value]) =>
        entry ? String(value) !== String(initial[name]) : value.length > 0,
      );
      if (changes.length > 0) await saveEntry(group, entry?.id, Object.fromEntries(changes));
      close();
    },
    { stale: [group.path], done: entry ? "Changes saved" : `${toLabel(group.noun)} added` },
  );
  return (
    <form noValidate onSubmit={save.onSubmit}>
      <Stack>
        {isBuiltIn && (
          <Alert color="gray" title={`This ${group.noun} is built in`}>
            Duplicate it to make changes.
          </Alert>
        )}
        <TextInput
          label="Name"
          {...form.getInputProps("name")}
          maxLength={200}
          readOnly={readOnly}
          variant={readOnly ? "filled" : "default"}
          required={!readOnly}
          data-autofocus
        />
        {group.fields.map((field) => (
          <FieldInput key={field.name} field={field} form={form} readOnly={readOnly} />
        ))}
        <Row justify="space-between" mt="xs">
          {entry ? <EntryActions {...props} entry={entry} readOnly={readOnly} /> : <span />}
          <Row gap="xs">
            {entry && canWrite && (
              <Button
                variant={isBuiltIn ? "filled" : "default"}
                leftSection={<Copy size={16} />}
                onClick={() => duplicate({ ...form.values, name: `${form.values.name} copy`.slice(0, 200) })}
              >
                Duplicate
              </Button>
            )}
            {!readOnly && (
              <Button type="submit" loading={save.isPending}>
                {entry ? "Save" : `Add ${group.noun}`}
              </Button>
            )}
          </Row>
        </Row>
      </Stack>
    </form>
  );
}
