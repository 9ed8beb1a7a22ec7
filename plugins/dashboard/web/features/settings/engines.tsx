import { Alert, Box, Button, Card, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from "lucide-react";
import type { ReadyFinding, SettingsModule } from "vireo/client";
import { Link } from "wouter";
import { type Column, DataTable } from "../../ui/data-table";
import { pluralise } from "../../ui/numbers";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { Status } from "../../ui/status";
import { findMissing, MissingFeatures } from "./missing-features";
import { slots } from "./slots";
import { useReady } from "./use-ready";
import { useVendors } from "./use-vendors";

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
    cell: ({ detail }) => (
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {detail}
      </Text>
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

const isEngine = ({ name }: ReadyFinding) => slots[name.split(":")[0] ?? ""] !== undefined;

interface ProblemProps {
  finding: ReadyFinding;
  vendors: readonly SettingsModule[];
}

/** A component that needs attention, with the next step. */
function ProblemCard({ finding, vendors }: ProblemProps) {
  const { name, state, detail, advice } = finding;
  const [slot = "", engine] = name.split(":");
  const vendor = vendors.find(({ module }) => module === engine);
  const title = [slots[slot]?.title ?? slot, vendor?.title ?? engine].filter(Boolean).join(": ");
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Stack gap={6} align="flex-start">
        <Group justify="space-between" w="100%" wrap="nowrap" align="flex-start">
          <Text fw={600} className="sentence">
            {title}
          </Text>
          <Status value={state} />
        </Group>
        <Text size="sm" c="dimmed" className="sentence" style={{ overflowWrap: "anywhere" }}>
          {detail}
        </Text>
        {advice && <Text size="sm">{advice}</Text>}
        {vendor && (
          <Button component={Link} href={`/settings/vendors?vendor=${vendor.module}`} size="xs" variant="light">
            Check its settings
          </Button>
        )}
      </Stack>
    </Card>
  );
}

/** The next steps of an administrator: features to set up, and components that need attention. */
function NextSteps({ findings }: { findings: readonly ReadyFinding[] }) {
  const { data } = useVendors();
  const vendors = data?.modules ?? [];
  const missing = findMissing(findings, vendors);
  const problems = findings.filter(({ state, name }) => state !== "ok" && !missing.some(({ slot }) => slot === name));
  return (
    <>
      {problems.length > 0 && (
        <Panel title="Needs attention">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {problems.toSorted(compareSeverity).map((finding) => (
              <ProblemCard key={finding.name} finding={finding} vendors={vendors} />
            ))}
          </SimpleGrid>
        </Panel>
      )}
      <MissingFeatures features={missing} />
    </>
  );
}

const compareSeverity = (a: ReadyFinding, b: ReadyFinding) =>
  Number(b.state === "failed") - Number(a.state === "failed");

/** Shows the health of all engines and of the server. */
export function Engines() {
  const query = useReady();
  return (
    <QueryView query={query} lines={8}>
      {({ findings = [] }) => {
        const working = findings.filter(({ state }) => state === "ok");
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
            <NextSteps findings={findings} />
            <Panel title="Engines">
              <Findings findings={working.filter(isEngine)} />
            </Panel>
            <Panel title="Server">
              <Findings findings={working.filter((finding) => !isEngine(finding))} />
            </Panel>
          </Stack>
        );
      }}
    </QueryView>
  );
}
