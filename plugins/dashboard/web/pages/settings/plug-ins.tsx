import { Button, Code, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { vireo } from "../../api";
import { Failure } from "../../ui/failure";
import { Loading } from "../../ui/loading";
import { Panel } from "../../ui/panel";

/** What the server is made of. */
export function PlugIns() {
  const { data, error, refetch } = useQuery({
    queryKey: ["modules"],
    queryFn: () => vireo.modules.list(),
    staleTime: 3_600_000,
  });
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Loading lines={8} />;
  return (
    <Panel title="Modules and plug-ins">
      <Text size="sm" c="dimmed">
        One of your own is a file: name it in <Code>VIREO_PLUGINS</Code> and start the server again.
      </Text>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>What it does</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.modules.map(({ name, description, page }) => (
            <Table.Tr key={name}>
              <Table.Td fw={600}>{name}</Table.Td>
              <Table.Td>
                <Text size="sm">{description}</Text>
                {page && (
                  <Button component={Link} href={`/settings/${name}`} size="compact-xs" variant="light" mt={4}>
                    Open {page.title}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
