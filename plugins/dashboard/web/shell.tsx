import { Anchor, Box, Burger, Group, NavLink, Text } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { CommandButton } from "./features/commands/button";
import { NotificationBell } from "./features/inbox/bell";
import { WorkspaceSwitcher } from "./features/workspaces/switcher";
import { useLiveEvents } from "./live";
import { pages } from "./pages";
import { useCan, useMe } from "./session";
import { Balance } from "./ui/balance";
import { ConnectionBar } from "./ui/connection";
import { Mark } from "./ui/mark";
import { useSocialAccounts } from "./ui/posts";
import { UserAvatar } from "./ui/user-avatar";

// Loaded after the page.
const UserMenu = lazy(() => import("./ui/user-menu"));
const Notifications = lazy(() => import("./ui/toasts"));

function Navigation({ close }: { close(): void }) {
  const [path] = useLocation();
  const { scopes } = useMe();
  const visible = pages.filter(({ group, scope }) => group !== undefined && (!scope || scopes.includes(scope)));
  const groups = [...new Set(visible.map(({ group }) => group))];
  return (
    <Box h="100%" style={{ overflowY: "auto" }}>
      {groups.map((group) => (
        <Box key={group} component="section" aria-label={group || "Home"}>
          {group && (
            <Text size="xs" c="dimmed" fw={600} tt="uppercase" px="sm" pt="md" pb={4}>
              {group}
            </Text>
          )}
          {visible
            .filter((page) => page.group === group)
            .map(({ paths: [href], title, icon: Icon, Component }) => {
              const active = href === "/" ? path === "/" : path.startsWith(href);
              return (
                <NavLink
                  key={href}
                  component={Link}
                  href={href}
                  label={title}
                  active={active}
                  aria-current={active ? "page" : undefined}
                  leftSection={<Icon size={18} />}
                  onPointerEnter={Component.preload}
                  onClick={close}
                />
              );
            })}
        </Box>
      ))}
    </Box>
  );
}

const ExpiredBanner = lazy(() => import("./features/channels/expired-banner"));

/** Banner on every page while a channel needs to be reconnected. Loaded only then. */
function ExpiredChannels() {
  const { data = [] } = useSocialAccounts(useCan("social:read"));
  const expired = data.filter(({ status }) => status === "expired");
  if (expired.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ExpiredBanner accounts={expired} />
    </Suspense>
  );
}

/** True for the editor, which has the whole window and brings its own bar. */
const isFullScreen = (path: string, search: string): boolean =>
  /^\/library\/video\/[^/]+$/.test(path) && new URLSearchParams(search).has("edit");

function Head({ opened, toggle }: { opened: boolean; toggle(): void }) {
  const [path] = useLocation();
  // The page on which the account menu is open: the back button closes it.
  const [menuPage, setMenuPage] = useState<string>();
  return (
    // The second class keeps its width while a dialog hides the scrollbar.
    <header className="shell-head right-scroll-bar-position">
      <Group h="100%" justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label="Navigation"
            aria-expanded={opened}
          />
          <Anchor
            component={Link}
            href="/"
            c="inherit"
            underline="never"
            className="brand"
            aria-label="Vireo"
            visibleFrom="xs"
          >
            <Mark />
          </Anchor>
          <WorkspaceSwitcher />
        </Group>
        <Group gap="xs" wrap="nowrap" flex="none" className="header-actions">
          <CommandButton />
          <Balance />
          <NotificationBell />
          <Suspense fallback={<UserAvatar onClick={() => setMenuPage(path)} />}>
            <UserMenu isOpen={menuPage === path} setOpen={(isOpen) => setMenuPage(isOpen ? path : undefined)} />
          </Suspense>
        </Group>
      </Group>
    </header>
  );
}

/** Frame of every page: header, navigation and content. The editor has none of it. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const isFull = isFullScreen(path, useSearch());
  const [opened, { toggle, close }] = useDisclosure();
  // There, the buttons of a dialog are at the bottom.
  const isPhone = useMediaQuery("(max-width: 48em)");
  useLiveEvents();
  // Remove the frame of index.html. It is hidden by now, but its links would come before the skip link.
  useEffect(() => document.getElementById("boot")?.remove(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page starts at the top
  useEffect(() => {
    // In braces: newer browsers return a promise, which must not become the cleanup.
    window.scrollTo(0, 0);
  }, [path]);
  return (
    <>
      <Suspense fallback={null}>
        <Notifications position={isPhone ? "top-center" : "bottom-right"} />
      </Suspense>
      {!isFull && (
        <>
          <a href="#page" className="skip">
            Skip to content
          </a>
          <Head opened={opened} toggle={toggle} />
        </>
      )}
      <ConnectionBar />
      {!isFull && (
        <nav className="shell-nav" aria-label="Pages" data-opened={opened || undefined}>
          <Navigation close={close} />
        </nav>
      )}
      <main className={isFull ? "shell-full" : "shell-main"} id="page" tabIndex={-1}>
        {!isFull && <ExpiredChannels />}
        {children}
      </main>
    </>
  );
}
