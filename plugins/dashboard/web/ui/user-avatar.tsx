import { ActionIcon, type ActionIconProps, Avatar, type ElementProps } from "@mantine/core";
import { useMe } from "../session";

/** The button of the account menu. */
export function UserAvatar(props: ActionIconProps & ElementProps<"button">) {
  const { name } = useMe();
  return (
    <ActionIcon size="lg" radius="xl" aria-label={`${name}: account menu`} {...props}>
      <Avatar name={name} size={30} radius="xl" color="vireo" />
    </ActionIcon>
  );
}
