import { Button, Stack } from "@mantine/core";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Secret } from "../../ui/secret";
import { Invitations } from "./invitations";
import { Invite } from "./invite";
import { PeopleList } from "./people-list";

/** For administrators: who may sign in. */
export function People() {
  const [inviting, setInviting] = useState(false);
  const [link, setLink] = useState<{ title: string; value: string }>();
  const invite = (
    <Button size="xs" leftSection={<UserPlus size={14} aria-hidden />} onClick={() => setInviting(true)}>
      Invite
    </Button>
  );
  return (
    <Stack gap="lg">
      {link && <Secret {...link} />}
      <PeopleList action={invite} shown={setLink} />
      <Invitations />
      {inviting && <Invite close={() => setInviting(false)} shown={setLink} />}
    </Stack>
  );
}
