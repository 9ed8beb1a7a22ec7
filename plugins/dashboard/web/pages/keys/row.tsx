import { ActionIcon, Menu, Table, Text } from "@mantine/core";
import { EllipsisVertical } from "lucide-react";
import type { Key } from "vireo/client";
import { vireo } from "../../api";
import { useAction } from "../../ui/action";
import { Confirm } from "../../ui/confirm";
import { Time } from "../../ui/time";

/** One key, with what can be done with it. */
export function Row({ row, shown }: { row: Key; shown(key: string): void }) {
  const rotate = async () => shown((await vireo.keys.rotate(row.keyId)).key);
  const change = useAction((run: () => Promise<unknown>) => run(), { changes: ["keys"] });
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{row.name}</Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {row.hint}…
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm" component="div">
          {row.lastUsedAt ? (
            <>
              used <Time at={row.lastUsedAt} as="relative" />
            </>
          ) : (
            "never used"
          )}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm" lineClamp={2}>
          {row.scopes.join(", ")}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs">{row.apiVersion ?? "newest"}</Table.Td>
      <Table.Td visibleFrom="sm">{row.lastUsedAt ? <Time at={row.lastUsedAt} as="relative" /> : "never"}</Table.Td>
      <Table.Td visibleFrom="sm">{row.expiresAt ? <Time at={row.expiresAt} /> : "never"}</Table.Td>
      <Table.Td ta="right">
        <Confirm
          title={`Rotate “${row.name}”?`}
          text="You get a new secret. The old one stops working at once, wherever it is used."
          verb="Rotate"
          run={() => change.mutateAsync(rotate)}
        >
          {(askRotate) => (
            <Confirm
              title={`Revoke “${row.name}”?`}
              text="It stops working at once, wherever it is used. This cannot be undone."
              verb="Revoke"
              run={() => change.mutateAsync(() => vireo.keys.delete(row.keyId))}
            >
              {(askRevoke) => (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <ActionIcon variant="subtle" color="gray" aria-label={`${row.name}: actions`}>
                      <EllipsisVertical size={18} />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item onClick={askRotate}>Rotate</Menu.Item>
                    <Menu.Item color="red" onClick={askRevoke}>
                      Revoke
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              )}
            </Confirm>
          )}
        </Confirm>
      </Table.Td>
    </Table.Tr>
  );
}
