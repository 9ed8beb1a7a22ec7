import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { Wand } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import type { MediaItem } from "../../ui/media";
import { Panel } from "../../ui/panel";
import { usePrices } from "../../ui/prices";
import { remember } from "../create/recent-requests";
import { blank } from "../create/use-create-form";

/** Changes a picture as one says; a new picture comes of it, and this one stays. */
export function EditImage({ medium }: { medium: MediaItem }) {
  const [prompt, setPrompt] = useState("");
  const [, go] = useLocation();
  const price = usePrices().ofCall("imageEdit");
  const edit = useAction(
    async () => {
      const { imageId } = await vireo.images.edit({ imageId: medium.id, prompt });
      const imageUrl = new URL(medium.url ?? "", location.origin).href;
      remember(imageId, { ...blank, prompt, imageUrl });
      setPrompt("");
      go(`/library/image/${imageId}`);
    },
    { changes: ["images", "credits"] },
  );
  return (
    <Panel title="Edit with words">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          edit.mutate(undefined);
        }}
      >
        <Stack gap="sm">
          <Textarea
            aria-label="What to change"
            placeholder="For example: crop to a square, warmer, caption “Friday”"
            value={prompt}
            onChange={(event) => setPrompt(event.currentTarget.value)}
            maxLength={2000}
            autosize
            minRows={2}
            required
          />
          <Group justify="space-between">
            <Text size="sm">{price}</Text>
            <Button type="submit" variant="light" loading={edit.isPending} leftSection={<Wand size={16} aria-hidden />}>
              Change it
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
