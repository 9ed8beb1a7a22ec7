import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { auth } from "../../api";
import { useMe } from "../../session";
import { useSubmit } from "../../ui/form";
import { Panel } from "../../ui/panel";

export function Password() {
  const { email } = useMe();
  const form = useForm({ initialValues: { currentPassword: "", newPassword: "" } });
  const change = useSubmit(
    form,
    async (values) => {
      await auth("POST", "/password", values);
      form.reset();
    },
    { stale: ["me", "sessions"], done: "Password changed. All other sessions were signed out." },
  );
  return (
    <Panel title="Change password">
      <form noValidate onSubmit={change.onSubmit}>
        <Stack maw={420}>
          {/* Tells password managers which account this is. */}
          <input type="hidden" name="email" autoComplete="username" value={email} />
          <PasswordInput
            name="current"
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps("currentPassword")}
            required
          />
          <PasswordInput
            name="next"
            label="New password"
            description="At least 10 characters"
            minLength={10}
            maxLength={128}
            autoComplete="new-password"
            {...form.getInputProps("newPassword")}
            required
          />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
