import { Anchor, Button, Group, Stack, Tabs, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ComponentType, useEffect, useRef, useState } from "react";
import type { PageCleanup, PageModule } from "vireo/dashboard";
import { Redirect, useLocation, useParams } from "wouter";
import { vireo } from "../../api";
import { useMe } from "../../session";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Forbidden, NotFound } from "../../ui/not-found";
import { Page } from "../../ui/page";
import { useVisibleTab } from "../../ui/use-visible-tab";
import { AuditLog } from "./audit-log";
import { useModules } from "./queries";
import { Server } from "./server";
import { Usage } from "./usage";
import { Vendors } from "./vendors";
import { WorkspaceSettings } from "./workspace";
import { Workspaces } from "./workspaces";
import "./plug-in.css";
import { UserPlus } from "lucide-react";
import { useDialogParam } from "../../ui/dialog-param";
import { Secret } from "../../ui/secret";
import { getWorkspace } from "../../workspace";
import { Invitations } from "./invitations";
import { Invite } from "./invite";
import { PeopleList } from "./people-list";

interface Props {
  title: string;
  /** Path on this server. */
  url: string;
}

/**
 * Shows a plug-in's page in a frame. It can call the API as the signed-in person in the workspace that `?account=` names,
 * but can't navigate this page.
 */
const PlugInPage = ({ title, url }: Props) => (
  <>
    <iframe
      title={title}
      src={`${url}?account=${getWorkspace()}`}
      sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups"
      style={{
        width: "100%",
        height: "max(480px, calc(100dvh - 280px))",
        border: "1px solid var(--mantine-color-default-border)",
        borderRadius: "var(--mantine-radius-md)",
        // Pages without a background expect white.
        background: "white",
        colorScheme: "light",
      }}
    />
    <Group justify="flex-end" mt="xs">
      <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
        Open in new tab
      </Anchor>
    </Group>
  </>
);

/** People who can sign in: of this workspace for managers, all for administrators. */
function People() {
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

/** Mounts a plug-in's page from an ES module. Its contract is `vireo/dashboard`. */
function PlugInScript({ url }: { url: string }) {
  const root = useRef<HTMLDivElement>(null);
  const { scopes, account, personId, name, email, role } = useMe();
  const [, navigate] = useLocation();
  const [state, setState] = useState<"loading" | "ready" | { error: unknown }>("loading");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is mounted once; the person does not change meanwhile
  useEffect(() => {
    const abort = new AbortController();
    let cleanup: PageCleanup | undefined;
    const mount = async () => {
      const page: PageModule = await import(url);
      if (abort.signal.aborted || !root.current) return;
      const mounted = await page.mount(root.current, {
        api: vireo,
        person: { personId, name, email, role, scopes },
        account,
        signal: abort.signal,
        navigate,
        notify: (message, { isError = false } = {}) =>
          void notifications.show({ message, color: isError ? "red" : undefined }),
      });
      if (abort.signal.aborted) mounted?.();
      else cleanup = mounted ?? undefined;
      setState("ready");
    };
    mount().catch((error) => setState({ error }));
    const { current } = root;
    return () => {
      abort.abort();
      cleanup?.();
      current?.replaceChildren();
    };
  }, [url]);
  return (
    <>
      {state === "loading" && <Loading />}
      {typeof state === "object" && <Failure error={state.error} />}
      <div ref={root} className="plug-in" />
    </>
  );
}

interface Section {
  name: string;
  title: string;
  /** What it is about: the open workspace, or the server that has all of them. */
  group: "Workspace" | "Server";
  /** Hidden without this scope. */
  scope?: "workspace:manage" | "admin";
  Component: ComponentType;
}

const sections: readonly Section[] = [
  {
    name: "workspace",
    group: "Workspace",
    title: "Workspace",
    scope: "workspace:manage",
    Component: WorkspaceSettings,
  },
  { name: "people", group: "Workspace", title: "People", scope: "workspace:manage", Component: People },
  { name: "usage", group: "Workspace", title: "Usage", Component: Usage },
  { name: "workspaces", group: "Server", title: "Workspaces", scope: "admin", Component: Workspaces },
  { name: "audit-log", group: "Server", title: "Audit log", scope: "admin", Component: AuditLog },
  { name: "vendors", group: "Server", title: "Vendors", scope: "admin", Component: Vendors },
  { name: "server", group: "Server", title: "Engines and plug-ins", Component: Server },
];

/** Paths of earlier versions. */
const moved = ["engines", "models", "plug-ins", "about"];

export default function SettingsPage() {
  const { section } = useParams<{ section?: string }>();
  const [, navigate] = useLocation();
  const { scopes } = useMe();
  const { data } = useModules();
  const list = useVisibleTab(data && section);

  const visible = sections.filter(({ scope }) => !scope || scopes.includes(scope));
  if (!section) return <Redirect to={`/settings/${visible[0]?.name}`} replace />;
  if (moved.includes(section)) return <Redirect to="/settings/server" replace />;
  const plugInPages = (data?.modules ?? []).flatMap(({ name, page }) =>
    page && !sections.some((section) => section.name === name) ? [{ name, group: "Server" as const, ...page }] : [],
  );
  const current = [...visible, ...plugInPages].find(({ name }) => name === section);
  if (!current && sections.some(({ name }) => name === section)) return <Forbidden />;
  if (!current) return data ? <NotFound /> : <Loading />;
  return (
    <Page title={current.title} text="Settings">
      <Tabs value={section} onChange={(name) => navigate(`/settings/${name}`)} keepMounted={false}>
        <Stack gap="xs">
          {(["Workspace", "Server"] as const).map((group) => (
            <div key={group}>
              <Text size="xs" c="dimmed" fw={500} pl="md">
                {group}
              </Text>
              <Tabs.List aria-label={group} ref={current?.group === group ? list : undefined}>
                {[...visible, ...plugInPages]
                  .filter((one) => one.group === group)
                  .map(({ name, title }) => (
                    <Tabs.Tab key={name} value={name}>
                      {title}
                    </Tabs.Tab>
                  ))}
              </Tabs.List>
            </div>
          ))}
        </Stack>
        {visible.map(({ name, Component }) => (
          <Tabs.Panel key={name} value={name} pt="lg">
            <Component />
          </Tabs.Panel>
        ))}
        {plugInPages.map(({ name, title, url }) => (
          <Tabs.Panel key={name} value={name} pt="lg">
            {url.endsWith(".js") ? <PlugInScript url={url} /> : <PlugInPage title={title} url={url} />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
