import { useCalendarController } from "@fullcalendar/react";
import { Alert, Box, Button, Grid as Columns, LoadingOverlay, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Plus } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { SocialPost } from "#client/index";
import { vireo } from "../../api";
import { useMay } from "../../session";
import { Failure } from "../../ui/failure";
import { Page } from "../../ui/page";
import { timeOf, useAccounts, usePosts } from "../../ui/posts";
import { ownZone } from "../../ui/when";
import { useAddress } from "./address";
import { Bar } from "./bar";
import { Details } from "./details";
import { Drafts } from "./drafts";
import { PostForm } from "./form/index";
import { useStart } from "./form/start";
import { copyOf, emptyValues, soon, type Values, valuesOf } from "./form/values";
import { Grid, type Shown } from "./grid";
import { useMove } from "./move";

/** Rows that a list draws at a time. */
const ROWS = 200;
const MORNING = 9;
const dayOf = (date: Date) => new Intl.DateTimeFormat("en-CA").format(date);

/** The moment that a choice on the calendar means: a day is its morning, or the next full hour where that has passed. */
function momentOf(at: Date, isDay: boolean): number {
  if (!isDay) return at.getTime();
  const morning = new Date(at).setHours(MORNING, 0, 0, 0);
  const next = soon();
  return morning <= Date.now() && dayOf(new Date(next)) === dayOf(at) ? next : morning;
}

interface Opened {
  values: Values;
  post?: SocialPost;
}

export default function CalendarPage() {
  const address = useAddress();
  const { view, postId, accountId, platform, status, show, forget, params } = address;
  const mayPost = useMay("social:write");
  const controller = useCalendarController();
  const move = useMove();
  const [shown, setShown] = useState<Shown>();
  const [form, setForm] = useState<Opened>();
  const [rows, setRows] = useState(ROWS);
  const { data: accounts } = useAccounts();
  const { data, error, refetch, isFetching, isPlaceholderData } = usePosts(
    shown && { from: shown.from, to: shown.to, platform, accountId, status },
  );
  const start = useStart(params);
  useEffect(() => {
    if (start.data) setForm({ values: start.data });
  }, [start.data]);

  const posts = useMemo(
    () =>
      (data?.posts ?? [])
        .filter((post) => status || (post.status !== "cancelled" && (post.status !== "draft" || post.scheduledFor)))
        .toSorted((one, other) => timeOf(one) - timeOf(other)),
    [data, status],
  );
  const drawn = view === "list" ? posts.slice(0, rows) : posts;
  const open = (id: string) => show({ post: id });
  const pick = (at: Date, isDay: boolean) => {
    if (!mayPost) return;
    const moment = momentOf(at, isDay);
    if (moment > Date.now()) setForm({ values: emptyValues(moment) });
    else notifications.show({ title: "That time has passed", message: "Choose a day from today on." });
  };
  const drop = async (id: string, at: Date, isDay: boolean) => {
    const post = await vireo.social.posts.get(id);
    await move(post, momentOf(at, isDay), true);
  };
  const create = mayPost && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setForm({ values: emptyValues() })}>
      New post
    </Button>
  );
  return (
    <Page
      title="Calendar"
      text={`What goes out when. Times are yours: ${ownZone.replaceAll("_", " ")}.`}
      actions={create}
    >
      <Bar title={shown?.title ?? ""} address={address} go={(where) => controller[where]()} />
      {error && <Failure error={error} retry={refetch} />}
      {start.error && <Failure error={start.error} retry={start.refetch} />}
      {data && data.total > data.posts.length && (
        <Alert color="orange" variant="light" title={`${data.total.toLocaleString()} posts are in these days`}>
          The {data.posts.length.toLocaleString()} made last are shown. Choose a week, an account or a state to see the
          others.
        </Alert>
      )}
      <Columns gap="lg">
        <Columns.Col span={{ base: 12, lg: 9 }}>
          <Box pos="relative" aria-busy={isFetching}>
            <LoadingOverlay
              visible={!error && (!data || isPlaceholderData)}
              overlayProps={{ backgroundOpacity: 0.4 }}
              loaderProps={{ "aria-label": "Loading posts" }}
            />
            <Grid
              posts={drawn}
              view={view}
              date={address.date}
              isPhone={address.isPhone ?? false}
              mayMove={mayPost}
              controller={controller}
              onShown={(next) => {
                // Only where somebody went there: a reload shows the same days again.
                if (shown && shown.type === next.type && shown.from !== next.from)
                  show({ date: dayOf(next.start) }, { replace: true });
                setShown(next);
                setRows(ROWS);
              }}
              onOpen={open}
              onPick={pick}
              onDay={(day) => {
                show({ view: "list", date: dayOf(day) });
                controller.gotoDate(day);
              }}
              onMove={move}
              onDrop={drop}
            />
          </Box>
          {data && posts.length === 0 && (
            <Text size="sm" c="dimmed" mt="sm">
              {platform || accountId || status
                ? "No post of these days matches the filters."
                : `Nothing is planned in these days.${mayPost ? " Click a day, or press “New post”." : ""}`}
            </Text>
          )}
          {drawn.length < posts.length && (
            <Button variant="default" fullWidth mt="sm" onClick={() => setRows(rows + ROWS)}>
              {`Show more: ${drawn.length.toLocaleString()} of ${posts.length.toLocaleString()} are shown`}
            </Button>
          )}
        </Columns.Col>
        <Columns.Col span={{ base: 12, lg: 3 }}>
          <Drafts mayMove={mayPost} open={open} />
        </Columns.Col>
      </Columns>
      {postId && !form && (
        <Details
          postId={postId}
          close={() => show({ post: undefined })}
          edit={(post) => setForm({ values: valuesOf(post), post })}
          copy={(post) => setForm({ values: copyOf(post) })}
        />
      )}
      {form && accounts && (
        <PostForm
          initial={form.values}
          post={form.post}
          accounts={accounts}
          close={() => {
            setForm(undefined);
            forget();
          }}
        />
      )}
    </Page>
  );
}
