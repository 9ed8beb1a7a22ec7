import { Anchor, Badge, Code, Group, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useVersions } from "../../ui/catalog";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { TableHead } from "../../ui/table-head";

export function About() {
  const health = useQuery({ queryKey: keys.health, queryFn: () => vireo.health.get() });
  const versions = useVersions();
  return (
    <Stack gap="lg" maw={800}>
      <Panel title="Server">
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
          Requests use the latest version. To pin a version, set it on the API key or send the{" "}
          <Code>Service-Version</Code> header.
        </Text>
        <QueryView query={versions}>
          {({ versions }) => (
            <Table>
              <TableHead columns={["Version", "Changes"]} />
              <Table.Tbody>
                {versions.map(({ version, summary, latest }) => (
                  <Table.Tr key={version}>
                    <Table.Td fw={600} style={{ verticalAlign: "top" }}>
                      <Group gap="xs">
                        <span style={{ whiteSpace: "nowrap" }}>{version}</span>
                        {latest && <Badge>Latest</Badge>}
                      </Group>
                    </Table.Td>
                    <Table.Td>{summary}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
        </QueryView>
      </Panel>
    </Stack>
  );
}
