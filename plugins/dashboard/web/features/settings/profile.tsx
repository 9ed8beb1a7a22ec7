import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMe } from "../../session";
import { Panel } from "../../ui/panel";
import { Notifications } from "./notifications";
import { Password } from "./password";
import { methodsQuery } from "./queries";
import { roles } from "./roles";
import { Sessions } from "./sessions";
import { TwoFactor } from "./two-factor";

export function Profile() {
  const { name, email, role, account } = useMe();
  const { data: methods } = useQuery(methodsQuery);
  return (
    <Stack gap="lg" maw={800}>
      <Panel title={name}>
        <Text size="sm">{email}</Text>
        <Text size="sm" c="dimmed">
          {roles[role].label}, {account.name}
        </Text>
      </Panel>
      <Notifications />
      {methods?.password !== false && <Password />}
      <TwoFactor />
      <Sessions />
    </Stack>
  );
}
