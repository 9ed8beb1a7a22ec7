import { Badge, Code, Group, Stack, Table, Text } from "@mantine/core";
import type { Model } from "vireo/client";
import { useAllModels } from "../../ui/catalog";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { toLabel } from "../../ui/status";
import { TableHead } from "../../ui/table-head";

/** Titles of the kinds of models. */
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

const Row = ({ model }: { model: Model }) => (
  <Table.Tr>
    <Table.Td>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {model.title}
        </Text>
        {model.default && <Badge>Default</Badge>}
        {model.retiredAt && <Badge color="orange">Retires {model.retiredAt}</Badge>}
      </Group>
      <Code>{model.id}</Code>
    </Table.Td>
    <Table.Td>{model.engine}</Table.Td>
    <Table.Td visibleFrom="sm">
      <Text size="sm">{describeLimits(model)}</Text>
    </Table.Td>
    <Table.Td ta="right">{model.price && `${model.price.credits.toLocaleString()} per ${model.price.per}`}</Table.Td>
  </Table.Tr>
);

/** All models with their prices. */
export function Models() {
  return (
    <QueryView query={useAllModels()} lines={8}>
      {({ models }) => (
        <Stack gap="lg">
          {[...new Set(models.map(({ kind }) => kind))].map((kind) => (
            <Panel key={kind} title={titles[kind] ?? toLabel(kind)}>
              <Table>
                <TableHead
                  columns={["Model", "Engine", { title: "Limits", from: "sm" }, { title: "Credits", end: true }]}
                />
                <Table.Tbody>
                  {models
                    .filter((model) => model.kind === kind)
                    .map((model) => (
                      <Row key={`${model.engine}/${model.id}`} model={model} />
                    ))}
                </Table.Tbody>
              </Table>
            </Panel>
          ))}
        </Stack>
      )}
    </QueryView>
  );
}
