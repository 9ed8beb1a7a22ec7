import { Alert, Button, Group, PasswordInput, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { VireoError } from "vireo/client";
import { auth } from "../../api";
import { useMe } from "../../session";
import { useAction } from "../../ui/action";
import { Panel } from "../../ui/panel";

export function Password() {
  const { email } = useMe();
  const [times, setTimes] = useState(0);
  const change = useAction(
    async (form: FormData) => {
      const [currentPassword, newPassword] = [form.get("current"), form.get("next")];
      await auth("POST", "/password", { currentPassword, newPassword });
      setTimes(times + 1);
    },
    { changes: ["me", "sessions"], done: "Your password is changed." },
  );
  const wrong = change.error instanceof VireoError ? change.error.errors : {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change.mutate(new FormData(event.currentTarget));
  };
  return (
    <Panel title="Change password">
      {times > 0 && (
        <Alert color="green" role="status">
          It is changed. All your other sessions have ended.
        </Alert>
      )}
      <form key={times} onSubmit={submit}>
        <Stack maw={420}>
          {/* Tells a password manager whose password it is. */}
          <input type="hidden" name="email" autoComplete="username" value={email} />
          <PasswordInput
            name="current"
            label="Current password"
            autoComplete="current-password"
            error={wrong.currentPassword?.[0]}
            required
          />
          <PasswordInput
            name="next"
            label="New password"
            description="10 characters or more."
            minLength={10}
            maxLength={128}
            autoComplete="new-password"
            error={wrong.newPassword?.[0]}
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
