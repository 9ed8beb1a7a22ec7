import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { Clapperboard, Plus, RotateCcw, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { VideoPart, VideoScene, VideoWarning } from "vireo/client";
import { useSubmit } from "../../ui/form";
import { pluralise } from "../../ui/numbers";
import { Panel } from "../../ui/panel";
import { type Format, writeStoryboard } from "./generate";
import { getSource, isNarrated } from "./narration";
import { PromptParts, showPart } from "./prompt-parts";
import { SceneCard } from "./scene-card";
import type { CreateForm } from "./use-create-form";

const MAX_SCENES = 40;

interface Props {
  form: CreateForm;
  format: Format;
}

function SceneList({ form }: { form: CreateForm }) {
  const { scenes } = form.values;
  const change = (next: VideoScene[]) => form.setValues({ scenes: next });
  return (
    <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
      {scenes.map((scene, index) => (
        <SceneCard
          // biome-ignore lint/suspicious/noArrayIndexKey: scenes have no other identity, and their texts change
          key={index}
          scene={scene}
          number={index + 1}
          isLast={index === scenes.length - 1}
          error={(form.errors[`scenes.${index}`] ?? form.errors[`scenes.${index}.narration`]) as string | undefined}
          change={(patch) => change(scenes.with(index, { ...scene, ...patch }))}
          move={(by) => change(scenes.toSpliced(index, 1).toSpliced(index + by, 0, scene))}
          remove={() => change(scenes.toSpliced(index, 1))}
        />
      ))}
    </Stack>
  );
}

const Warnings = ({ warnings }: { warnings: readonly VideoWarning[] }) =>
  warnings.length > 0 && (
    <Alert color="orange" icon={<TriangleAlert />} title="Check before you generate">
      {warnings.map(({ code, message }) => (
        <Text key={code} size="sm">
          {message}
        </Text>
      ))}
    </Alert>
  );

/** Edits the scenes of a video. Without scenes, shows a button that writes them from the prompt or script. */
export function Storyboard({ form, format }: Props) {
  const { scenes, scenesPrompt } = form.values;
  const source = getSource(form.values);
  const [name, scene] = isNarrated(form.values)
    ? [form.values.videoType, { kind: "media", narration: "" } as const]
    : ["prompt", { kind: "point", text: "" } as const];
  const [warnings, setWarnings] = useState<readonly VideoWarning[]>([]);
  const [parts, setParts] = useState<readonly VideoPart[]>([]);
  const write = useSubmit(form, async (values) => {
    const storyboard = await writeStoryboard(values, format);
    setWarnings(storyboard.warnings);
    setParts(storyboard.parts ?? []);
    form.setValues({ scenes: storyboard.scenes, scenesPrompt: getSource(values) });
  });
  const run = () => write.mutate(form.values);
  if (scenes.length === 0) {
    return (
      <Group>
        <Button
          variant="light"
          size="xs"
          leftSection={<Clapperboard size={14} />}
          disabled={!source.trim()}
          loading={write.isPending}
          onClick={run}
        >
          Preview storyboard
        </Button>
        <Text size="xs" c="dimmed">
          Free. See and edit every scene first.
        </Text>
      </Group>
    );
  }
  const show = (at: number) => {
    const next = showPart(parts, at, scenes);
    setParts(next.parts);
    form.setValues({ scenes: next.scenes });
  };
  const isOutdated = source.trim() !== "" && source !== scenesPrompt;
  const actions = (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => form.setValues({ scenes: [] })}>
        Remove
      </Button>
      <Button
        size="xs"
        variant={isOutdated ? "light" : "default"}
        leftSection={<RotateCcw size={14} />}
        disabled={!source.trim()}
        loading={write.isPending}
        onClick={run}
      >
        Rewrite
      </Button>
    </Group>
  );
  return (
    <Panel title="Storyboard" action={actions}>
      <Text size="sm" c="dimmed">
        {pluralise(scenes.length, "scene")}, shown word for word.
        {isOutdated && ` The ${name} has changed since; rewrite the storyboard to use it.`}
      </Text>
      <Warnings warnings={warnings} />
      <SceneList form={form} />
      {scenes.length < MAX_SCENES && (
        <Group>
          <Button
            size="xs"
            variant="light"
            leftSection={<Plus size={14} />}
            onClick={() => form.setValues({ scenes: [...scenes, scene] })}
          >
            Add scene
          </Button>
        </Group>
      )}
      {!isOutdated && <PromptParts parts={parts} show={show} />}
    </Panel>
  );
}
