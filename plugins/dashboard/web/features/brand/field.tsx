import { Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { ColorsField } from "../../ui/colors-field";
import { ImageInput } from "../../ui/image-input";
import { ImageList } from "../../ui/image-list";
import type { Field } from "./groups";
import { MessageField } from "./message-field";
import type { Values } from "./resources";
import { TemplateField } from "./template-field";

const MAX_IMAGES = 20;

interface Props {
  field: Field;
  form: UseFormReturnType<Values>;
  readOnly: boolean;
}

/** Renders the input for a field's kind. */
export function FieldInput({ field, form, readOnly }: Props) {
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
  return <Textarea {...props} {...input} autosize minRows={4} maxRows={14} />;
}
