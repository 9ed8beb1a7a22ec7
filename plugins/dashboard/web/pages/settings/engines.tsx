import { Alert, Box, Button, Group, Stack, Table, Text } from "@mantine/core";
import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from "lucide-react";
import type { ReadyFinding } from "vireo/client";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Panel } from "../../ui/panel";
import { Status } from "../../ui/status";
import { useReady } from "./use-ready";

const jobs: Record<string, string> = {
  image: "Makes pictures",
  video: "Makes videos",
  music: "Makes tracks",
  edit: "Captions, overlays, voice-overs",
  analyse: "Looks into videos",
  plan: "Plans content",
  embed: "Finds by meaning",
  transcribe: "Listens for captions",
  speak: "Speaks voice-overs",
  social: "Publishes",
  scrape: "Finds videos elsewhere",
};

const Rows = ({ findings }: { findings: readonly ReadyFinding[] }) => (
  <Table>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Part</Table.Th>
        <Table.Th visibleFrom="sm">State</Table.Th>
        <Table.Th>What it says</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {findings.map(({ name, state, detail, advice }) => {
        const [slot = "", engine] = name.split(":");
        return (
          <Table.Tr key={name}>
            <Table.Td>
              <Text size="sm" fw={600}>
                {engine ?? slot}
              </Text>
              {jobs[slot] && (
                <Text size="xs" c="dimmed">
                  {jobs[slot]}
                </Text>
              )}
              <Box hiddenFrom="sm" mt={4}>
                <Status value={state} />
              </Box>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Status value={state} />
            </Table.Td>
            <Table.Td>
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {detail}
              </Text>
              {advice && (
                <Text size="sm" fw={550} mt={2}>
                  {advice}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        );
      })}
    </Table.Tbody>
  </Table>
);

function Summary({ findings }: { findings: readonly ReadyFinding[] }) {
  const count = (state: ReadyFinding["state"]) => findings.filter((one) => one.state === state).length;
  const [failed, warnings] = [count("failed"), count("warning")];
  if (failed > 0)
    return (
      <Alert
        color="red"
        icon={<CircleAlert />}
        title={failed === 1 ? "One part has failed" : `${failed} parts have failed`}
      >
        See below what they say and what to do.
      </Alert>
    );
  if (warnings > 0)
    return (
      <Alert
        color="orange"
        icon={<TriangleAlert />}
        title={warnings === 1 ? "It works, with one warning" : `It works, with ${warnings} warnings`}
      >
        See below what they say and what would be better.
      </Alert>
    );
  return <Alert color="green" icon={<CircleCheck />} title="Everything works" />;
}

const worstFirst = { failed: 0, warning: 1, ok: 2 } as const;

/** What works, what does not, and what to do about it. */
export function Engines() {
  const { data, error, refetch, isFetching } = useReady();
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Loading lines={8} />;
  const findings = (data.findings ?? []).toSorted((a, b) => worstFirst[a.state] - worstFirst[b.state]);
  const isEngine = ({ name }: ReadyFinding) => jobs[name.split(":")[0] ?? ""] !== undefined;
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Box flex={1} miw={260}>
          <Summary findings={findings} />
        </Box>
        <Button
          variant="default"
          leftSection={<RefreshCw size={16} aria-hidden />}
          loading={isFetching}
          onClick={() => refetch()}
        >
          Check again
        </Button>
      </Group>
      <Panel title="Engines">
        <Text size="sm" c="dimmed">
          Engines come from plug-ins; keys are set in the environment or in vireo.config.ts, and read at the start.
        </Text>
        <Rows findings={findings.filter(isEngine)} />
      </Panel>
      <Panel title="Server">
        <Rows findings={findings.filter((one) => !isEngine(one))} />
      </Panel>
    </Stack>
  );
}
