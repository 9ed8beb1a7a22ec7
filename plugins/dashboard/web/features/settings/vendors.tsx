import { Badge, Box, Button, Card, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReadyFinding, SettingsModule } from "vireo/client";
import { Link, useSearchParams } from "wouter";
import { type Column, DataTable } from "../../ui/data-table";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { useReady, useVendors } from "./queries";
import { type Feature, findMissing, slots } from "./slots";
import { VendorDialog } from "./vendor-dialog";

const isSetUp = ({ settings }: SettingsModule): boolean => settings.some(({ source }) => source !== "default");

/** What is known of a vendor: whether it has a key, and whether its engines work with it. */
function describeStatus(vendor: SettingsModule, findings: readonly ReadyFinding[] | undefined) {
  if (vendor.restartNeeded) return { label: "Restart needed", color: "orange" };
  if (!isSetUp(vendor)) return { label: "Not set up", color: "gray" };
  if (!findings) return { label: "Checking…", color: "gray" };
  const own = findings.filter(({ name }) => name.split(":")[1] === vendor.module);
  const problem = own.find(({ state }) => state === "failed") ?? own.find(({ state }) => state === "warning");
  if (problem?.state === "failed") return { label: "Doesn't work", color: "red", detail: problem.detail };
  if (problem) return { label: "Check", color: "orange", detail: problem.detail };
  return own.length > 0 ? { label: "Works", color: "green" } : { label: "Key saved", color: "gray" };
}

interface VendorProps {
  vendor: SettingsModule;
  /** Undefined until they are read, which takes as long as the slowest vendor. */
  findings: readonly ReadyFinding[] | undefined;
}

function VendorStatus({ vendor, findings }: VendorProps) {
  const { label, color, detail } = describeStatus(vendor, findings);
  return (
    <>
      <Badge color={color} miw="max-content">
        {label}
      </Badge>
      {detail && (
        <Text size="xs" className="sentence" maw={360} style={{ overflowWrap: "anywhere" }}>
          {detail}
        </Text>
      )}
    </>
  );
}

const VendorName = ({ vendor, findings }: VendorProps) => (
  <>
    <Text size="sm" fw={600}>
      {vendor.title}
    </Text>
    <Text size="xs" c="dimmed">
      {vendor.description}
    </Text>
    <Box hiddenFrom="xs" mt={4}>
      <VendorStatus vendor={vendor} findings={findings} />
    </Box>
  </>
);

/** A feature without an engine, with a button for each vendor that offers it. */
const MissingCard = ({ slot, vendors }: Feature) => (
  <Card withBorder padding="md" component="section" aria-label={slots[slot]?.title ?? slot}>
    <Stack gap="xs" h="100%" justify="space-between">
      <div>
        <Text fw={600}>{slots[slot]?.title ?? slot}</Text>
        <Text size="sm" c="dimmed">
          {slots[slot]?.text}
        </Text>
      </div>
      <Group gap="xs">
        {vendors.map(({ module, title }) => (
          <Button key={module} component={Link} href={`/settings/vendors?vendor=${module}`} size="xs" variant="light">
            {title}
          </Button>
        ))}
      </Group>
    </Stack>
  </Card>
);

/** Shows the features that still need a vendor. Hidden if there are none. */
const MissingFeatures = ({ features }: { features: readonly Feature[] }) =>
  features.length > 0 && (
    <Panel title="Not set up yet">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md">
        {features.map((feature) => (
          <MissingCard key={feature.slot} {...feature} />
        ))}
      </SimpleGrid>
    </Panel>
  );

/** The vendor whose dialog is open. It is in the URL as `?vendor=fal`, so that it can be linked to. */
function useOpenVendor(): [name: string | null, open: (name: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const open = (name: string | undefined) => setParams(name ? { vendor: name } : {}, { replace: true });
  return [params.get("vendor"), open];
}

function VendorList({ vendors }: { vendors: readonly SettingsModule[] }) {
  const [name, open] = useOpenVendor();
  const { data: ready } = useReady();
  const current = vendors.find(({ module }) => module === name);
  const columns: readonly Column<SettingsModule>[] = [
    { title: "Vendor", cell: (vendor) => <VendorName vendor={vendor} findings={ready?.findings} /> },
    { title: "Status", from: "xs", cell: (vendor) => <VendorStatus vendor={vendor} findings={ready?.findings} /> },
    {
      title: "",
      cell: (vendor) => (
        <Button
          size="xs"
          variant="default"
          onClick={() => open(vendor.module)}
          aria-label={`${isSetUp(vendor) ? "Change" : "Set up"} ${vendor.title}`}
        >
          {isSetUp(vendor) ? "Change" : "Set up"}
        </Button>
      ),
    },
  ];
  return (
    <Stack gap="lg">
      <MissingFeatures features={findMissing(ready?.findings ?? [], vendors)} />
      <Panel title="Vendors">
        <Text size="sm" c="dimmed">
          Keys apply to all workspaces. They are stored encrypted and never shown again.
        </Text>
        <DataTable
          columns={columns}
          rows={vendors.toSorted((a, b) => a.title.localeCompare(b.title))}
          getKey={({ module }) => module}
        />
      </Panel>
      {current && <VendorDialog key={current.module} vendor={current} close={() => open(undefined)} />}
    </Stack>
  );
}

/** Sets up vendors. Shows which features still need one. */
export function Vendors() {
  const query = useVendors();
  return (
    <QueryView query={query} lines={8}>
      {({ modules }) => <VendorList vendors={modules} />}
    </QueryView>
  );
}
