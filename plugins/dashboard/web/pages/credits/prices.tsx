import { Anchor, Skeleton, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { vireo } from "../../api";
import { Failure } from "../../ui/failure";
import { Panel } from "../../ui/panel";

const words: Record<string, string> = {
  image: "Picture",
  imageEdit: "Edit of a picture",
  video: "Video",
  music: "Track",
  captions: "Captions",
  overlay: "Overlay",
  voiceover: "Voice-over",
  scrape: "Search on TikTok",
  analysis: "Analysis of a video",
  plan: "Content plan",
};

/** What each thing costs, where a model has no price of its own. */
export function Prices() {
  const { data, error, refetch } = useQuery({
    queryKey: ["pricing"],
    queryFn: () => vireo.credits.pricing.get(),
    staleTime: 3_600_000,
  });
  return (
    <Panel title="Prices">
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={320} />}
      {data && (
        <Table verticalSpacing="xs" horizontalSpacing={0}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What</Table.Th>
              <Table.Th ta="right">Credits</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.prices.map(({ operation, credits, per }) => (
              <Table.Tr key={operation}>
                <Table.Td>
                  {words[operation] ?? operation}
                  {per !== "call" && `, a ${per}`}
                </Table.Td>
                <Table.Td ta="right">{data.unlimited ? 0 : credits.toLocaleString()}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Text size="sm" c="dimmed">
        A model may have a price of its own: see{" "}
        <Anchor component={Link} href="/settings/models" inherit underline="always">
          models
        </Anchor>
        .
      </Text>
    </Panel>
  );
}
