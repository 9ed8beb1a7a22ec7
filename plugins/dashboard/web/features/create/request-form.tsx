import { Accordion, Alert, Button, Group, Paper, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { Sparkles } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { BrandFields } from "../../ui/brand-fields";
import { useModels, usePrices } from "../../ui/catalog";
import { useSubmit } from "../../ui/form";
import { type Kind, media } from "../../ui/media";
import { AdvancedFields } from "./advanced-fields";
import { FormatFields } from "./format-fields";
import { generate, resolveFormat } from "./generate";
import { ImageFields } from "./image-fields";
import { ModelField } from "./model-field";
import { rememberRequest } from "./recent-requests";
import { Storyboard } from "./storyboard";
import { type CreateForm, useCreateForm } from "./use-create-form";
import { blank, type CreateValues } from "./values";

const MAX_PROMPT = { video: 5000, image: 2000, music: 2000 } as const;
const examples: Record<Kind, string> = {
  video: "Cold brew that hits different: three reasons to switch, ending on the can",
  image: "Poster for a weekend sale of ceramic mugs, warm light, big friendly title",
  music: "Lo-fi hip hop, 80 bpm, warm piano, vinyl crackle, calm",
};

/** Sections that have values, which start expanded. */
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

/** The form that starts a generation. */
export function RequestForm({ kind, onStarted }: { kind: Kind; onStarted(): void }) {
  const form = useCreateForm(kind);
  const models = useModels(kind);
  const prices = usePrices();
  const element = useRef<HTMLFormElement>(null);
  const model = models?.find(({ id }) => id === form.values.model) ?? models?.find((one) => one.default);
  const format = resolveFormat(kind, form.values, model);
  const { scenes, imageUrl } = form.values;
  const isEdit = kind === "image" && imageUrl !== "";
  const hasStoryboard = kind === "video" && (model?.scenes || scenes.length > 0);
  const price = isEdit ? prices.ofCall("imageEdit") : prices.ofModel(model, kind === "video" ? format.duration : 1);
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
  if (models?.length === 0) {
    return (
      <Alert color="orange" title={`No engine for ${media[kind].plural}`}>
        Ask the operator of this server to configure one.
      </Alert>
    );
  }
  return (
    <Paper component="form" withBorder p="md" onSubmit={start.onSubmit} ref={element}>
      <Stack gap="md">
        <Textarea
          label={isEdit ? "Changes" : "Prompt"}
          description={isEdit ? "Describe what to change in the image below" : undefined}
          placeholder={examples[kind]}
          {...form.getInputProps("prompt")}
          onKeyDown={submitOnCtrlEnter}
          maxLength={MAX_PROMPT[kind]}
          minRows={4}
          maxRows={14}
          autosize
          required={scenes.length === 0}
        />
        {hasStoryboard && <Storyboard form={form} format={format} />}
        <ModelField models={models} model={model} form={form} />
        <FormatFields format={format} form={form} isEdit={isEdit} />
        {kind === "music" ? <MusicFields form={form} /> : <OptionalFields kind={kind} form={form} />}
        <Group justify="space-between" mih={30}>
          <Text size="sm" fw={550} aria-live="polite">
            {price}
          </Text>
          <Button variant="subtle" color="gray" size="xs" onClick={() => form.setValues(blank)}>
            Clear
          </Button>
        </Group>
        <Button type="submit" loading={start.isPending} leftSection={<Sparkles size={16} />} fullWidth>
          {isEdit ? "Edit image" : `Generate ${media[kind].title.toLowerCase()}`}
        </Button>
      </Stack>
    </Paper>
  );
}
