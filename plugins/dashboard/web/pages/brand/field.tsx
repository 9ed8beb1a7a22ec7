import { Textarea, TextInput } from "@mantine/core";
import { ImageList } from "../../ui/image-list";
import type { Field } from "./groups";
import { MessageField } from "./message-field";
import { TemplateField } from "./template-field";

const MOST_PICTURES = 20;

interface Props {
  field: Field;
  value: string | string[];
  /** What the API says is wrong, by dotted path. */
  errors: Record<string, string[]>;
  readOnly: boolean;
  onChange(change: (now: string | string[]) => string | string[]): void;
}

/** The input of a field, by its kind. */
export function FieldInput({ field, value, errors, readOnly, onChange }: Props) {
  const { name, kind, label, description, placeholder, maxLength } = field;
  const error = errors[name]?.[0];
  if (kind === "pictures") {
    const places = Object.entries(errors).flatMap(([path, [message = ""]]) =>
      path.startsWith(`${name}.`) ? [[Number(path.slice(name.length + 1)), message] as const] : [],
    );
    return (
      <ImageList
        {...{ label, description, error, readOnly }}
        value={value as string[]}
        most={MOST_PICTURES}
        errors={Object.fromEntries(places)}
        onChange={(change) => onChange((now) => change(now as string[]))}
      />
    );
  }
  const look = { readOnly, variant: readOnly ? "filled" : "default" };
  const told = { label, description, placeholder, maxLength, error, ...look, value: value as string };
  if (kind === "message") return <MessageField {...told} onChange={(next) => onChange(() => next)} />;
  if (kind === "template") return <TemplateField {...told} onChange={(next) => onChange(() => next)} />;
  const write = (event: { currentTarget: { value: string } }) => {
    const next = event.currentTarget.value;
    onChange(() => next);
  };
  return kind === "line" ? (
    <TextInput {...told} onChange={write} />
  ) : (
    <Textarea {...told} onChange={write} autosize minRows={4} maxRows={14} />
  );
}
