import { Group, Menu, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Check, Plus, Settings2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useCan, useMe } from "../../session";
import { showError } from "../../ui/failure";
import { WorkspaceAvatar } from "./avatar";
import { switchWorkspace, workspacesQuery } from "./workspaces";

/** Lists with more workspaces than this have a search field. */
const SEARCHED = 7;
const NEW = "/settings/workspaces?new=1";

/** The person's workspaces, to switch between, and what can be done with this one. */
export default function WorkspaceMenu({ target }: { target: ReactNode }) {
  const { account } = useMe();
  const { data: workspaces = [], isPending } = useQuery(workspacesQuery);
  const [text, setText] = useState("");
  const [canManage, isAdmin] = [useCan("workspace:manage"), useCan("admin")];
  // Workspaces are created from the one that rules the server.
  const home = workspaces.find(({ role, status }) => role === "admin" && status === "active");
  const shown = workspaces.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <Menu position="bottom-start" width={280} defaultOpened onClose={() => setText("")}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Workspaces</Menu.Label>
        {workspaces.length > SEARCHED && (
          <TextInput
            size="xs"
            mx="xs"
            mb={4}
            aria-label="Search workspaces"
            placeholder="Search workspaces"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <div style={{ maxHeight: "50dvh", overflowY: "auto" }}>
          {shown.map((workspace) => {
            const { accountId, name, status } = workspace;
            const isOpen = accountId === account.accountId;
            return (
              <Menu.Item
                key={accountId}
                aria-current={isOpen ? "true" : undefined}
                disabled={status === "suspended"}
                leftSection={<WorkspaceAvatar workspace={workspace} size={22} />}
                rightSection={isOpen ? <Check size={14} aria-hidden /> : undefined}
                onClick={isOpen ? undefined : () => void switchWorkspace(accountId).catch(showError)}
              >
                <Group gap={6} wrap="nowrap">
                  <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
                    <bdi>{name}</bdi>
                  </Text>
                  {status === "suspended" && (
                    <Text size="xs" c="dimmed">
                      Suspended
                    </Text>
                  )}
                </Group>
              </Menu.Item>
            );
          })}
        </div>
        {!isPending && shown.length === 0 && (
          <Text size="sm" c="dimmed" px="sm" py={4}>
            No workspace with this name
          </Text>
        )}
        {canManage && (
          <>
            <Menu.Divider />
            <Menu.Item component={Link} href="/settings/workspace" leftSection={<Settings2 size={16} />}>
              Workspace settings
            </Menu.Item>
          </>
        )}
        {isAdmin ? (
          <Menu.Item component={Link} href={NEW} leftSection={<Plus size={16} />}>
            New workspace
          </Menu.Item>
        ) : (
          home && (
            <Menu.Item
              leftSection={<Plus size={16} />}
              onClick={() => void switchWorkspace(home.accountId, NEW).catch(showError)}
            >
              New workspace
            </Menu.Item>
          )
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
