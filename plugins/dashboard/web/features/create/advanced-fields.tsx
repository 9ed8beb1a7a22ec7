import { NumberInput, Select, Stack, Textarea } from "@mantine/core";
import { useMedia } from "../../ui/media";
import type { CreateForm } from "./use-create-form";

/** Optional fields of a video. */
export function AdvancedFields({ form }: { form: CreateForm }) {
  const tracks = useMedia("music", { status: "completed", pageSize: 50 });
  const options = tracks.data?.items.map(({ id, title }) => ({ value: id, label: title.slice(0, 80) })) ?? [];
  const { musicId } = form.values;
  const isListed = !musicId || options.some(({ value }) => value === musicId);
  return (
    <Stack gap="sm">
      <Select
        label="Music"
        description="Leave empty to let the model choose"
        placeholder={options.length ? "None" : "No tracks yet"}
        data={isListed ? options : [...options, { value: musicId, label: musicId }]}
        {...form.getInputProps("musicId")}
        searchable
        clearable
      />
      <Textarea
        label="Negative prompt"
        description="What to leave out"
        {...form.getInputProps("negativePrompt")}
        maxLength={2000}
      />
      <NumberInput
        label="Seed"
        description="Reuse a seed to get a similar result, if the model supports it"
        {...form.getInputProps("seed")}
        min={0}
        max={2_147_483_647}
        allowDecimal={false}
      />
    </Stack>
  );
}
