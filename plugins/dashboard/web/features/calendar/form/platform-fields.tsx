import {
  Accordion,
  Group,
  NumberInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { PlatformField } from "vireo/platforms";
import { getPlatformName, PlatformName } from "../../../ui/platform";
import { describeLength } from "./length";
import { type Channel, type ChannelFault, getFields } from "./rules";
import { TITLE_MAX, type Values } from "./values";

/** "mentionedUsers" → "Mentioned users" */
function toLabel(value: string): string {
  const words = value
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A longer one would make the empty field tall. */
const MAX_PLACEHOLDER = 80;

interface SettingProps {
  field: PlatformField;
  value: unknown;
  error: string | undefined;
  onChange(value: unknown): void;
}

/** A setting that a platform declares, by its schema. */
function Setting({ field: { title, description, schema, isRequired = false }, value, error, onChange }: SettingProps) {
  const common = { label: title, description, error, required: isRequired };
  if (schema.enum)
    return (
      <Select
        {...common}
        data={schema.enum.map((name) => ({ value: name, label: toLabel(name) }))}
        value={String(value ?? schema.default ?? "") || null}
        onChange={onChange}
        allowDeselect={schema.default === undefined}
      />
    );
  if (schema.type === "boolean")
    return (
      <Switch
        label={title}
        description={description}
        checked={Boolean(value ?? schema.default ?? false)}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (schema.type === "array")
    return (
      <TagsInput
        {...common}
        description={description ?? "Press Enter after each"}
        value={Array.isArray(value) ? value : []}
        onChange={onChange}
        maxTags={schema.maxItems}
        splitChars={[","]}
      />
    );
  if (schema.type !== "string")
    return (
      <NumberInput
        {...common}
        value={typeof value === "number" ? value : ""}
        min={schema.minimum}
        max={schema.maximum}
        allowDecimal={schema.type === "number"}
        onChange={(next) => onChange(next === "" ? undefined : Number(next))}
      />
    );
  return (
    <TextInput
      {...common}
      type={schema.format === "uri" ? "url" : "text"}
      maxLength={schema.maxLength}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface PlaceProps extends Pick<Props, "form" | "faults"> {
  /** Name of a platform, or id of an account. */
  place: string;
  /** Name for people. */
  name: string;
  /** What a caption without a text of its own says. */
  inherited: string;
  channel: Channel;
  fields: readonly PlatformField[];
}

/** Text and settings of a platform or an account. */
function Place({ form, faults, place, name, inherited, channel: { info }, fields }: PlaceProps) {
  const { overrides } = form.values;
  const own = overrides[place] ?? {};
  const text = typeof own.content === "string" ? own.content : "";
  const set = (key: string, value: unknown) =>
    form.setValues({ overrides: { ...overrides, [place]: { ...own, [key]: value } } });
  const getError = (field: string) => faults.find((fault) => fault.field === field)?.message;
  return (
    <>
      <Textarea
        label={`Caption on ${name}`}
        placeholder={inherited.slice(0, MAX_PLACEHOLDER) || "Same as the caption above"}
        description={text ? describeLength(text, [info]) : "Same as the caption above"}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={text}
        onChange={(event) => set("content", event.currentTarget.value)}
        error={getError(`overrides.${place}.content`)}
        minRows={2}
        maxRows={8}
      />
      {fields.map((field) => {
        const key = field.field.split(".").at(-1) as string;
        const isOwn = field.field.startsWith("overrides.");
        return isOwn ? (
          <Setting
            key={key}
            field={field}
            value={own[key]}
            error={getError(field.field)}
            onChange={(value) => set(key, value)}
          />
        ) : (
          <TextInput
            key={key}
            label={`${info.title} ${field.title.toLowerCase()}`}
            description={`Defaults to the first line of the caption. At most ${TITLE_MAX} characters`}
            {...form.getInputProps(key)}
            error={getError(field.field)}
          />
        );
      })}
    </>
  );
}

interface Props {
  form: UseFormReturnType<Values>;
  channels: readonly Channel[];
  faults: readonly ChannelFault[];
}

/** Texts and settings per platform, and per channel where a platform has several. */
export function PlatformFields({ form, channels, faults }: Props) {
  const { content, title, overrides } = form.values;
  const byPlatform = Map.groupBy(channels, ({ account }) => account.platform);
  return (
    <Accordion multiple variant="contained" keepMounted={false} defaultValue={title ? ["youtube"] : []}>
      {[...byPlatform].map(([platform, own]) => {
        const [channel] = own as [Channel];
        const ownFaults = faults.filter((fault) => fault.platform === platform);
        const fields = getFields(channel.info);
        const inherited = overrides[platform]?.content;
        return (
          <Accordion.Item key={platform} value={platform}>
            <Accordion.Control>
              <Group justify="space-between" gap="xs" pr="sm">
                <PlatformName platform={platform} />
                <Text size="xs" c={ownFaults.length > 0 ? "red" : "dimmed"} lineClamp={2} maw="75%">
                  {ownFaults.length > 0
                    ? ownFaults.map(({ message }) => message).join(" ")
                    : fields.length > 0
                      ? "Caption and settings"
                      : "Caption"}
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack gap="sm">
                <Place
                  form={form}
                  faults={faults}
                  channel={channel}
                  fields={fields}
                  place={platform}
                  name={getPlatformName(platform)}
                  inherited={content}
                />
                {own.length > 1 &&
                  own.map((each) => (
                    <Place
                      key={each.account.accountId}
                      form={form}
                      faults={faults}
                      place={each.account.accountId}
                      name={`@${each.account.username}`}
                      inherited={typeof inherited === "string" && inherited ? inherited : content}
                      channel={each}
                      fields={fields.filter(({ isRequired, field }) => isRequired && field.startsWith("overrides."))}
                    />
                  ))}
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        );
      })}
    </Accordion>
  );
}
