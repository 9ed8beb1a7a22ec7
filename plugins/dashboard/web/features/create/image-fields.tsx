import { Stack } from "@mantine/core";
import { ImageInput } from "../../ui/image-input";
import type { Kind } from "../../ui/media";
import type { CreateForm } from "./use-create-form";

const MAX_REFERENCES = { video: 10, image: 5, music: 0 } as const;

/** The first frame or the image to edit, and reference images. */
export function ImageFields({ kind, form }: { kind: Kind; form: CreateForm }) {
  const { referenceImageUrls: references } = form.values;
  const urls = [...references, ...(references.length < MAX_REFERENCES[kind] ? [""] : [])];
  return (
    <Stack gap="md">
      <ImageInput
        label={kind === "video" ? "First frame" : "Image to edit"}
        description={kind === "video" ? "The video starts with this image" : "Leave empty to generate a new image"}
        {...form.getInputProps("imageUrl")}
        value={form.values.imageUrl}
      />
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
