import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { vireo } from "../../api";
import { useMe } from "../../session";
import { ColorInput } from "../../ui/color-input";
import { useSubmit } from "../../ui/form";
import { Panel } from "../../ui/panel";
import { WorkspaceAvatar } from "../workspaces/avatar";
import { COLORS } from "../workspaces/workspaces";
import { Approval } from "./approval";

/** How this workspace looks and who approves its posts. For managers. */
export const WorkspaceSettings = () => (
  <Stack gap="lg" maw={800}>
    <Workspace />
    <Approval />
  </Stack>
);

function Workspace() {
  const { account } = useMe();
  const form = useForm({ initialValues: { name: account.name, color: account.color ?? "" } });
  const save = useSubmit(
    form,
    async ({ name, color }) => {
      await vireo.workspace.update({ name, color: color || null });
    },
    { stale: ["me", "credits"], done: "Workspace saved" },
  );
  return (
    <Panel title="Workspace">
      <form noValidate onSubmit={save.onSubmit}>
        <Stack maw={480}>
          <Group align="end" wrap="nowrap">
            <WorkspaceAvatar
              workspace={{ ...account, ...form.values, color: form.values.color || undefined }}
              size={36}
            />
            <TextInput label="Name" maxLength={200} required flex={1} {...form.getInputProps("name")} />
          </Group>
          <ColorInput
            label="Color"
            description="Marks the workspace and its posts. Leave empty to let Vireo choose."
            canBeEmpty
            swatches={[...COLORS]}
            withPicker={false}
            withEyeDropper={false}
            closeOnColorSwatchClick
            {...form.getInputProps("color")}
          />
          <Group>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
