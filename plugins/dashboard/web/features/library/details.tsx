import { Anchor, Box, Button, Code, CopyButton, Group, Spoiler, Text } from "@mantine/core";
import { Folder, Pencil } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { useCan } from "../../session";
import { Facts } from "../../ui/facts";
import { lazyDialog } from "../../ui/lazy-dialog";
import { formatDuration, type MediaItem } from "../../ui/media";
import { Panel } from "../../ui/panel";
import { Status } from "../../ui/status";
import { Time } from "../../ui/time";

const LabelDialog = lazyDialog(() => import("./label-dialog"));

const CopyId = ({ id }: { id: string }) => (
  <CopyButton value={id}>
    {({ copied, copy }) => (
      <Anchor
        component="button"
        type="button"
        onClick={copy}
        fz="xs"
        ff="monospace"
        c="inherit"
        aria-label={`Copy ID ${id}`}
      >
        {copied ? "Copied" : id}
      </Anchor>
    )}
  </CopyButton>
);

/** Folder and tags of the item, and a button to change them. */
function Place({ item }: { item: MediaItem }) {
  const [isOpen, setOpen] = useState(false);
  const canEdit = useCan("media:write");
  const { kind, folder, tags } = item;
  const toList = (filter: Record<string, string>) => `/library?${new URLSearchParams({ kind, ...filter })}`;
  return (
    <>
      <Group gap={6}>
        {folder && (
          <Button
            component={Link}
            href={toList({ folder })}
            size="compact-xs"
            variant="light"
            leftSection={<Folder size={12} />}
          >
            {folder}
          </Button>
        )}
        {tags.map((tag) => (
          <Button key={tag} component={Link} href={toList({ tag })} size="compact-xs" variant="default">
            {tag}
          </Button>
        ))}
        {canEdit && (
          <Button size="compact-xs" variant="default" leftSection={<Pencil size={12} />} onClick={() => setOpen(true)}>
            Title, tags and folder
          </Button>
        )}
      </Group>
      {isOpen && <LabelDialog kind={kind} items={[item]} close={() => setOpen(false)} />}
    </>
  );
}

export function Details({ item }: { item: MediaItem }) {
  const { status, prompt, model, engine, width, height, duration, creditsUsed, createdAt, completedAt, failCode, id } =
    item;
  return (
    <Panel title="Details" action={<Status value={status} />}>
      <Place item={item} />
      <Spoiler maxHeight={90} showLabel="Show full prompt" hideLabel="Show less">
        <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
          {prompt}
        </Text>
      </Spoiler>
      <Facts
        facts={[
          ["Size", width && height && `${width} × ${height}`],
          ["Length", duration !== undefined && formatDuration(duration)],
          ["Credits", status === "failed" ? `${creditsUsed} (refunded)` : creditsUsed],
          ["Created", <Time key="created" at={createdAt} />],
          ["Finished", completedAt && <Time key="finished" at={completedAt} />],
        ]}
      />
      <Box component="details" fz="sm">
        <Box component="summary" c="dimmed" mb={6} style={{ cursor: "pointer" }}>
          Technical details
        </Box>
        <Facts
          facts={[
            ["Model", model],
            ["Engine", engine],
            ["Error", failCode && <Code key="error">{failCode}</Code>],
            ["ID", <CopyId key="id" id={id} />],
          ]}
        />
      </Box>
    </Panel>
  );
}
