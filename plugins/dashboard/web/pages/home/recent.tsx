import { Anchor, Button, SimpleGrid } from "@mantine/core";
import { Sparkles } from "lucide-react";
import { Link } from "wouter";
import { useCan } from "../../session";
import { Empty } from "../../ui/empty";
import { Loading } from "../../ui/loading";
import type { MediaItem } from "../../ui/media";
import { MediaCard } from "../../ui/media-card";
import { Panel } from "../../ui/panel";

/** What was made last. */
export function RecentMedia({ items, isPending }: { items: readonly MediaItem[]; isPending: boolean }) {
  const mayMake = useCan("media:write");
  const done = items.filter(({ status }) => status === "completed").slice(0, 4);
  const all = (
    <Anchor component={Link} href="/library" size="sm">
      Library
    </Anchor>
  );
  return (
    <Panel title="Made last" action={done.length > 0 && all}>
      {isPending && done.length === 0 && <Loading lines={3} />}
      {!isPending && done.length === 0 && (
        <Empty
          icon={Sparkles}
          title="Nothing is ready yet"
          text="Describe a video, a picture or a track. The built-in engines need no key and no network."
        >
          {mayMake && (
            <Button component={Link} href="/create" variant="light">
              Make the first one
            </Button>
          )}
        </Empty>
      )}
      {done.length > 0 && (
        <SimpleGrid cols={{ base: 2, xs: 3, lg: 4 }} spacing="sm">
          {done.map((medium) => (
            <MediaCard key={medium.id} medium={medium} />
          ))}
        </SimpleGrid>
      )}
    </Panel>
  );
}
