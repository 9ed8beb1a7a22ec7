import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { vireo } from "../../api";
import { Failure } from "../../ui/failure";
import { Panel } from "../../ui/panel";

/** What is left to spend. */
export function Left() {
  const { data, error, refetch } = useQuery({ queryKey: ["credits", "balance"], queryFn: () => vireo.credits.get() });
  return (
    <Panel title="Left">
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={52} />}
      {data && (
        <div>
          <Text fz={40} fw={700} lh={1.1} style={{ fontVariantNumeric: "tabular-nums" }}>
            {data.unlimited ? "No limit" : data.balance.toLocaleString()}
          </Text>
          <Text size="sm" c="dimmed">
            {data.unlimited ? "This server charges nothing." : "credits"}
          </Text>
        </div>
      )}
    </Panel>
  );
}
