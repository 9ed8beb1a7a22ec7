import { Anchor, Badge, Group, Skeleton, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";
import { Failure } from "../../ui/failure";
import { Panel } from "../../ui/panel";

export function About() {
  const health = useQuery({ queryKey: ["health"], queryFn: () => vireo.health.get() });
  const versions = useQuery({
    queryKey: ["versions"],
    queryFn: () => vireo.versions.list(),
    staleTime: 3_600_000,
  });
  const error = health.error ?? versions.error;
  return (
    <Stack gap="lg" maw={800}>
      {error && <Failure error={error} />}
      <Panel title="This server">
        <Text>
          Vireo {health.data?.version} at {location.origin}
        </Text>
        <Group gap="lg">
          <Anchor href="/docs">API reference</Anchor>
          <Anchor href="/openapi.json">OpenAPI document</Anchor>
        </Group>
      </Panel>
      <Panel title="API versions">
        <Text size="sm" c="dimmed">
          Without a pin a call gets the newest. Pin a key, or send the header <code>Service-Version</code>.
        </Text>
        {!versions.data && <Skeleton h={120} />}
        {versions.data && (
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Version</Table.Th>
                <Table.Th>What changed</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {versions.data.versions.map(({ version, summary, latest }) => (
                <Table.Tr key={version}>
                  <Table.Td fw={600} style={{ verticalAlign: "top" }}>
                    <Group gap="xs">
                      <span style={{ whiteSpace: "nowrap" }}>{version}</span>
                      {latest && (
                        <Badge variant="light" tt="none" autoContrast={false}>
                          newest
                        </Badge>
                      )}
                    </Group>
                  </Table.Td>
                  <Table.Td>{summary}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Panel>
    </Stack>
  );
}
