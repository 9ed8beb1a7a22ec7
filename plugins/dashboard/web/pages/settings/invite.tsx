import { Button, Modal, Radio, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { VireoError } from "vireo/client";
import { vireo } from "../../api";
import { useMe } from "../../session";
import { useAction } from "../../ui/action";
import { useAccounts } from "./use-accounts";

interface Props {
  close(): void;
  shown(link: { title: string; value: string }): void;
}

export function Invite({ close, shown }: Props) {
  const me = useMe();
  const { data } = useAccounts();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<"admin" | "member">("member");
  const [accountId, setAccountId] = useState(me.account.accountId);
  const invite = useAction(
    async () => {
      const { link } = await vireo.people.invitations.create({ email, role, accountId });
      shown({ title: `The invitation for ${email}`, value: link });
      close();
    },
    { changes: ["people"] },
  );
  const wrong = invite.error instanceof VireoError ? invite.error.errors : {};
  const known = data?.accounts.some((one) => one.accountId === me.account.accountId)
    ? data.accounts
    : [me.account, ...(data?.accounts ?? [])];
  return (
    <Modal opened onClose={close} title="Invite somebody">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate(undefined);
        }}
      >
        <Stack>
          <TextInput
            type="email"
            label="E-mail"
            description="Nothing is sent: you get a link to give them."
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={wrong.email?.[0]}
            required
            data-autofocus
          />
          <Radio.Group label="Role" value={role} onChange={(next) => setRole(next as typeof role)}>
            <Stack gap="xs" mt="xs">
              <Radio value="member" label="Member" description="All that a key of the account may." />
              <Radio value="admin" label="Administrator" description="Everything, in every account." />
            </Stack>
          </Radio.Group>
          <Select
            label="Account"
            data={known.map((one) => ({ value: one.accountId, label: one.name }))}
            value={accountId}
            onChange={(next) => next && setAccountId(next)}
            allowDeselect={false}
            searchable
          />
          <Button type="submit" loading={invite.isPending}>
            Make the link
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
