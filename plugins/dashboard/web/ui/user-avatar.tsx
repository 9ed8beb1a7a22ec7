import { ActionIcon, type ActionIconProps, Avatar, type ElementProps } from "@mantine/core";
import { useMe } from "../session";

/** Button of the account menu. */
export function UserAvatar(props: ActionIconProps & ElementProps<"button">) {
  const { name } = useMe();
  const initials = name
    .split(/\s+/, 2)
    .map(([first = ""]) => first.toUpperCase())
    .join("");
  // The accessible name includes the visible text, for voice control.
  return (
    <ActionIcon size="lg" radius="xl" aria-label={`${name}: account menu, ${initials}`} {...props}>
      <Avatar size={30} radius="xl" color="vireo">
        {initials}
      </Avatar>
    </ActionIcon>
  );
}
