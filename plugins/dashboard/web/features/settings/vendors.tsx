import { Badge, Box, Button, Card, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReadyFinding, SettingsModule } from "vireo/client";
import { useSearchParams } from "wouter";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { type Column, DataTable } from "../../ui/data-table";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { slots } from "./slots";
import { useReady } from "./use-ready";
import { VendorDialog } from "./vendor-dialog";

const isSetUp = ({ settings }: SettingsModule): boolean => settings.some(({ source }) => source !== "default");
const isSet = ({ settings }: SettingsModule, source: string) => settings.some((setting) => setting.source === source);

const VendorStatus = ({ vendor }: { vendor: SettingsModule }) => {
  if (vendor.restartNeeded)
    return (
      <Badge color="orange" miw="max-content">
        Restart needed
      </Badge>
    );
  if (!isSetUp(vendor))
    return (
      <Badge color="gray" miw="max-content">
        Not set up
      </Badge>
    );
  return (
    <Badge color="green" miw="max-content">
      {isSet(vendor, "dashboard") ? "Set up" : "Set up on the server"}
    </Badge>
  );
};

const VendorName = ({ vendor }: { vendor: SettingsModule }) => (
  <>
    <Text size="sm" fw={600}>
      {vendor.title}
    </Text>
    <Text size="xs" c="dimmed">
      {vendor.description}
    </Text>
    <Box hiddenFrom="xs" mt={4}>
      <VendorStatus vendor={vendor} />
    </Box>
  </>
);

interface MissingProps {
  slot: string;
  vendors: readonly SettingsModule[];
  open(vendor: SettingsModule): void;
}

/** A feature without an engine, with the vendors that offer it. */
const MissingCard = ({ slot, vendors, open }: MissingProps) => (
  <Card withBorder padding="md" component="section" aria-label={slots[slot]?.title ?? slot}>
    <Stack gap="xs" h="100%" justify="space-between">
      <div>
        <Text fw={600}>{slots[slot]?.title ?? slot}</Text>
        <Text size="sm" c="dimmed">
          {slots[slot]?.text}
        </Text>
      </div>
      <Group gap="xs">
        {vendors.map((vendor) => (
          <Button key={vendor.module} size="xs" variant="light" onClick={() => open(vendor)}>
            {vendor.title}
          </Button>
        ))}
      </Group>
    </Stack>
  </Card>
);

/** Lists slots without an engine that a vendor could fill. */
const findMissing = (findings: readonly ReadyFinding[], vendors: readonly SettingsModule[]) =>
  findings.flatMap(({ name, detail }) => {
    const matching = detail === "no engine" ? vendors.filter(({ fills }) => fills.includes(name)) : [];
    return matching.length > 0 ? [{ slot: name, vendors: matching }] : [];
  });

/** The vendor whose dialog is open. It is in the URL as `?vendor=fal`, so that it can be linked to. */
function useOpenVendor(): [name: string | null, open: (name: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const open = (name: string | undefined) => setParams(name ? { vendor: name } : {}, { replace: true });
  return [params.get("vendor"), open];
}

function VendorList({ vendors }: { vendors: readonly SettingsModule[] }) {
  const [name, open] = useOpenVendor();
  const { data: ready } = useReady();
  const missing = findMissing(ready?.findings ?? [], vendors);
  const current = vendors.find(({ module }) => module === name);
  const columns: readonly Column<SettingsModule>[] = [
    { title: "Vendor", cell: (vendor) => <VendorName vendor={vendor} /> },
    { title: "Status", from: "xs", cell: (vendor) => <VendorStatus vendor={vendor} /> },
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
      {missing.length > 0 && (
        <Panel title="Not set up yet">
          <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md">
            {missing.map((feature) => (
              <MissingCard key={feature.slot} {...feature} open={({ module }) => open(module)} />
            ))}
          </SimpleGrid>
        </Panel>
      )}
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
  const query = useQuery({ queryKey: keys.vendors, queryFn: () => vireo.settings.list() });
  return (
    <QueryView query={query} lines={8}>
      {({ modules }) => <VendorList vendors={modules} />}
    </QueryView>
  );
}
