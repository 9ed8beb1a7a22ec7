import { ActionIcon, Avatar, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { BookOpen, LogOut } from "lucide-react";
import { Link } from "wouter";
import { auth } from "../api";
import { useMe } from "../session";
import { describeError } from "./failure";

/** Who is signed in, and the way out. */
export function Person() {
  const me = useMe();
  const client = useQueryClient();
  const signOut = async () => {
    try {
      await auth("POST", "/sign-out");
    } catch (error) {
      // Nobody may believe to have left who has not.
      const { detail, advice } = describeError(error);
      notifications.show({ color: "red", title: detail, message: advice ?? "You are still signed in." });
      return;
    }
    client.clear();
    location.replace("/sign-in");
  };
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" aria-label={`${me.name}: menu`}>
          <Avatar name={me.name} size={30} radius="xl" color="vireo" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.name}
          <br />
          {me.email}
          <br />
          {me.account.name}
        </Menu.Label>
        <Menu.Item component={Link} href="/settings/profile">
          Password and sessions
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
