import { Button, FileButton, Group, Input, Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { workspaceColors } from "vireo/workspace-look";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan, useMe } from "../../session";
import { useAction } from "../../ui/action";
import { ColorInput } from "../../ui/color-input";
import { useSubmit } from "../../ui/form";
import { Panel } from "../../ui/panel";
import { WorkspaceAvatar } from "../workspaces/avatar";

type Requirement = Awaited<ReturnType<typeof vireo.social.approval.get>>["requireApproval"];

const choices: readonly { value: Requirement; label: string; description: string }[] = [
  { value: "off", label: "Nobody", description: "Publishers schedule posts. Editors save drafts." },
  { value: "editors", label: "Editors", description: "Their posts wait until a publisher or a client approves them." },
  { value: "everyone", label: "Everyone", description: "Every post waits, also those of publishers and managers." },
];

/** Chooses whose posts are published only after an approval. */
function Approval() {
  const canManage = useCan("social:manage");
  const { data } = useQuery({ queryKey: keys.approval, queryFn: () => vireo.social.approval.get() });
  const save = useAction((requireApproval: Requirement) => vireo.social.approval.set({ requireApproval }), {
    stale: ["posts"],
    done: "Approval saved",
  });
  const value = save.isPending ? (save.variables ?? null) : (data?.requireApproval ?? null);
  return (
    <Panel title="Approval">
      <Radio.Group
        label="Whose posts need an approval before they are published?"
        value={value}
        onChange={(next) => save.mutate(next as Requirement)}
        readOnly={!canManage}
      >
        <Stack gap="xs" mt="xs">
          {choices.map((choice) => (
            <Radio key={choice.value} {...choice} disabled={!canManage} />
          ))}
        </Stack>
      </Radio.Group>
    </Panel>
  );
}

/** How this workspace looks and who approves its posts. For managers. */
export const WorkspaceSettings = () => (
  <Stack gap="lg" maw={800}>
    <Workspace />
    <Approval />
  </Stack>
);

function Workspace() {
  const { account } = useMe();
  const form = useForm({
    initialValues: { name: account.name, color: account.color ?? "", picture: account.picture ?? "" },
  });
  const save = useSubmit(
    form,
    async ({ name, color, picture }) => {
      await vireo.workspace.update({ name, color: color || null, picture: picture || null });
    },
    { stale: ["me", "credits"], done: "Workspace saved" },
  );
  const { name, color, picture } = form.values;
  return (
    <Panel title="Details">
      <form noValidate onSubmit={save.onSubmit}>
        <Stack maw={480}>
          <Group align="end" wrap="nowrap">
            <WorkspaceAvatar
              workspace={{
                accountId: account.accountId,
                name,
                color: color || undefined,
                picture: picture || undefined,
              }}
              size={56}
            />
            <TextInput label="Name" maxLength={200} required flex={1} {...form.getInputProps("name")} />
          </Group>
          <Group gap="xs">
            <FileButton
              accept="image/png,image/jpeg,image/webp"
              onChange={(file) =>
                file &&
                readPicture(file)
                  .then((url) => form.setFieldValue("picture", url))
                  .catch(() => form.setFieldError("picture", "This file can't be read as a picture."))
              }
            >
              {(props) => (
                <Button {...props} variant="default" size="xs">
                  {picture ? "Change picture" : "Upload picture"}
                </Button>
              )}
            </FileButton>
            {picture && (
              <Button variant="subtle" color="gray" size="xs" onClick={() => form.setFieldValue("picture", "")}>
                Remove picture
              </Button>
            )}
            {form.errors.picture && <Input.Error>{form.errors.picture}</Input.Error>}
          </Group>
          <ColorInput
            label="Color"
            description="Marks the workspace and its posts. Leave empty to let Vireo choose."
            canBeEmpty
            swatches={workspaceColors}
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

const PICTURE_PX = 96;
/** The API takes at most 20,000 characters. */
const MAX_PICTURE = 20_000;

/** Returns the middle of a picture as a small square, as a data URL. */
async function readPicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = Object.assign(document.createElement("canvas"), { width: PICTURE_PX, height: PICTURE_PX });
  const context = canvas.getContext("2d");
  const [x, y] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  context?.drawImage(bitmap, x, y, side, side, 0, 0, PICTURE_PX, PICTURE_PX);
  const url = canvas.toDataURL("image/webp", 0.85);
  // Not every browser writes WebP. The PNG of a photo is too large.
  return url.length <= MAX_PICTURE ? url : canvas.toDataURL("image/jpeg", 0.8);
}
