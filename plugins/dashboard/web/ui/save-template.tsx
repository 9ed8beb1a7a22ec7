import { Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { TemplateField, VideoScene } from "vireo/client";
import { vireo } from "../api";
import { useSubmit } from "./form";
import { FormDialog } from "./form-dialog";
import type { MediaItem } from "./media";

/** Builds a template of a storyboard: each text, price and picture becomes a field with what it shows as its default. */
function toTemplate({ scenes = [], prompt, aspectRatio, duration }: MediaItem) {
  const fields: TemplateField[] = [];
  const add = (type: TemplateField["type"], name: string, label: string, value: string | undefined) => {
    if (!value) return undefined;
    fields.push({ name, type: type === "text" && value.includes("\n") ? "longText" : type, label, default: value });
    return `{{${name}}}`;
  };
  const body = {
    prompt,
    scenes: scenes.map(({ kind, text, subtext, price = {}, mediaUrl, seconds }: VideoScene, i) => {
      const [name, label] = [`scene${i + 1}`, `Scene ${i + 1}`];
      const parts = Object.entries(price).map(([part, value]) => [
        part,
        // "Free" is a text, because a price has a figure.
        add(/\p{Nd}/u.test(value ?? "") ? "price" : "text", `${name}${part}`, `${label}: ${part}`, value),
      ]);
      return {
        kind,
        text: add("text", name, label, text),
        subtext: add("text", `${name}detail`, `${label}: detail`, subtext),
        price: parts.length > 0 ? Object.fromEntries(parts) : undefined,
        mediaUrl: add("image", `${name}image`, `${label}: picture`, mediaUrl),
        seconds,
      };
    }),
    aspectRatio,
    duration: duration && Math.round(duration),
  };
  return { fields, body };
}

/** Saves the storyboard of a video as a template. */
export default function SaveTemplate({ item, close }: { item: MediaItem; close(): void }) {
  const form = useForm({ initialValues: { name: item.title.slice(0, 100) } });
  const submit = useSubmit(
    form,
    async ({ name }) => {
      await vireo.templates.create({ name, kind: "video", ...toTemplate(item) });
      close();
    },
    { stale: ["templates"], done: "Template saved" },
  );
  return (
    <FormDialog title="Save as template" action="Save" submit={submit} close={close}>
      <TextInput label="Name" {...form.getInputProps("name")} maxLength={100} required data-autofocus />
      <Text size="sm" c="dimmed">
        Each text, price and picture of the storyboard becomes a field. Find it in Create, under “Start from a
        template”.
      </Text>
    </FormDialog>
  );
}
