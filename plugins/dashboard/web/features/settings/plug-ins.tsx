import { Button, Code, Text } from "@mantine/core";
import type { Module } from "vireo/client";
import { Link } from "wouter";
import { type Column, DataTable } from "../../ui/data-table";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { useModules } from "./use-modules";

const columns: readonly Column<Module>[] = [
  {
    title: "Name",
    cell: ({ name }) => (
      <Text span inherit fw={600}>
        {name}
      </Text>
    ),
  },
  {
    title: "Description",
    cell: ({ name, description, page }) => (
      <>
        <Text size="sm">{description}</Text>
        {page && (
          <Button component={Link} href={`/settings/${name}`} size="compact-xs" variant="light" mt={4}>
            Open {page.title}
          </Button>
        )}
      </>
    ),
  },
];

/** Lists installed modules and plug-ins. */
export function PlugIns() {
  return (
    <QueryView query={useModules()} lines={8}>
      {({ modules }) => (
        <Panel title="Modules and plug-ins">
          <Text size="sm" c="dimmed">
            To add your own plug-in, set <Code>VIREO_PLUGINS</Code> to its path and restart the server.
          </Text>
          <DataTable columns={columns} rows={modules} getKey={({ name }) => name} />
        </Panel>
      )}
    </QueryView>
  );
}
