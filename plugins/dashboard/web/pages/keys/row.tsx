import { Table, Text } from "@mantine/core";
import type { Key } from "vireo/client";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { Time } from "../../ui/time";

export function Row({ row, onRotated }: { row: Key; onRotated(key: string): void }) {
  const { keyId, name, hint, scopes, apiVersion, lastUsedAt, expiresAt } = row;
  const isAdmin = useCan("admin");
  const rotate = useAction(async () => onRotated((await vireo.keys.rotate(keyId)).key), { stale: ["keys"] });
  const revoke = useAction(() => vireo.keys.delete(keyId), { stale: ["keys"], done: "API key revoked" });
  // The API refuses changes to a key with more scopes than the person has.
  const canChange = isAdmin || !scopes.includes("admin");
  const lastUsed = lastUsedAt ? <Time at={lastUsedAt} as="relative" /> : "Never";
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{name}</Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {hint}…
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm" component="div">
          Last used: {lastUsed}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm" lineClamp={2}>
          {scopes.join(", ")}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs">{apiVersion ?? "Latest"}</Table.Td>
      <Table.Td visibleFrom="sm">{lastUsed}</Table.Td>
      <Table.Td visibleFrom="sm">{expiresAt ? <Time at={expiresAt} /> : "Never"}</Table.Td>
      <Table.Td ta="right">
        {canChange && (
          <ActionMenu
            label={`${name}: actions`}
            actions={[
              {
                label: "Rotate",
                confirm: {
                  title: `Rotate “${name}”?`,
                  text: "You get a new key. The old one stops working immediately.",
                  verb: "Rotate",
                  run: () => rotate.mutateAsync(undefined),
                },
              },
              {
                label: "Revoke",
                isDestructive: true,
                confirm: {
                  title: `Revoke “${name}”?`,
                  text: "Applications that use this key stop working immediately. You can't undo this.",
                  verb: "Revoke",
                  run: () => revoke.mutateAsync(undefined),
                },
              },
            ]}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
