import { Badge, Code, Group, Stack, Text } from "@mantine/core";
import type { Model } from "vireo/client";
import { useAllModels } from "../../ui/catalog";
import { type Column, DataTable } from "../../ui/data-table";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { toLabel } from "../../ui/status";

/** Titles of model kinds. */
const titles: Record<string, string> = {
  video: "Videos",
  image: "Images",
  edit: "Captions, overlays, voice-overs",
  analyse: "Video analysis",
  plan: "Content plans",
  transcribe: "Transcription",
  speak: "Text to speech",
};

const describeLimits = ({ duration, aspectRatios, resolutions }: Model): string =>
  [duration && `${duration.min} to ${duration.max} s`, aspectRatios?.join(", "), resolutions?.join(", ")]
    .filter(Boolean)
    .join(" · ");

const columns: readonly Column<Model>[] = [
  {
    title: "Model",
    cell: ({ id, title, default: isDefault, retiredAt }) => (
      <>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {title}
          </Text>
          {isDefault && <Badge>Default</Badge>}
          {retiredAt && <Badge color="orange">Retires {retiredAt}</Badge>}
        </Group>
        <Code>{id}</Code>
      </>
    ),
  },
  { title: "Engine", cell: ({ engine }) => engine },
  { title: "Limits", from: "sm", cell: (model) => <Text size="sm">{describeLimits(model)}</Text> },
  { title: "Credits", end: true, cell: ({ price }) => price && `${price.credits.toLocaleString()} per ${price.per}` },
];

/** Lists all models with their prices. */
export function Models() {
  return (
    <QueryView query={useAllModels()} lines={8}>
      {({ models }) => (
        <Stack gap="lg">
          {[...new Set(models.map(({ kind }) => kind))].map((kind) => (
            <Panel key={kind} title={titles[kind] ?? toLabel(kind)}>
              <DataTable
                columns={columns}
                rows={models.filter((model) => model.kind === kind)}
                getKey={({ engine, id }) => `${engine}/${id}`}
              />
            </Panel>
          ))}
        </Stack>
      )}
    </QueryView>
  );
}
