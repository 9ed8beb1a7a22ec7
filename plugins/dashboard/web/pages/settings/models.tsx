import { Badge, Code, Group, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Model } from "vireo/client";
import { vireo } from "../../api";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Panel } from "../../ui/panel";

const titles: Record<string, string> = {
  video: "Videos",
  image: "Pictures",
  music: "Tracks",
  edit: "Captions, overlays, voice-overs",
  analyse: "Analyses",
  plan: "Content plans",
  transcribe: "Listening",
  speak: "Speaking",
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
        {model.default && (
          <Badge variant="light" tt="none" autoContrast={false}>
            default
          </Badge>
        )}
        {model.retiredAt && (
          <Badge variant="light" color="orange" tt="none" autoContrast={false}>
            until {model.retiredAt}
          </Badge>
        )}
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

/** Everything that can be named as `model`, and what it costs. */
export function Models() {
  const { data, error, refetch } = useQuery({
    queryKey: ["models"],
    queryFn: () => vireo.models.list(),
    staleTime: 3_600_000,
  });
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Loading lines={8} />;
  return (
    <Stack gap="lg">
      {[...new Set(data.models.map(({ kind }) => kind))].map((kind) => (
        <Panel key={kind} title={titles[kind] ?? kind}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Model</Table.Th>
                <Table.Th>Engine</Table.Th>
                <Table.Th visibleFrom="sm">Limits</Table.Th>
                <Table.Th ta="right">Credits</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.models
                .filter((model) => model.kind === kind)
                .map((model) => (
                  <Row key={`${model.engine}/${model.id}`} model={model} />
                ))}
            </Table.Tbody>
          </Table>
        </Panel>
      ))}
    </Stack>
  );
}
