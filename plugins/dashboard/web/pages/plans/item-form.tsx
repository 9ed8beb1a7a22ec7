import {
  Button,
  Checkbox,
  Group,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { ContentPlan, ContentPlanItem } from "vireo/client";
import { fieldErrors } from "../../ui/field-errors";
import { platforms } from "../../ui/platform";
import { Conflict } from "./conflict";
import { Inspiration } from "./inspiration";
import { useEdit } from "./use-item-edit";

interface Props {
  plan: ContentPlan;
  /** The item's place in the plan. */
  at: number;
  close(): void;
}

/** A hashtag as the API takes it: letters, digits and underscores. */
const tagOf = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}_]+/gu, "");

/** An item, to be changed where it stands. */
export function Edit({ plan, at, close }: Props) {
  const { item, set, shots, setShots, before, save, busy, error, conflict } = useEdit(plan, at, close);
  const errors = fieldErrors(error);
  /** Lists have errors at their places; the first is enough to go on. */
  const errorOf = (field: keyof ContentPlanItem) =>
    Object.entries(errors).find(([path]) => `${path}.`.startsWith(`items.${at}.${field}.`))?.[1][0];
  const text = (field: "title" | "hook" | "concept" | "script" | "caption" | "cta", most: number) => ({
    value: item[field],
    onChange: (event: { currentTarget: { value: string } }) => set({ [field]: event.currentTarget.value }),
    error: errorOf(field),
    maxLength: most,
    required: true,
  });
  return (
    <Paper
      component="form"
      withBorder
      p="md"
      aria-label={`Edit “${before.title}”`}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label="Title" {...text("title", 100)} />
          <Select
            label="Platform"
            data={plan.platforms.map((value) => ({ value, label: platforms[value] }))}
            value={item.platform}
            onChange={(next) => next && set({ platform: next as ContentPlanItem["platform"] })}
            error={errorOf("platform")}
            allowDeselect={false}
          />
        </SimpleGrid>
        <Textarea label="Hook" {...text("hook", 500)} autosize minRows={1} data-autofocus />
        <Textarea label="Concept" {...text("concept", 4000)} autosize minRows={2} maxRows={8} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
          <Textarea label="Script" {...text("script", 4000)} autosize minRows={5} maxRows={16} />
          <Textarea
            label="Shots, one on a line"
            value={shots}
            onChange={(event) => setShots(event.currentTarget.value)}
            error={errorOf("shots")}
            autosize
            minRows={5}
            maxRows={16}
            required
          />
        </SimpleGrid>
        <Textarea label="Caption" {...text("caption", 2200)} autosize minRows={2} maxRows={10} />
        <TagsInput
          label="Hashtags"
          description="Enter after each, with or without the #."
          value={item.hashtags}
          onChange={(next) => set({ hashtags: [...new Set(next.map(tagOf).filter(Boolean))] })}
          error={errorOf("hashtags")}
          maxTags={30}
          splitChars={[",", " "]}
        />
        <TextInput label="Call to action" {...text("cta", 500)} />
        {before.inspiredBy.length > 0 && (
          <Checkbox.Group
            label="Inspired by"
            value={item.inspiredBy}
            onChange={(next) => set({ inspiredBy: before.inspiredBy.filter((id) => next.includes(id)) })}
            error={errorOf("inspiredBy")}
          >
            <Stack gap={6} mt={4}>
              {before.inspiredBy.map((id) => (
                <Group key={id} gap="xs" wrap="nowrap">
                  <Checkbox value={id} aria-label="Keep this video" />
                  <Inspiration id={id} />
                </Group>
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {errors.items && (
          <Text size="sm" c="var(--mantine-color-error)">
            {errors.items[0]}
          </Text>
        )}
        <Conflict before={before} {...conflict} />
        <Group justify="flex-end" gap="xs">
          <Button variant="subtle" color="gray" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={conflict.theirs !== undefined}>
            Save
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
