import { Code, CopyButton, Spoiler, Text, UnstyledButton } from "@mantine/core";
import { Facts } from "../../ui/facts";
import { formatDuration, type MediaItem } from "../../ui/media";
import { Panel } from "../../ui/panel";
import { Status } from "../../ui/status";
import { Time } from "../../ui/time";

const CopyId = ({ id }: { id: string }) => (
  <CopyButton value={id}>
    {({ copied, copy }) => (
      <UnstyledButton onClick={copy} fz="xs" ff="monospace" aria-label={`Copy ID ${id}`}>
        {copied ? "Copied" : id}
      </UnstyledButton>
    )}
  </CopyButton>
);

export function Details({ item }: { item: MediaItem }) {
  const { status, prompt, model, engine, width, height, duration, creditsUsed, createdAt, completedAt, failCode, id } =
    item;
  return (
    <Panel title="Details" action={<Status value={status} />}>
      <Spoiler maxHeight={90} showLabel="Show full prompt" hideLabel="Show less">
        <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
          {prompt}
        </Text>
      </Spoiler>
      <Facts
        facts={[
          ["Model", model],
          ["Engine", engine],
          ["Size", width && height && `${width} × ${height}`],
          ["Length", duration !== undefined && formatDuration(duration)],
          ["Credits", status === "failed" ? `${creditsUsed} (refunded)` : creditsUsed],
          ["Created", <Time key="created" at={createdAt} />],
          ["Finished", completedAt && <Time key="finished" at={completedAt} />],
          ["Error", failCode && <Code key="error">{failCode}</Code>],
          ["ID", <CopyId key="id" id={id} />],
        ]}
      />
    </Panel>
  );
}
