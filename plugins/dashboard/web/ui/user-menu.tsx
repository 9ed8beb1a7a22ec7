import { Menu, useMantineColorScheme } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { BookOpen, CircleUserRound, LogOut, Moon, Sun, SunMoon } from "lucide-react";
import { Link } from "wouter";
import { auth } from "../api";
import { useMe } from "../session";
import { leaveWorkspace } from "../workspace";
import { showError } from "./failure";
import { UserAvatar } from "./user-avatar";

const schemes = { auto: SunMoon, light: Sun, dark: Moon } as const;
const next = { auto: "light", light: "dark", dark: "auto" } as const;

/** Account menu. The header knows whether it is open, because it may be clicked before its script is loaded. */
export default function UserMenu({ isOpen, setOpen }: { isOpen: boolean; setOpen(isOpen: boolean): void }) {
  const me = useMe();
  const client = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const SchemeIcon = schemes[colorScheme];
  const signOut = async () => {
    try {
      await auth("POST", "/sign-out");
    } catch (error) {
      showError(error, "You are still signed in");
      return;
    }
    client.clear();
    leaveWorkspace();
    location.replace("/sign-in");
  };
  return (
    <Menu position="bottom-end" width={220} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <UserAvatar />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.name}
          <br />
          {me.email}
        </Menu.Label>
        <Menu.Item component={Link} href="/profile" leftSection={<CircleUserRound size={16} />}>
          Profile
        </Menu.Item>
        <Menu.Item
          leftSection={<SchemeIcon size={16} />}
          aria-label={`Theme: ${colorScheme}. Switch to ${next[colorScheme]}`}
          closeMenuOnClick={false}
          onClick={() => setColorScheme(next[colorScheme])}
        >
          Theme: {colorScheme}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<BookOpen size={16} />}>
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
