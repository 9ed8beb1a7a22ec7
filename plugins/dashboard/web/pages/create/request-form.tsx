import { Accordion, Alert, Button, Group, Paper, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { Sparkles } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef } from "react";
import { VireoError } from "vireo/client";
import { useAction } from "../../ui/action";
import { Brand } from "../../ui/brand-fields";
import { type Kind, media } from "../../ui/media";
import { useModels, usePrices } from "../../ui/prices";
import { More } from "./advanced-fields";
import { ShapeChoice } from "./format-fields";
import { resolveFormat, start } from "./generate";
import { Pictures } from "./image-fields";
import { ModelChoice } from "./model-field";
import { remember } from "./recent-requests";
import { blank, type Form } from "./use-create-form";

const LONGEST = { video: 5000, image: 2000, music: 2000 } as const;
const examples: Record<Kind, string> = {
  video: "Cold brew that hits different: three reasons to switch, ending on the can",
  image: "Poster for a weekend sale of ceramic mugs, warm light, big friendly title",
  music: "Lo-fi hip hop, 80 bpm, warm piano, vinyl crackle, calm",
};

interface Props {
  kind: Kind;
  form: Form;
  change(patch: Partial<Form>): void;
  /** Told when something was started. */
  started(): void;
}

/** What to make: the form, what it costs, and the start. */
export function RequestForm({ kind, form, change, started }: Props) {
  const models = useModels(kind);
  const prices = usePrices();
  const element = useRef<HTMLFormElement>(null);
  const model = models?.find(({ id }) => id === form.model) ?? models?.find((one) => one.default);
  const shape = resolveFormat(kind, form, model);
  const editing = kind === "image" && form.imageUrl !== "";
  const price = editing ? prices.ofCall("imageEdit") : prices.ofModel(model, kind === "video" ? shape.duration : 1);
  const act = useAction(
    async () => {
      remember(await start(kind, form, shape), form);
      started();
    },
    { changes: [media[kind].key, "credits"] },
  );
  const errors = act.error instanceof VireoError ? act.error.errors : {};

  const submit = (event: FormEvent) => {
    event.preventDefault();
    act.mutate(undefined);
  };
  const shortcut = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) element.current?.requestSubmit();
  };
  if (models?.length === 0) {
    return (
      <Alert color="orange" variant="light" title="No engine makes this yet">
        The operator can add one: see the settings in the README.
      </Alert>
    );
  }
  return (
    <Paper component="form" withBorder p="md" onSubmit={submit} ref={element}>
      <Stack gap="md">
        <Textarea
          label={editing ? "What to change" : "Prompt"}
          description={editing ? "The picture below is changed as you say." : undefined}
          placeholder={`For example: ${examples[kind]}`}
          value={form.prompt}
          onChange={(event) => change({ prompt: event.currentTarget.value })}
          onKeyDown={shortcut}
          error={errors.prompt?.[0]}
          maxLength={LONGEST[kind]}
          minRows={4}
          maxRows={14}
          autosize
          required
        />
        <ModelChoice models={models} model={model} error={errors.model?.[0]} onChange={(id) => change({ model: id })} />
        <ShapeChoice {...{ form, shape, change, errors }} isEdit={editing} />
        {kind === "music" && (
          <>
            <Switch
              label="Instrumental, no vocals"
              checked={form.instrumental}
              onChange={(event) => change({ instrumental: event.currentTarget.checked })}
            />
            <Group grow align="flex-start">
              <TextInput
                label="Title"
                value={form.title}
                maxLength={200}
                error={errors.title?.[0]}
                onChange={(event) => change({ title: event.currentTarget.value })}
              />
              <TextInput
                label="Style"
                placeholder="lo-fi, warm"
                value={form.style}
                maxLength={500}
                error={errors.style?.[0]}
                onChange={(event) => change({ style: event.currentTarget.value })}
              />
            </Group>
          </>
        )}
        {kind !== "music" && (
          <Accordion multiple keepMounted={false} variant="contained" defaultValue={opened(form)}>
            <Accordion.Item value="pictures">
              <Accordion.Control>Pictures</Accordion.Control>
              <Accordion.Panel>
                <Pictures {...{ kind, form, change, errors }} />
              </Accordion.Panel>
            </Accordion.Item>
            <Accordion.Item value="brand">
              <Accordion.Control>Brand</Accordion.Control>
              <Accordion.Panel>
                <Brand {...{ kind, form, change, errors }} />
              </Accordion.Panel>
            </Accordion.Item>
            {kind === "video" && (
              <Accordion.Item value="more">
                <Accordion.Control>More</Accordion.Control>
                <Accordion.Panel>
                  <More {...{ form, change, errors }} />
                </Accordion.Panel>
              </Accordion.Item>
            )}
          </Accordion>
        )}
        <Stack gap="xs">
          <Group justify="space-between" mih={30}>
            <Text size="sm" fw={550} aria-live="polite">
              {price}
            </Text>
            <Button variant="subtle" color="gray" size="xs" onClick={() => change(blank)}>
              Clear the form
            </Button>
          </Group>
          <Button type="submit" loading={act.isPending} leftSection={<Sparkles size={16} aria-hidden />} fullWidth>
            {editing ? "Change the picture" : `Make the ${media[kind].one}`}
          </Button>
        </Stack>
      </Stack>
    </Paper>
  );
}

/** What is filled in is shown. */
const opened = (form: Form): string[] => [
  ...(form.imageUrl || form.referenceImageUrls.length ? ["pictures"] : []),
  ...(form.personaId || form.productId || form.styleId || form.characterId || form.messagingId ? ["brand"] : []),
  ...(form.musicId || form.negativePrompt || form.seed !== "" ? ["more"] : []),
];
