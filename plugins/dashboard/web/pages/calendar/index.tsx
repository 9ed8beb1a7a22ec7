import { useCalendarController } from "@fullcalendar/react";
import { Box, Button, Grid as Columns, LoadingOverlay, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { SocialPost } from "vireo/client";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { Failure } from "../../ui/failure";
import { Page } from "../../ui/page";
import { maxPostsPerDay, type PostDay, useAccounts, usePostDays } from "../../ui/posts";
import { localZone } from "../../ui/time";
import { Grid, type Shown } from "./calendar-grid";
import { Drafts } from "./drafts";
import { PostForm } from "./form/index";
import { useStart } from "./form/use-prefill";
import { copyPost, emptyValues, toValues, type Values } from "./form/values";
import { Rest } from "./more-posts";
import { Details } from "./post-details";
import { toDay, toTimestamp } from "./time-slot";
import { Bar } from "./toolbar";
import { useCalendarUrl, views } from "./use-calendar-url";
import { useReschedule } from "./use-reschedule";

/** Posts of a day that a view draws; the others are counted. */
const perDay = { month: 3, week: 60, list: 20 } as const;
/** Posts that a day shows, and shows more of, at a time. */
const ROWS = 100;

const NONE: readonly PostDay[] = [];

interface Opened {
  values: Values;
  post?: SocialPost;
}

export default function CalendarPage() {
  const address = useCalendarUrl();
  const { view, postId, accountId, platform, status, show, forget, params } = address;
  const mayPost = useCan("social:write");
  const controller = useCalendarController();
  const move = useReschedule();
  const [shown, setShown] = useState<Shown>();
  const [form, setForm] = useState<Opened>();
  const [rows, setRows] = useState(ROWS);
  const { data: accounts } = useAccounts();
  const { data, error, refetch, isFetching, isPlaceholderData } = usePostDays(
    shown && { from: shown.from, to: shown.to, platform, accountId, status },
    view === "day" ? rows : perDay[view],
  );
  const start = useStart(params);
  useEffect(() => {
    if (start.data) setForm({ values: start.data });
  }, [start.data]);

  const open = (id: string) => show({ post: id });
  const pick = (at: Date, isDay: boolean) => {
    if (!mayPost) return;
    const moment = toTimestamp(at, isDay);
    if (moment > Date.now()) setForm({ values: emptyValues(moment) });
    else notifications.show({ title: "That time has passed", message: "Choose a day from today on." });
  };
  const drop = async (id: string, at: Date, isDay: boolean) => {
    const post = await vireo.social.posts.get(id);
    await move(post, toTimestamp(at, isDay), true);
  };
  const openDay = (day: Date) => {
    controller.changeView(views.day);
    controller.gotoDate(day);
    show({ view: "day", date: toDay(day) });
  };
  const empty =
    platform || accountId || status
      ? "No post of these days matches the filters."
      : `Nothing is planned in these days.${mayPost ? " Click a day of the month, or press “New post”." : ""}`;
  const create = mayPost && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setForm({ values: emptyValues() })}>
      New post
    </Button>
  );
  return (
    <Page
      title="Calendar"
      text={`What goes out when. Times are yours: ${localZone.replaceAll("_", " ")}.`}
      actions={create}
    >
      <Bar title={shown?.title ?? ""} address={address} go={(where) => controller[where]()} />
      {error && <Failure error={error} retry={refetch} />}
      {start.error && <Failure error={start.error} retry={start.refetch} />}
      <Columns gap="lg">
        <Columns.Col span={{ base: 12, lg: 9 }}>
          <Box pos="relative" aria-busy={isFetching}>
            <LoadingOverlay
              visible={!error && (!data || isPlaceholderData)}
              overlayProps={{ backgroundOpacity: 0.4 }}
              loaderProps={{ "aria-label": "Loading posts" }}
            />
            <Grid
              days={data?.days ?? NONE}
              view={view}
              date={address.date}
              mayMove={mayPost}
              empty={data ? empty : ""}
              controller={controller}
              onShown={(next) => {
                // Only where somebody went there: a reload shows the same days again.
                if (shown && shown.type === next.type && shown.from !== next.from)
                  show({ date: toDay(next.start) }, { replace: true });
                setShown(next);
                setRows(ROWS);
              }}
              onOpen={open}
              onPick={pick}
              onDay={openDay}
              onMove={move}
              onDrop={drop}
            />
          </Box>
          {data?.total === 0 && (view === "month" || view === "week") && (
            <Text size="sm" c="dimmed" mt="sm">
              {empty}
            </Text>
          )}
          {data && shown && (
            <Rest
              view={view}
              days={data.days}
              most={maxPostsPerDay(shown)}
              onDay={openDay}
              showMore={() => setRows(rows + ROWS)}
            />
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
          edit={(post) => setForm({ values: toValues(post), post })}
          copy={(post) => setForm({ values: copyPost(post) })}
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
