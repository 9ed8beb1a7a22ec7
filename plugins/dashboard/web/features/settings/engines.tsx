import { Alert, Anchor, Box, Button, Group, Stack, Text } from "@mantine/core";
import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from "lucide-react";
import type { ReadyFinding } from "vireo/client";
import { Link } from "wouter";
import { type Column, DataTable } from "../../ui/data-table";
import { pluralise } from "../../ui/numbers";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { Status } from "../../ui/status";
import { slots } from "./slots";
import { useReady } from "./use-ready";

const columns: readonly Column<ReadyFinding>[] = [
  {
    title: "Component",
    cell: ({ name, state }) => {
      const [slot = "", engine] = name.split(":");
      return (
        <>
          <Text size="sm" fw={600}>
            {engine ?? slot}
          </Text>
          {slots[slot]?.title && (
            <Text size="xs" c="dimmed">
              {slots[slot].title}
            </Text>
          )}
          <Box hiddenFrom="sm" mt={4}>
            <Status value={state} />
          </Box>
        </>
      );
    },
  },
  { title: "Status", from: "sm", cell: ({ state }) => <Status value={state} /> },
  {
    title: "Details",
    cell: ({ detail, advice }) => (
      <>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {detail}
        </Text>
        {advice && (
          <Text size="sm" fw={550} mt={2}>
            {advice}
          </Text>
        )}
      </>
    ),
  },
];

const Findings = ({ findings }: { findings: readonly ReadyFinding[] }) => (
  <DataTable columns={columns} rows={findings} getKey={({ name }) => name} />
);

function Summary({ findings }: { findings: readonly ReadyFinding[] }) {
  const count = (state: ReadyFinding["state"]) => findings.filter((finding) => finding.state === state).length;
  const [failed, warnings] = [count("failed"), count("warning")];
  if (failed > 0)
    return <Alert color="red" icon={<CircleAlert />} title={`${pluralise(failed, "component")} failed`} />;
  if (warnings > 0)
    return <Alert color="orange" icon={<TriangleAlert />} title={`Running with ${pluralise(warnings, "warning")}`} />;
  return <Alert color="green" icon={<CircleCheck />} title="All systems operational" />;
}

const severity = { failed: 0, warning: 1, ok: 2 } as const;
const isEngine = ({ name }: ReadyFinding) => slots[name.split(":")[0] ?? ""] !== undefined;

/** Shows the health of all engines and of the server. */
export function Engines() {
  const query = useReady();
  return (
    <QueryView query={query} lines={8}>
      {({ findings = [] }) => {
        const sorted = findings.toSorted((a, b) => severity[a.state] - severity[b.state]);
        return (
          <Stack gap="lg">
            <Group justify="space-between" align="flex-start">
              <Box flex={1} miw={260}>
                <Summary findings={findings} />
              </Box>
              <Button
                variant="default"
                leftSection={<RefreshCw size={16} />}
                loading={query.isFetching}
                onClick={() => query.refetch()}
              >
                Check again
              </Button>
            </Group>
            <Panel title="Engines">
              <Text size="sm" c="dimmed">
                Enter the keys of vendors in{" "}
                <Anchor component={Link} href="/settings/vendors" size="sm" underline="always">
                  Vendors
                </Anchor>
                , or set them in the environment or in vireo.config.ts.
              </Text>
              <Findings findings={sorted.filter(isEngine)} />
            </Panel>
            <Panel title="Server">
              <Findings findings={sorted.filter((finding) => !isEngine(finding))} />
            </Panel>
          </Stack>
        );
      }}
    </QueryView>
  );
}
