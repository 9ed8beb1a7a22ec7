import { Accordion, Group, Select, Stack, Switch, TagsInput, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { getPlatformName, PlatformName } from "../../../ui/platform";
import type { Platform } from "../../../ui/posts";
import { countCharacters, describeLength } from "./length";
import type { FieldErrors } from "./validate";
import { TITLE_MAX, type Values, type YouTubeSettings } from "./values";

const visibilities = [
  { value: "public", label: "Everyone" },
  { value: "unlisted", label: "People with the link" },
  { value: "private", label: "Only me" },
];

/** Summary of each platform's section. */
const contents: Readonly<Record<string, string>> = {
  tiktok: "Caption",
  instagram: "Caption, feed",
  youtube: "Caption, title, tags, visibility",
};

interface FieldProps {
  form: UseFormReturnType<Values>;
}

/** Caption for one platform. */
function TextField({ form, platform }: FieldProps & { platform: Platform }) {
  const { texts, content } = form.values;
  const text = texts[platform] ?? "";
  return (
    <Textarea
      label={`Caption on ${getPlatformName(platform)}`}
      placeholder={content || "Same as the caption above"}
      description={text ? describeLength(text, [platform]) : "Same as the caption above"}
      inputWrapperOrder={["label", "input", "description", "error"]}
      value={text}
      onChange={(event) => form.setValues({ texts: { ...texts, [platform]: event.currentTarget.value } })}
      autosize
      minRows={2}
      maxRows={8}
    />
  );
}

function YouTubeFields({ form, error }: FieldProps & { error: string | undefined }) {
  const { title, youtube } = form.values;
  const change = (patch: Partial<YouTubeSettings>) => form.setValues({ youtube: { ...youtube, ...patch } });
  return (
    <>
      <TextInput
        label="YouTube title"
        description={`Defaults to the first line of the caption. ${countCharacters(title)} of ${TITLE_MAX} characters`}
        {...form.getInputProps("title")}
        error={error}
      />
      <TagsInput
        label="Tags"
        description="Press Enter after each"
        value={youtube.tags}
        onChange={(tags) => change({ tags })}
        maxTags={50}
        splitChars={[","]}
      />
      <Select
        label="Visibility"
        data={visibilities}
        value={youtube.visibility}
        onChange={(visibility) => visibility && change({ visibility: visibility as YouTubeSettings["visibility"] })}
        allowDeselect={false}
      />
      <Switch
        label="Made for kids"
        checked={youtube.madeForKids}
        onChange={(event) => change({ madeForKids: event.currentTarget.checked })}
      />
    </>
  );
}

interface Props extends FieldProps {
  /** Platforms of the selected channels. */
  selected: readonly Platform[];
  errors: FieldErrors;
}

/** Captions and settings per platform. */
export const PlatformFields = ({ form, selected, errors }: Props) => (
  <Accordion multiple variant="contained" keepMounted={false} defaultValue={form.values.title ? ["youtube"] : []}>
    {selected.map((platform) => (
      <Accordion.Item key={platform} value={platform}>
        <Accordion.Control>
          <Group justify="space-between" gap="xs" pr="sm">
            <PlatformName platform={platform} />
            <Text size="xs" c="dimmed">
              {contents[platform] ?? "Caption"}
            </Text>
          </Group>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <TextField form={form} platform={platform} />
            {platform === "youtube" && <YouTubeFields form={form} error={errors.title} />}
            {platform === "instagram" && (
              <Switch label="Also show in the feed" {...form.getInputProps("shareToFeed", { type: "checkbox" })} />
            )}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    ))}
  </Accordion>
);
