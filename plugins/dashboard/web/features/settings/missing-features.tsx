import { Button, Card, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReadyFinding, SettingsModule } from "vireo/client";
import { Link } from "wouter";
import { Panel } from "../../ui/panel";
import { slots } from "./slots";

interface Feature {
  slot: string;
  /** Vendors that offer it. */
  vendors: readonly SettingsModule[];
}

/** Lists slots without an engine that a vendor could fill. */
export const findMissing = (findings: readonly ReadyFinding[], vendors: readonly SettingsModule[]): Feature[] =>
  findings.flatMap(({ name, detail }) => {
    const matching = detail === "no engine" ? vendors.filter(({ fills }) => fills.includes(name)) : [];
    return matching.length > 0 ? [{ slot: name, vendors: matching }] : [];
  });

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
export const MissingFeatures = ({ features }: { features: readonly Feature[] }) =>
  features.length > 0 && (
    <Panel title="Not set up yet">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md">
        {features.map((feature) => (
          <MissingCard key={feature.slot} {...feature} />
        ))}
      </SimpleGrid>
    </Panel>
  );
