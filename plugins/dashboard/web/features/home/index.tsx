import { Button, Grid, Stack } from "@mantine/core";
import { Plus } from "lucide-react";
import { Link } from "wouter";
import { useCan, useMe } from "../../session";
import { Loading } from "../../ui/loading";
import { type MediaItem, useMedia } from "../../ui/media";
import { Page } from "../../ui/page";
import { ActionRequired, usePostsToCheck } from "./action-required";
import { FirstSteps, useSteps } from "./first-steps";
import { BestPost, InProgress, RecentMedia } from "./media";
import { useWeek, Week } from "./week";
import { Workspaces } from "./workspaces";
import "./home.css";

/** Reads the newest items of all kinds and statuses. */
function useNewest(): { items: MediaItem[]; isPending: boolean } {
  const canRead = useCan("media:read");
  const query = { pageSize: 20 };
  const lists = [
    useMedia("video", query, canRead),
    useMedia("image", query, canRead),
    useMedia("music", query, canRead),
  ];
  return {
    items: lists.flatMap(({ data }) => data?.items ?? []).toSorted((a, b) => b.createdAt - a.createdAt),
    isPending: canRead && lists.some(({ isPending }) => isPending),
  };
}

/** What a person has to do today, in this workspace and in the others. */
export default function HomePage() {
  const { name } = useMe();
  const [canCreate, canRead, canSeePosts] = [useCan("media:write"), useCan("media:read"), useCan("social:read")];
  const { items, isPending } = useNewest();
  const toCheck = usePostsToCheck();
  const week = useWeek();
  const steps = useSteps(items.some(({ kind, status }) => kind === "video" && status === "completed"));
  // Wait for all panels, so that the page doesn't shift.
  const isLoading = isPending || toCheck.isLoading || steps.isLoading || week.isLoading;
  const create = canCreate && (
    <Button component={Link} href="/create" leftSection={<Plus size={16} />}>
      Create
    </Button>
  );
  return (
    <Page title="Home" text={`Welcome, ${name}`} actions={create}>
      {isLoading ? (
        <Loading lines={14} />
      ) : (
        <>
          <FirstSteps {...steps} />
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <Stack gap="lg">
                <ActionRequired items={items} posts={toCheck.posts} waiting={toCheck.waiting} />
                {canSeePosts && <Week />}
                <Workspaces />
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Stack gap="lg">
                <InProgress items={items} />
                {canRead && <RecentMedia items={items} />}
                {canSeePosts && <BestPost />}
              </Stack>
            </Grid.Col>
          </Grid>
        </>
      )}
    </Page>
  );
}
