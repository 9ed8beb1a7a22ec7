import { Alert, Anchor, Badge, Button, Card, Code, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from "lucide-react";
import type { Model, Module, ReadyFinding, SettingsModule } from "vireo/client";
import { Link } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { useAllModels, useVersions } from "../../ui/catalog";
import { type Column, DataTable } from "../../ui/data-table";
import { pluralise } from "../../ui/numbers";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { Status, toLabel } from "../../ui/status";
import { useModules, useReady, useVendors } from "./queries";
import { findMissing, slots } from "./slots";

/** The slot and the engine of a finding. Findings about the server itself have no engine. */
const parseName = (name: string) => {
  const [slot = "", engine] = name.split(":");
  return { slot, engine, title: slots[slot]?.title ?? toLabel(slot) };
};

const findingColumns: readonly Column<ReadyFinding>[] = [
  {
    title: "Component",
    cell: ({ name }) => {
      const { engine, title } = parseName(name);
      return (
        <Text size="sm" fw={500}>
          {title}
          {engine && (
            <Text span inherit fw={400} c="dimmed">
              {` ${engine}`}
            </Text>
          )}
        </Text>
      );
    },
  },
  {
    title: "Details",
    cell: ({ detail }) => (
      <Text size="sm" className="sentence" style={{ overflowWrap: "anywhere" }}>
        {detail}
      </Text>
    ),
  },
];

function Summary({ findings }: { findings: readonly ReadyFinding[] }) {
  const count = (state: ReadyFinding["state"]) => findings.filter((finding) => finding.state === state).length;
  const [failed, warnings] = [count("failed"), count("warning")];
  if (failed > 0)
    return <Alert color="red" icon={<CircleAlert />} title={`${pluralise(failed, "component")} failed`} />;
  if (warnings > 0)
    return <Alert color="orange" icon={<TriangleAlert />} title={`Running with ${pluralise(warnings, "warning")}`} />;
  return <Alert color="green" icon={<CircleCheck />} title="All systems operational" />;
}

/** A component that needs attention, with the next step. */
function ProblemCard({ finding, vendor }: { finding: ReadyFinding; vendor: SettingsModule | undefined }) {
  const { name, state, detail, advice } = finding;
  const { engine, title: slot } = parseName(name);
  const title = [slot, vendor?.title ?? engine].filter(Boolean).join(": ");
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Stack gap={6} align="flex-start">
        <Group justify="space-between" w="100%" wrap="nowrap" align="flex-start">
          <Text fw={600}>{title}</Text>
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

/** What needs attention, and all components that work. For administrators. */
function Health() {
  const query = useReady();
  const { data } = useVendors();
  const vendors = data?.modules ?? [];
  return (
    <QueryView query={query} lines={8}>
      {({ findings = [] }) => {
        const missing = findMissing(findings, vendors);
        const problems = findings
          .filter(({ state, name }) => state !== "ok" && !missing.some(({ slot }) => slot === name))
          .toSorted((a, b) => Number(b.state === "failed") - Number(a.state === "failed"));
        return (
          <>
            <Group justify="space-between" align="flex-start">
              <Stack flex={1} miw={260} gap="xs">
                <Summary findings={problems} />
                {missing.length > 0 && (
                  <Text size="sm">
                    {`${pluralise(missing.length, "feature")} not set up yet. `}
                    <Anchor component={Link} href="/settings/vendors" inherit underline="always">
                      Set up a vendor
                    </Anchor>
                  </Text>
                )}
              </Stack>
              <Button
                variant="default"
                leftSection={<RefreshCw size={16} />}
                loading={query.isFetching}
                onClick={() => query.refetch()}
              >
                Check again
              </Button>
            </Group>
            {problems.length > 0 && (
              <Panel title="Needs attention">
                <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
                  {problems.map((finding) => (
                    <ProblemCard
                      key={finding.name}
                      finding={finding}
                      vendor={vendors.find(({ module }) => module === parseName(finding.name).engine)}
                    />
                  ))}
                </SimpleGrid>
              </Panel>
            )}
            <Panel title="Engines and services">
              <DataTable
                columns={findingColumns}
                rows={findings.filter(({ state }) => state === "ok")}
                getKey={({ name }) => name}
              />
            </Panel>
          </>
        );
      }}
    </QueryView>
  );
}

const describeLimits = ({ duration, aspectRatios, resolutions }: Model): string =>
  [duration && `${duration.min} to ${duration.max} s`, aspectRatios?.join(", "), resolutions?.join(", ")]
    .filter(Boolean)
    .join(" · ");

const modelColumns: readonly Column<Model>[] = [
  {
    title: "Model",
    cell: ({ id, title, default: isDefault, retiredAt }) => (
      <>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {title}
          </Text>
          {isDefault && <Badge>Default</Badge>}
          {retiredAt && <Badge color="orange">Retires {retiredAt}</Badge>}
        </Group>
        <Code>{id}</Code>
      </>
    ),
  },
  { title: "For", cell: ({ kind }) => slots[kind]?.title ?? toLabel(kind) },
  { title: "Engine", from: "sm", cell: ({ engine }) => engine },
  { title: "Limits", from: "md", cell: (model) => <Text size="sm">{describeLimits(model)}</Text> },
  { title: "Credits", end: true, cell: ({ price }) => price && `${price.credits.toLocaleString()} per ${price.per}` },
];

const moduleColumns: readonly Column<Module>[] = [
  {
    title: "Name",
    cell: ({ name }) => (
      <Text fz="sm" fw={500}>
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

/** Health, models, plug-ins and versions of the server. */
export function Server() {
  const isAdmin = useCan("admin");
  const health = useQuery({ queryKey: keys.health, queryFn: () => vireo.health.get() });
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Vireo {health.data?.version} at {location.origin}
        </Text>
        <Group gap="lg">
          <Anchor href="/docs" size="sm">
            API reference
          </Anchor>
          <Anchor href="/openapi.json" size="sm">
            OpenAPI document
          </Anchor>
        </Group>
      </Group>
      {isAdmin && <Health />}
      <Panel title="Models">
        <QueryView query={useAllModels()} lines={8}>
          {({ models }) => (
            <DataTable
              columns={modelColumns}
              rows={models}
              getKey={({ kind, engine, id }) => `${kind} ${engine} ${id}`}
            />
          )}
        </QueryView>
      </Panel>
      <Panel title="Modules and plug-ins">
        <Text size="sm" c="dimmed">
          To add your own plug-in, name it in the server's configuration and restart the server.
        </Text>
        <QueryView query={useModules()} lines={8}>
          {({ modules }) => <DataTable columns={moduleColumns} rows={modules} getKey={({ name }) => name} />}
        </QueryView>
      </Panel>
      <Panel title="API versions">
        <Text size="sm" c="dimmed">
          Requests use the latest version. To pin a version, set it on the API key or send the{" "}
          <Code>Service-Version</Code> header.
        </Text>
        <QueryView query={useVersions()}>
          {({ versions }) => (
            <DataTable
              columns={[
                {
                  title: "Version",
                  cell: ({ version, latest }) => (
                    <Group gap="xs">
                      <Text span inherit fw={500} style={{ whiteSpace: "nowrap" }}>
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
