import { Anchor, Button, SimpleGrid } from "@mantine/core";
import { Sparkles } from "lucide-react";
import { Link } from "wouter";
import { useCan } from "../../session";
import { Empty } from "../../ui/empty";
import type { MediaItem } from "../../ui/media";
import { MediaCard } from "../../ui/media-card";
import { Panel } from "../../ui/panel";

export function RecentMedia({ items }: { items: readonly MediaItem[] }) {
  const canCreate = useCan("media:write");
  const finished = items.filter(({ status }) => status === "completed").slice(0, 4);
  const library = (
    <Anchor component={Link} href="/library" size="sm">
      Library
    </Anchor>
  );
  return (
    <Panel title="Recent" action={finished.length > 0 && library}>
      {finished.length === 0 && (
        <Empty
          icon={Sparkles}
          title="Nothing here yet"
          text="Describe a video, an image or a track. The built-in engines need no API key and no network."
        >
          {canCreate && (
            <Button component={Link} href="/create" variant="light">
              Create something
            </Button>
          )}
        </Empty>
      )}
      {finished.length > 0 && (
        <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="sm">
          {finished.map((item) => (
            <MediaCard key={item.id} item={item} ratio={9 / 16} />
          ))}
        </SimpleGrid>
      )}
    </Panel>
  );
}
