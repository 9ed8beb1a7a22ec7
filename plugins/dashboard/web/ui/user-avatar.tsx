import { ActionIcon, type ActionIconProps, Avatar, type ElementProps } from "@mantine/core";
import { useMe } from "../session";

/** The button of the account menu. */
export function UserAvatar(props: ActionIconProps & ElementProps<"button">) {
  const { name } = useMe();
  const initials = name
    .split(/\s+/, 2)
    .map(([first = ""]) => first.toUpperCase())
    .join("");
  // What is visible is part of the name, for people who control the page by voice.
  return (
    <ActionIcon size="lg" radius="xl" aria-label={`${name}: account menu, ${initials}`} {...props}>
      <Avatar size={30} radius="xl" color="vireo">
        {initials}
      </Avatar>
    </ActionIcon>
  );
}
