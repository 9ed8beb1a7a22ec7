import { SimpleGrid, Stack } from "@mantine/core";
import { ImageInput } from "../../ui/image-input";
import type { Kind } from "../../ui/media";
import type { Form } from "./use-create-form";

const MOST = { video: 10, image: 5, music: 0 } as const;

interface Props {
  kind: Kind;
  form: Form;
  change(patch: Partial<Form>): void;
  errors: Record<string, string[]>;
}

/** The first frame or the picture to change, and pictures to draw on. */
export function Pictures({ kind, form, change, errors }: Props) {
  const { imageUrl, referenceImageUrls: references } = form;
  const set = (at: number, url: string) =>
    change({ referenceImageUrls: references.toSpliced(at, 1, url).filter(Boolean) });
  return (
    <Stack gap="md">
      <ImageInput
        label={kind === "video" ? "First frame" : "Picture to change"}
        description={kind === "video" ? "The video begins with it." : "Empty: a new one is made."}
        value={imageUrl}
        error={errors.imageUrl?.[0]}
        onChange={(url) => change({ imageUrl: url })}
      />
      <SimpleGrid cols={1} spacing="sm">
        {[...references, ...(references.length < MOST[kind] ? [""] : [])].map((url, at) => (
          <ImageInput
            // A place in the list has no other name; an empty one comes last.
            key={url || "new"}
            label={`Reference ${at + 1}`}
            {...(url ? {} : { description: "Something to draw on: a product, a place, a look." })}
            value={url}
            error={errors[`referenceImageUrls.${at}`]?.[0]}
            onChange={(next) => set(at, next)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}
