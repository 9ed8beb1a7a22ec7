import { Button, Code, Table, Text } from "@mantine/core";
import { Link } from "wouter";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { TableHead } from "../../ui/table-head";
import { useModules } from "./use-modules";

/** Installed modules and plug-ins. */
export function PlugIns() {
  return (
    <QueryView query={useModules()} lines={8}>
      {({ modules }) => (
        <Panel title="Modules and plug-ins">
          <Text size="sm" c="dimmed">
            To add your own plug-in, set <Code>VIREO_PLUGINS</Code> to its path and restart the server.
          </Text>
          <Table>
            <TableHead columns={["Name", "Description"]} />
            <Table.Tbody>
              {modules.map(({ name, description, page }) => (
                <Table.Tr key={name}>
                  <Table.Td fw={600}>{name}</Table.Td>
                  <Table.Td>
                    <Text size="sm">{description}</Text>
                    {page && (
                      <Button component={Link} href={`/settings/${name}`} size="compact-xs" variant="light" mt={4}>
                        Open {page.title}
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Panel>
      )}
    </QueryView>
  );
}
