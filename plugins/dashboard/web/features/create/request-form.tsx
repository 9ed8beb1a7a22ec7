import {
  Accordion,
  Button,
  Group,
  NumberInput,
  Paper,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { Sparkles } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import type { Model } from "vireo/client";
import { NoCredits } from "../../ui/balance";
import { BrandFields } from "../../ui/brand-fields";
import { useAllModels, useModels, usePrices } from "../../ui/catalog";
import { useSubmit } from "../../ui/form";
import { ImageInput } from "../../ui/image-input";
import { Loading } from "../../ui/loading";
import { type Kind, media, useMedia } from "../../ui/media";
import { NotSetUp } from "../../ui/not-set-up";
import { Segments } from "../../ui/segments";
import { FormatFields } from "./format-fields";
import { type Format, generate, resolveFormat, toVideoRequest } from "./generate";
import { ModelField } from "./model-field";
import { describeCosts, isNarrated, listModels, useCosts } from "./narration";
import { NarrationFields, ScriptField } from "./narration-fields";
import { rememberRequest } from "./recent-requests";
import { Storyboard } from "./storyboard";
import { type CreateForm, useCreateForm } from "./use-create-form";
import { blank, type CreateValues, type VideoType } from "./values";

/** Optional fields of a video. */
function AdvancedFields({ form }: { form: CreateForm }) {
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

const MAX_REFERENCES = { video: 10, image: 5, music: 0 } as const;

/** Selects the first frame or the image to edit, and reference images. */
function ImageFields({ kind, form }: { kind: Kind; form: CreateForm }) {
  const { referenceImageUrls: references } = form.values;
  const first = isNarrated(form.values)
    ? { label: "First sentence", description: "Each sentence shows one of these, in their order" }
    : kind === "video"
      ? { label: "First frame", description: "The video starts with this image" }
      : { label: "Image to edit", description: "Leave empty to generate a new image" };
  const urls = [...references, ...(references.length < MAX_REFERENCES[kind] ? [""] : [])];
  return (
    <Stack gap="md">
      <ImageInput {...first} {...form.getInputProps("imageUrl")} value={form.values.imageUrl} />
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

const MAX_PROMPT = { video: 5000, image: 2000, music: 2000 } as const;
const examples: Record<Kind, string> = {
  video:
    "3 reasons to switch to cold brew: 1. Brewed for 18 hours 2. Zero sugar 3. Half the acid. Was $5, now $3.50. Order at coldbrew.example",
  image: "Weekend sale. 20% off all ceramic mugs. Saturday and Sunday, 10–6. clayandco.example",
  music: "Lo-fi hip hop, 80 bpm, warm piano, vinyl crackle, calm",
};

/** Lists the sections with values. They start expanded. */
const getOpenSections = (values: CreateValues): string[] => [
  ...(values.imageUrl || values.referenceImageUrls.length ? ["images"] : []),
  ...(values.personaId || values.productId || values.styleId || values.characterId || values.messagingId
    ? ["brand"]
    : []),
  ...(values.musicId || values.negativePrompt || values.seed !== "" ? ["advanced"] : []),
];

const MusicFields = ({ form }: { form: CreateForm }) => (
  <>
    <Switch label="Instrumental" {...form.getInputProps("instrumental", { type: "checkbox" })} />
    <Group grow align="flex-start">
      <TextInput label="Title" {...form.getInputProps("title")} maxLength={200} />
      <TextInput label="Style" placeholder="Lo-fi, warm" {...form.getInputProps("style")} maxLength={500} />
    </Group>
  </>
);

const brandFields = ["productId", "personaId", "styleId", "characterId"] as const;

const OptionalFields = ({ kind, form }: { kind: "video" | "image"; form: CreateForm }) => (
  <Accordion multiple keepMounted={false} variant="contained" defaultValue={getOpenSections(form.values)}>
    <Accordion.Item value="images">
      <Accordion.Control>Images</Accordion.Control>
      <Accordion.Panel>
        <ImageFields kind={kind} form={form} />
      </Accordion.Panel>
    </Accordion.Item>
    <Accordion.Item value="brand">
      <Accordion.Control>Brand</Accordion.Control>
      <Accordion.Panel>
        <BrandFields fields={kind === "video" ? [...brandFields, "messagingId"] : brandFields} form={form} />
      </Accordion.Panel>
    </Accordion.Item>
    {kind === "video" && (
      <Accordion.Item value="advanced">
        <Accordion.Control>Advanced</Accordion.Control>
        <Accordion.Panel>
          <AdvancedFields form={form} />
        </Accordion.Panel>
      </Accordion.Item>
    )}
  </Accordion>
);

const videoTypes = [
  { value: "clip", label: "Clip" },
  { value: "script", label: "Narrated script" },
  { value: "topic", label: "Narrated topic" },
];

/** Selects a clip or a narrated video. Clears the scenes, which another type can't use. */
const TypeField = ({ form }: { form: CreateForm }) => (
  <Segments
    label="Type"
    data={videoTypes}
    value={form.values.videoType}
    onChange={(videoType) => form.setValues({ videoType: videoType as VideoType, scenes: [], model: "" })}
  />
);

interface TextProps {
  kind: Kind;
  form: CreateForm;
  isEdit: boolean;
  onKeyDown(event: KeyboardEvent): void;
}

/** Edits the prompt, script or topic. */
function PromptField({ kind, form, isEdit, onKeyDown }: TextProps) {
  const { scenes, videoType } = form.values;
  if (kind === "video" && videoType === "script")
    return <ScriptField form={form} isRequired={scenes.length === 0} onKeyDown={onKeyDown} />;
  const isTopic = kind === "video" && videoType === "topic";
  const description = isTopic
    ? "A language model writes the script"
    : isEdit
      ? "Describe what to change in the image below"
      : undefined;
  return (
    <Textarea
      label={isTopic ? "Topic" : isEdit ? "Changes" : "Prompt"}
      description={description}
      placeholder={examples[kind]}
      {...form.getInputProps("prompt")}
      onKeyDown={onKeyDown}
      maxLength={MAX_PROMPT[kind]}
      minRows={4}
      maxRows={14}
      required={scenes.length === 0}
    />
  );
}

/** Returns the price of the request, and the steps of a narrated video with theirs. */
function usePrice(kind: Kind, { values }: CreateForm, { model, format }: { model: Model | undefined; format: Format }) {
  const prices = usePrices();
  const narrates = kind === "video" && isNarrated(values);
  const isPlanned = values.scenes.length > 0 || (values.videoType === "script" && values.script.trim() !== "");
  const storyboard = useCosts(narrates && isPlanned ? toVideoRequest(values, format) : undefined);
  if (kind === "image" && values.imageUrl !== "") return { price: prices.ofCall("imageEdit") };
  if (!narrates) return { price: prices.ofModel(model, kind === "video" ? format.duration : 1) };
  if (storyboard?.credits === undefined) return {};
  return { price: prices.ofCredits(storyboard.credits), steps: describeCosts(storyboard.costs) };
}

/** Form that starts a generation. */
export function RequestForm({ kind, onStarted }: { kind: Kind; onStarted(): void }) {
  const form = useCreateForm(kind);
  const { isPending } = useAllModels();
  const allModels = useModels(kind);
  const models = kind === "video" ? listModels(allModels, form.values) : allModels;
  const element = useRef<HTMLFormElement>(null);
  const model =
    models?.find(({ id }) => id === form.values.model) ?? models?.find((other) => other.default) ?? models?.[0];
  const format = resolveFormat(kind, form.values, model);
  const { price, steps } = usePrice(kind, form, { model, format });
  const { scenes, imageUrl, videoType } = form.values;
  const isEdit = kind === "image" && imageUrl !== "";
  const narrates = kind === "video" && isNarrated(form.values);
  const hasStoryboard = kind === "video" && (model?.scenes || scenes.length > 0);
  const start = useSubmit(
    form,
    async (values) => {
      rememberRequest(await generate(kind, values, format), values);
      onStarted();
    },
    { stale: [media[kind].resource, "credits"] },
  );
  const submitOnCtrlEnter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) element.current?.requestSubmit();
  };
  // Fields depend on the models. Wait for them, so that the form doesn't shift.
  if (isPending) return <Loading lines={12} />;
  if (models?.length === 0 && !narrates) {
    return <NotSetUp title={`Generating ${media[kind].plural} isn't set up yet`} />;
  }
  return (
    <Paper component="form" noValidate withBorder p="md" onSubmit={start.onSubmit} ref={element}>
      <Stack gap="md">
        {kind === "video" && allModels?.some((other) => other.narrates) && <TypeField form={form} />}
        <PromptField kind={kind} form={form} isEdit={isEdit} onKeyDown={submitOnCtrlEnter} />
        {narrates && <NarrationFields form={form} />}
        {hasStoryboard && <Storyboard form={form} format={format} />}
        <ModelField models={models} model={model} form={form} />
        {/* Only with the models, so that no unsupported format can be chosen. */}
        {models && (
          <FormatFields
            format={format}
            form={form}
            isEdit={isEdit}
            hasLength={!narrates || (videoType === "topic" && scenes.length === 0)}
          />
        )}
        {kind === "music" ? <MusicFields form={form} /> : <OptionalFields kind={kind} form={form} />}
        <Group justify="space-between" mih={30}>
          <Text size="sm" fw={550} aria-live="polite">
            {price}
            {steps && (
              <Text span display="block" size="xs" c="dimmed">
                {steps}
              </Text>
            )}
          </Text>
          <Button variant="subtle" color="gray" size="xs" onClick={() => form.setValues(blank)}>
            Clear
          </Button>
        </Group>
        <NoCredits error={start.error} />
        <Button type="submit" loading={start.isPending} leftSection={<Sparkles size={16} />} fullWidth>
          {isEdit ? "Edit image" : `Generate ${media[kind].title.toLowerCase()}`}
        </Button>
      </Stack>
    </Paper>
  );
}
