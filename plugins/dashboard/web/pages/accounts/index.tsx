import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { AtSign, RefreshCw } from "lucide-react";
import { useSearchParams } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Empty } from "../../ui/empty";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Page } from "../../ui/page";
import { useAccounts } from "../../ui/posts";
import { Connect } from "./connect";
import { AccountPosts } from "./posts";
import { AccountTable } from "./table";

export default function AccountsPage() {
  const [params, setParams] = useSearchParams();
  const mayPost = useCan("social:write");
  const { data: accounts, error, refetch } = useAccounts();
  const sync = useAction(
    async () => {
      const { success } = await vireo.social.accounts.sync();
      notifications.show(
        success
          ? { message: "The accounts are as their providers list them now." }
          : { color: "orange", title: "No provider is set up", message: "Set one up as described below, then sync." },
      );
    },
    { changes: ["accounts"] },
  );
  const button = mayPost && (
    <Button
      leftSection={<RefreshCw size={16} aria-hidden />}
      loading={sync.isPending}
      onClick={() => sync.mutate(undefined)}
    >
      Sync now
    </Button>
  );
  const opened = accounts?.find(({ accountId }) => accountId === params.get("account"));
  return (
    <Page
      title="Accounts"
      text="Where your posts go. They are connected at a provider, and read from there."
      actions={button}
    >
      {error && <Failure error={error} retry={refetch} />}
      {!accounts && !error && <Loading />}
      {accounts?.length === 0 && (
        <Empty
          icon={AtSign}
          title="No accounts yet"
          text="Set up a provider as described below, connect your accounts there, then sync."
        >
          {button}
        </Empty>
      )}
      {accounts && accounts.length > 0 && (
        <AccountTable accounts={accounts} openPosts={(account) => setParams({ account })} />
      )}
      <Connect accounts={accounts ?? []} />
      {opened && <AccountPosts account={opened} close={() => setParams({})} />}
    </Page>
  );
}
