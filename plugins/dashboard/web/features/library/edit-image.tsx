import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Wand } from "lucide-react";
import { useLocation } from "wouter";
import { vireo } from "../../api";
import { usePrices } from "../../ui/catalog";
import { useSubmit } from "../../ui/form";
import type { MediaItem } from "../../ui/media";
import { Panel } from "../../ui/panel";
import { rememberRequest } from "../create/recent-requests";
import { blank } from "../create/values";

/** Creates a new image from this one and a prompt. */
export function EditImage({ item }: { item: MediaItem }) {
  const [, navigate] = useLocation();
  const price = usePrices().ofCall("imageEdit");
  const form = useForm({ initialValues: { prompt: "" } });
  const edit = useSubmit(
    form,
    async ({ prompt }) => {
      const { imageId } = await vireo.images.edit({ imageId: item.id, prompt });
      const imageUrl = new URL(item.url ?? "", location.origin).href;
      rememberRequest(imageId, { ...blank, prompt, imageUrl });
      form.reset();
      navigate(`/library/image/${imageId}`);
    },
    { stale: ["images", "credits"] },
  );
  return (
    <Panel title="Edit image">
      <form noValidate onSubmit={edit.onSubmit}>
        <Stack gap="sm">
          <Textarea
            aria-label="Changes"
            placeholder="Crop to a square, warmer light, add the text “Friday”"
            {...form.getInputProps("prompt")}
            maxLength={2000}
            autosize
            minRows={2}
            required
          />
          <Group justify="space-between">
            <Text size="sm">{price}</Text>
            <Button type="submit" variant="light" loading={edit.isPending} leftSection={<Wand size={16} />}>
              Edit
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
