import { Badge, Box, Button, Stack, Text } from "@mantine/core";
import type { SettingsModule } from "vireo/client";
import { useSearchParams } from "wouter";
import { type Column, DataTable } from "../../ui/data-table";
import { Panel } from "../../ui/panel";
import { QueryView } from "../../ui/query-view";
import { findMissing, MissingFeatures } from "./missing-features";
import { useReady } from "./use-ready";
import { useVendors } from "./use-vendors";
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
