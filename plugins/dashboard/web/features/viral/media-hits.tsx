import { AspectRatio, Card, Center, SimpleGrid, Stack, Text } from "@mantine/core";
import { FileAudio, FileVideo } from "lucide-react";
import type { SearchViralLibraryMedia as Hit } from "vireo/client";
import { Link } from "wouter";
import { toLocalUrl } from "../../ui/media";
import { Still } from "../../ui/media-card";
import { formatRelative } from "../../ui/time";
import { Score } from "./card";
import "../../ui/media.css";

function Picture({ kind, url, thumbnailUrl }: Hit["media"]) {
  if (thumbnailUrl || (kind === "video" && url))
    return <Still url={toLocalUrl(url)} thumbnailUrl={toLocalUrl(thumbnailUrl)} />;
  const Icon = kind === "video" ? FileVideo : FileAudio;
  return (
    <Center h="100%">
      <Icon size={32} color="var(--mantine-color-dimmed)" />
    </Center>
  );
}

/** A search result from the account's media. Links to its page, or to the file of an upload. */
function MediaHit({ media, score }: Hit) {
  const { id, kind, title, url, createdAt, source } = media;
  const body = (
    <>
      <Card.Section>
        <AspectRatio ratio={1} bg="var(--mantine-color-default-hover)">
          <Picture {...media} />
        </AspectRatio>
      </Card.Section>
      <Stack gap={4} mt="sm">
        <Score value={score} />
        <Text size="sm" fw={500} lineClamp={2} style={{ overflowWrap: "anywhere" }}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {source === "upload" && "Uploaded "}
          {formatRelative(createdAt)}
        </Text>
      </Stack>
    </>
  );
  const look = { withBorder: true, padding: "sm", className: "media-card", c: "inherit" } as const;
  return kind === "upload" ? (
    <Card component="a" href={url && toLocalUrl(url)} target="_blank" rel="noreferrer" {...look}>
      {body}
    </Card>
  ) : (
    <Card component={Link} href={`/library/${kind}/${id}`} {...look}>
      {body}
    </Card>
  );
}

/** Lists the account's media that match a search, best first. */
export const MediaHits = ({ hits }: { hits: readonly Hit[] }) => (
  <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="md">
    {hits.map((hit) => (
      <MediaHit key={hit.media.id} {...hit} />
    ))}
  </SimpleGrid>
);
