import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { AtSign, RefreshCw } from "lucide-react";
import { useSearchParams } from "wouter";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { Empty } from "../../ui/empty";
import { Page } from "../../ui/page";
import { useSocialAccounts } from "../../ui/posts";
import { QueryView } from "../../ui/query-view";
import { Connect } from "./connect";
import { ConnectPlatforms } from "./connect-platforms";
import { Groups } from "./groups";
import { AccountPosts } from "./posts";
import { Slots } from "./slots";
import { Snippets } from "./snippets";
import { AccountTable } from "./table";

export default function SocialAccountsPage() {
  const [params, setParams] = useSearchParams();
  const canPost = useCan("social:write");
  const query = useSocialAccounts();
  const accounts = query.data;
  const sync = useAction(
    async () => {
      const { success } = await vireo.social.accounts.sync();
      notifications.show(
        success
          ? { message: "Channels synced" }
          : { color: "orange", title: "No provider configured", message: "Set up a provider below, then sync." },
      );
    },
    { stale: ["socialAccounts"] },
  );
  const button = canPost && (
    <Button
      variant="default"
      leftSection={<RefreshCw size={16} />}
      loading={sync.isPending}
      onClick={() => sync.mutate(undefined)}
    >
      Sync now
    </Button>
  );
  const selected = accounts?.find(({ accountId }) => accountId === params.get("account"));
  const withSlots = accounts?.find(({ accountId }) => accountId === params.get("slots"));
  return (
    <Page title="Channels" text="Social accounts you can publish to" actions={button}>
      <QueryView query={query}>
        {(accounts) =>
          accounts.length === 0 ? (
            <Empty
              icon={AtSign}
              title="No channels yet"
              text="Connect TikTok, Instagram or YouTube at a provider below, then sync."
            >
              {button}
            </Empty>
          ) : (
            <AccountTable
              accounts={accounts}
              openPosts={(account) => setParams({ account })}
              openSlots={(slots) => setParams({ slots })}
            />
          )
        }
      </QueryView>
      {accounts && accounts.length > 1 && <Groups accounts={accounts} />}
      <Snippets />
      {canPost && <ConnectPlatforms />}
      <Connect accounts={accounts ?? []} />
      {withSlots && <Slots account={withSlots} close={() => setParams({})} />}
      {selected && <AccountPosts account={selected} close={() => setParams({})} />}
    </Page>
  );
}
