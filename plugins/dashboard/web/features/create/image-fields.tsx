import { Stack } from "@mantine/core";
import { ImageInput } from "../../ui/image-input";
import type { Kind } from "../../ui/media";
import { isNarrated } from "./narration";
import type { CreateForm } from "./use-create-form";

const MAX_REFERENCES = { video: 10, image: 5, music: 0 } as const;

/** Selects the first frame or the image to edit, and reference images. */
export function ImageFields({ kind, form }: { kind: Kind; form: CreateForm }) {
  const { referenceImageUrls: references } = form.values;
  const first = isNarrated(form.values)
    ? { label: "First sentence", description: "Each sentence shows one of these, in their order" }
    : kind === "video"
      ? { label: "First frame", description: "The video starts with this image" }
      : { label: "Image to edit", description: "Leave empty to generate a new image" };
  const urls = [...references, ...(references.length < MAX_REFERENCES[kind] ? [""] : [])];
  return (
    <Stack gap="md">
      <ImageInput {...first} {...form.getInputProps("imageUrl")} value={form.values.imageUrl} />
      <Stack gap="sm">
        {urls.map((url, index) => (
          <ImageInput
            key={url || "new"}
            label={`Reference ${index + 1}`}
            description={url ? undefined : "A product, a place or a look"}
            value={url}
            error={form.errors[`referenceImageUrls.${index}`] as string | undefined}
            onChange={(next) =>
              form.setFieldValue("referenceImageUrls", references.toSpliced(index, 1, next).filter(Boolean))
            }
          />
        ))}
      </Stack>
    </Stack>
  );
}
