import { Radio, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { vireo } from "../../api";
import { useCan, useMe } from "../../session";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { useAccounts } from "./queries";
import { listGivable, type Role, roles } from "./roles";

interface Props {
  close(): void;
  showLink(link: { title: string; value: string }): void;
}

interface Values {
  email: string;
  role: Role;
  accountId: string;
}

export function Invite({ close, showLink }: Props) {
  const { account, role: ownRole } = useMe();
  const isAdmin = useCan("admin");
  const { data } = useAccounts(isAdmin);
  const form = useForm<Values>({ initialValues: { email: "", role: "publisher", accountId: account.accountId } });
  const invite = useSubmit(
    form,
    async (values) => {
      const { link, mailed } = await vireo.people.invitations.create(values);
      const title = mailed
        ? `Sent to ${values.email}. The link, to share in another way`
        : `Invite link for ${values.email}`;
      showLink({ title, value: link });
      close();
    },
    { stale: ["people"] },
  );
  const accounts = data?.accounts ?? [];
  const isListed = accounts.some(({ accountId }) => accountId === account.accountId);
  return (
    <FormDialog title="Invite a person" action="Create invite link" submit={invite} close={close}>
      <TextInput
        type="email"
        label="Email"
        description="They get the link by email if this server sends email. You get it, too."
        {...form.getInputProps("email")}
        required
        data-autofocus
      />
      <Radio.Group label="Role" {...form.getInputProps("role")}>
        <Stack gap="xs" mt="xs">
          {listGivable(ownRole).map((role) => (
            <Radio key={role} value={role} {...roles[role]} />
          ))}
        </Stack>
      </Radio.Group>
      {isAdmin && (
        <Select
          label="Workspace"
          data={(isListed ? accounts : [account, ...accounts]).map(({ accountId, name }) => ({
            value: accountId,
            label: name,
          }))}
          {...form.getInputProps("accountId")}
          allowDeselect={false}
          searchable
        />
      )}
    </FormDialog>
  );
}
