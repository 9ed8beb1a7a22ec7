import { Anchor, Badge, Code, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useVersions } from "../../ui/catalog";
import { DataTable } from "../../ui/data-table";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";

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
            <DataTable
              columns={[
                {
                  title: "Version",
                  cell: ({ version, latest }) => (
                    <Group gap="xs">
                      <Text span inherit fw={600} style={{ whiteSpace: "nowrap" }}>
                        {version}
                      </Text>
                      {latest && <Badge>Latest</Badge>}
                    </Group>
                  ),
                },
                { title: "Changes", cell: ({ summary }) => summary },
              ]}
              rows={versions}
              getKey={({ version }) => version}
            />
          )}
        </QueryView>
      </Panel>
    </Stack>
  );
}
