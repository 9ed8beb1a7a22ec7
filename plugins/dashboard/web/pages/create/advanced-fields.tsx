import { NumberInput, Select, Stack, Textarea } from "@mantine/core";
import { useMedia } from "../../ui/media";
import type { Form } from "./use-create-form";

interface Props {
  form: Form;
  change(patch: Partial<Form>): void;
  errors: Record<string, string[]>;
}

/** What most videos need no word about. */
export function More({ form, change, errors }: Props) {
  const tracks = useMedia("music", { status: "completed", pageSize: 50 });
  const known = tracks.data?.items.map(({ id, title }) => ({ value: id, label: title.slice(0, 80) })) ?? [];
  const chosen = form.musicId;
  const more = chosen && !known.some(({ value }) => value === chosen) ? [{ value: chosen, label: chosen }] : [];
  return (
    <Stack gap="sm">
      <Select
        label="Music"
        description="One of your tracks. Nothing chosen: the model's own, where it makes sound."
        placeholder={known.length ? "None" : "No tracks yet"}
        data={[...known, ...more]}
        value={chosen || null}
        onChange={(id) => change({ musicId: id ?? "" })}
        error={errors.musicId?.[0]}
        searchable
        clearable
      />
      <Textarea
        label="Negative prompt"
        description="What must not appear."
        value={form.negativePrompt}
        onChange={(event) => change({ negativePrompt: event.currentTarget.value })}
        error={errors.negativePrompt?.[0]}
        maxLength={2000}
        autosize
      />
      <NumberInput
        label="Seed"
        description="The same seed and request make the same video, where the engine can."
        value={form.seed}
        onChange={(next) => change({ seed: typeof next === "number" ? next : "" })}
        error={errors.seed?.[0]}
        min={0}
        max={2_147_483_647}
        allowDecimal={false}
      />
    </Stack>
  );
}
