import { Button, Stack } from "@mantine/core";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useDialogParam } from "../../ui/dialog-param";
import { Secret } from "../../ui/secret";
import { Invitations } from "./invitations";
import { Invite } from "./invite";
import { PeopleList } from "./people-list";

/** People who can sign in: of this workspace for managers, all for administrators. */
export function People() {
  const [isInviting, setInviting] = useDialogParam();
  const [link, setLink] = useState<{ title: string; value: string }>();
  const invite = (
    <Button size="xs" leftSection={<UserPlus size={14} />} onClick={() => setInviting(true)}>
      Invite
    </Button>
  );
  return (
    <Stack gap="lg">
      {link && <Secret {...link} text="You won't see this link again. Copy it now." />}
      <PeopleList action={invite} showLink={setLink} />
      <Invitations />
      {isInviting && <Invite close={() => setInviting(false)} showLink={setLink} />}
    </Stack>
  );
}
