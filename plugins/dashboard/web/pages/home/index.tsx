import { Button, Grid, Stack } from "@mantine/core";
import { Plus } from "lucide-react";
import { Link } from "wouter";
import { useCan, useMe } from "../../session";
import { type MediaItem, useMedia } from "../../ui/media";
import { Page } from "../../ui/page";
import { ActionRequired } from "./action-required";
import { CreditsCard } from "./credits";
import { FirstSteps } from "./first-steps";
import { InProgress } from "./in-progress";
import { RecentMedia } from "./recent";
import { UpcomingPosts } from "./upcoming-posts";

/** The newest of each kind: what runs and what failed lately is among them. */
function useNewest(): { items: MediaItem[]; isPending: boolean } {
  const may = useCan("media:read");
  const query = { pageSize: 20 };
  const lists = [useMedia("video", query, may), useMedia("image", query, may), useMedia("music", query, may)];
  return {
    items: lists.flatMap(({ data }) => data?.items ?? []).toSorted((a, b) => b.createdAt - a.createdAt),
    isPending: may && lists.some(({ isPending }) => isPending),
  };
}

export default function HomePage() {
  const { name } = useMe();
  const mayMake = useCan("media:write");
  const maySee = useCan("media:read");
  const { items, isPending } = useNewest();
  const create = mayMake && (
    <Button component={Link} href="/create" leftSection={<Plus size={16} aria-hidden />}>
      Create
    </Button>
  );
  return (
    <Page title="Home" text={`Hello, ${name}. This is what happens in your account.`} actions={create}>
      <FirstSteps
        made={items.some(({ kind, status }) => kind === "video" && status === "completed")}
        known={!isPending}
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <ActionRequired items={items} />
            <InProgress items={items} />
            {maySee && <RecentMedia items={items} isPending={isPending} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg">
            <CreditsCard />
            <UpcomingPosts />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
