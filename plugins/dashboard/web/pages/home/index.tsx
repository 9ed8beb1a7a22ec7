import { Button, Grid, Stack } from "@mantine/core";
import { Plus } from "lucide-react";
import { Link } from "wouter";
import { useMay, useMe } from "../../session";
import { type Medium, useMedia } from "../../ui/media";
import { Page } from "../../ui/page";
import { NeedsAHand } from "./action-required";
import { CreditsCard } from "./credits";
import { FirstSteps } from "./first-steps";
import { Running } from "./in-progress";
import { Latest } from "./recent";
import { NextPosts } from "./upcoming-posts";

/** The newest of each kind: what runs and what failed lately is among them. */
function useNewest(): { items: Medium[]; isPending: boolean } {
  const may = useMay("media:read");
  const query = { pageSize: 20 };
  const lists = [useMedia("video", query, may), useMedia("image", query, may), useMedia("music", query, may)];
  return {
    items: lists.flatMap(({ data }) => data?.items ?? []).toSorted((a, b) => b.createdAt - a.createdAt),
    isPending: may && lists.some(({ isPending }) => isPending),
  };
}

export default function HomePage() {
  const { name } = useMe();
  const mayMake = useMay("media:write");
  const maySee = useMay("media:read");
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
            <NeedsAHand items={items} />
            <Running items={items} />
            {maySee && <Latest items={items} isPending={isPending} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg">
            <CreditsCard />
            <NextPosts />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
