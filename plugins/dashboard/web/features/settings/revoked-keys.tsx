import { List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useAccountNames } from "./queries";

/** Lists the API keys that stop working when a person is removed or gets a lower role. */
export function RevokedKeys({ personId }: { personId: string }) {
  const getAccountName = useAccountNames();
  const { data } = useQuery({
    queryKey: keys.personKeys(personId),
    queryFn: () => vireo.people.created.keys.list(personId, { pageSize: 100 }),
    gcTime: 0,
  });
  if (!data) return null;
  const { total } = data.pagination;
  if (total === 0) return <Text size="sm">They have created no API keys.</Text>;
  return (
    <>
      <Text size="sm">{total === 1 ? "This API key stops" : `These ${total} API keys stop`} working immediately:</Text>
      <List size="sm">
        {data.keys.map(({ keyId, name, hint, accountId }) => (
          <List.Item key={keyId}>
            {name} ({hint}…, {getAccountName(accountId)})
          </List.Item>
        ))}
      </List>
    </>
  );
}
