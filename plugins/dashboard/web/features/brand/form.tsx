import { Alert, Button, Paper, Group as Row, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { Clapperboard, Copy } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { useBrandOptions } from "../../ui/brand-fields";
import { ColorsField } from "../../ui/colors-field";
import { DeleteButton } from "../../ui/delete-button";
import { useSubmit } from "../../ui/form";
import { ImageInput } from "../../ui/image-input";
import { ImageList } from "../../ui/image-list";
import { toLabel } from "../../ui/status";
import type { Field, Group } from "./groups";
import { deleteEntry, type Entry, saveEntry, type Values } from "./resources";

const CUSTOM = "custom";

interface MessageFieldProps {
  label: string;
  value: string;
  maxLength?: number | undefined;
  error?: string;
  readOnly: boolean;
  variant: string;
  onChange(value: string): void;
}

/** Selects a messaging entry, or edits a custom text. */
function MessageField({ label, value, maxLength, error, readOnly, variant, onChange }: MessageFieldProps) {
  const id = /^msg_/.test(value) ? value : null;
  const options = useBrandOptions("messagingId", id);
  const [isCustom, setCustom] = useState(id === null && value !== "");
  const select = (next: string | null) => {
    setCustom(next === CUSTOM);
    onChange(next === CUSTOM ? "" : (next ?? ""));
  };
  return (
    <Stack gap="xs">
      <Select
        label={label}
        placeholder="None"
        data={[...options, { value: CUSTOM, label: "Custom text" }]}
        value={isCustom ? CUSTOM : value || null}
        onChange={select}
        error={isCustom ? undefined : error}
        readOnly={readOnly}
        variant={variant}
        clearable={!readOnly}
      />
      {isCustom && (
        <Textarea
          aria-label={`${label}: custom text`}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
          readOnly={readOnly}
          variant={variant}
          minRows={3}
          maxRows={10}
          maxLength={maxLength}
        />
      )}
    </Stack>
  );
}

interface TemplateFieldProps {
  label: string;
  description?: string | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  value: string;
  error?: string;
  readOnly: boolean;
  variant: string;
  onChange(value: string): void;
}

/** Edits a prompt template, with a preview. */
function TemplateField(field: TemplateFieldProps) {
  const [prompt, setPrompt] = useState("A can of cold brew on a kitchen table");
  const { value } = field;
  // Like the API: replaces {prompt}, or adds the template after the prompt.
  const [before, ...after] = value.includes("{prompt}") ? value.split("{prompt}") : ["", ` ${value}`];
  return (
    <Stack gap="sm">
      <Textarea {...field} onChange={(event) => field.onChange(event.currentTarget.value)} minRows={4} maxRows={12} />
      <Paper withBorder p="sm" component="section" aria-label="Preview">
        <Stack gap="xs">
          <TextInput
            label="Preview with a prompt"
            size="xs"
            value={prompt}
            onChange={(event) => setPrompt(event.currentTarget.value)}
          />
          <Text size="sm" role="status">
            {before}
            {after.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
              <span key={index}>
                <Text span fw={600} inherit c="var(--mantine-primary-color-light-color)">
                  {prompt}
                </Text>
                {part}
              </span>
            ))}
          </Text>
        </Stack>
      </Paper>
    </Stack>
  );
}

const MAX_IMAGES = 20;

interface FieldProps {
  field: Field;
  form: UseFormReturnType<Values>;
  readOnly: boolean;
}

/** Renders the input for a field's kind. */
function FieldInput({ field, form, readOnly }: FieldProps) {
  const { name, kind, label, description, placeholder, maxLength } = field;
  const input = form.getInputProps(name);
  if (kind === "images") {
    return (
      <ImageList
        label={label}
        description={description}
        readOnly={readOnly}
        max={MAX_IMAGES}
        value={input.value}
        error={input.error}
        getError={(index) => form.errors[`${name}.${index}`] as string | undefined}
        onChange={(change) => form.setFieldValue(name, (urls) => change(urls as string[]))}
      />
    );
  }
  if (kind === "colors")
    return <ColorsField label={label} description={description} readOnly={readOnly} {...input} value={input.value} />;
  if (kind === "image")
    return readOnly ? null : <ImageInput label={label} description={description} {...input} value={input.value} />;
  const props = { label, description, placeholder, maxLength, readOnly, variant: readOnly ? "filled" : "default" };
  if (kind === "message") return <MessageField {...props} {...input} value={input.value} />;
  if (kind === "template") return <TemplateField {...props} {...input} value={input.value} />;
  if (kind === "line") return <TextInput {...props} {...input} />;
  return <Textarea {...props} {...input} minRows={4} maxRows={14} />;
}

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
