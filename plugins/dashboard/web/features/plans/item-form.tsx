import {
  Button,
  Checkbox,
  Group,
  Input,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { ContentPlan } from "vireo/client";
import { getPlatformName } from "../../ui/platform";
import { Conflict } from "./conflict";
import { Inspiration } from "./inspiration";
import { useItemEdit } from "./use-item-edit";

interface Props {
  plan: ContentPlan;
  /** Position of the item in the plan. */
  index: number;
  close(): void;
}

/** Hashtags contain only letters, digits and underscores. */
const toHashtag = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}_]+/gu, "");

/** Edits an item in place. */
export function ItemForm({ plan, index, close }: Props) {
  const { form, before, save, isPending, conflict } = useItemEdit(plan, index, close);
  const input = (field: keyof typeof form.values, maxLength?: number) => ({
    ...form.getInputProps(field),
    required: true,
    maxLength,
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
          <TextInput label="Title" {...input("title", 100)} />
          <Select
            label="Platform"
            data={plan.platforms.map((value) => ({ value, label: getPlatformName(value) }))}
            {...form.getInputProps("platform")}
            allowDeselect={false}
          />
        </SimpleGrid>
        <Textarea label="Hook" {...input("hook", 500)} minRows={1} data-autofocus />
        <Textarea label="Concept" {...input("concept", 4000)} minRows={2} maxRows={8} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
          <Textarea label="Script" {...input("script", 4000)} minRows={5} maxRows={16} />
          <Textarea label="Shots (one per line)" {...input("shots")} minRows={5} maxRows={16} />
        </SimpleGrid>
        <Textarea label="Caption" {...input("caption", 2200)} minRows={2} maxRows={10} />
        <TagsInput
          label="Hashtags"
          description="Press Enter after each"
          {...form.getInputProps("hashtags")}
          onChange={(tags) => form.setValues({ hashtags: [...new Set(tags.map(toHashtag).filter(Boolean))] })}
          maxTags={30}
          splitChars={[",", " "]}
        />
        <TextInput label="Call to action" {...input("cta", 500)} />
        {before.inspiredBy.length > 0 && (
          <Checkbox.Group
            label="Inspired by"
            {...form.getInputProps("inspiredBy")}
            onChange={(ids) => form.setValues({ inspiredBy: before.inspiredBy.filter((id) => ids.includes(id)) })}
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
        {form.errors.items && <Input.Error>{form.errors.items}</Input.Error>}
        <Conflict before={before} {...conflict} />
        <Group justify="flex-end" gap="xs">
          <Button variant="subtle" color="gray" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={conflict.theirs !== undefined}>
            Save
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
