import { useCalendarController } from "@fullcalendar/react";
import { Alert, Box, Button, Grid, Group, LoadingOverlay, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { SocialPost } from "vireo/client";
import { vireo } from "../../api";
import { useCan, useMe } from "../../session";
import { Failure, showError } from "../../ui/failure";
import { Page } from "../../ui/page";
import { maxPostsPerDay, type PostDay, usePostDays, useSocialAccounts } from "../../ui/posts";
import { formatZone, localZone } from "../../ui/time";
import { CalendarGrid, type VisibleRange } from "./calendar-grid";
import { Drafts } from "./drafts";
import { createAutosave } from "./form/autosave";
import { PostForm } from "./form/index";
import { usePrefill } from "./form/use-prefill";
import { copyPost, emptyValues, toValues, type Values } from "./form/values";
import { MorePosts } from "./more-posts";
import { PostDetails } from "./post-details";
import { toDay, toTimestamp } from "./time-slot";
import { Toolbar } from "./toolbar";
import { useCalendarUrl, views } from "./use-calendar-url";
import { useReschedule } from "./use-reschedule";

/** Posts per day that each view loads. The others are only counted. */
const perDay = { month: 3, week: 60, list: 20 } as const;
/** Posts that the day view loads at a time. */
const DAY_STEP = 100;

const NO_DAYS: readonly PostDay[] = [];

/** The open form: values, and the post if one is edited. */
interface OpenForm {
  values: Values;
  /** What was typed earlier and not saved. */
  restored?: Values | undefined;
  post?: SocialPost;
}

interface ScheduleProps {
  url: ReturnType<typeof useCalendarUrl>;
  openForm(form: OpenForm): void;
}

const Overlay = ({ visible }: { visible: boolean }) => (
  <LoadingOverlay
    visible={visible}
    overlayProps={{ backgroundOpacity: 0.4 }}
    loaderProps={{ "aria-label": "Loading posts" }}
  />
);

/** Toolbar, calendar and drafts. */
function Schedule({ url, openForm }: ScheduleProps) {
  const { view, accountId, platform, status, show } = url;
  const canPost = useCan("social:write");
  const controller = useCalendarController();
  const reschedule = useReschedule();
  const [range, setRange] = useState<VisibleRange>();
  const [dayLimit, setDayLimit] = useState(DAY_STEP);
  const { data, error, refetch, isFetching, isPlaceholderData } = usePostDays(
    range && { from: range.from, to: range.to, platform, accountId, status },
    view === "day" ? dayLimit : perDay[view],
  );
  const changeRange = (next: VisibleRange) => {
    // Only after navigation, because a reload reports the same range again.
    if (range && range.type === next.type && range.from !== next.from)
      show({ date: toDay(next.start) }, { replace: true });
    setRange(next);
    setDayLimit(DAY_STEP);
  };
  const pick = (at: Date, isDay: boolean) => {
    if (!canPost) return;
    const time = toTimestamp(at, isDay);
    if (time > Date.now()) openForm({ values: emptyValues(time) });
    else notifications.show({ message: "Choose a time in the future" });
  };
  const drop = async (id: string, at: Date, isDay: boolean) => {
    await vireo.social.posts.get(id).then((post) => reschedule(post, toTimestamp(at, isDay), true), showError);
  };
  const openDay = (day: Date) => {
    controller.changeView(views.day);
    controller.gotoDate(day);
    show({ view: "day", date: toDay(day) });
  };
  const emptyText = platform || accountId || status ? "No posts match the filters" : "No posts in this period";
  return (
    <>
      <Toolbar title={range?.title ?? ""} url={url} go={(where) => controller[where]()} />
      {error && <Failure error={error} retry={refetch} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 9 }}>
          <Box pos="relative" aria-busy={isFetching}>
            <Overlay visible={!error && (!data || isPlaceholderData)} />
            <CalendarGrid
              days={data?.days ?? NO_DAYS}
              view={view}
              date={url.date}
              canMove={canPost}
              emptyText={data ? emptyText : ""}
              controller={controller}
              onRangeChange={changeRange}
              onOpen={(post) => show({ post })}
              onPick={pick}
              onPickDay={(day) => (canPost && toTimestamp(day, true) > Date.now() ? pick(day, true) : openDay(day))}
              onOpenDay={openDay}
              onMove={reschedule}
              onDrop={drop}
            />
          </Box>
          {data?.total === 0 && (view === "month" || view === "week") && (
            <Text size="sm" c="dimmed" mt="sm">
              {emptyText}
            </Text>
          )}
          {data && range && (
            <MorePosts
              view={view}
              days={data.days}
              max={maxPostsPerDay(range)}
              openDay={openDay}
              showMore={() => setDayLimit(dayLimit + DAY_STEP)}
            />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 3 }}>
          <Drafts canDrag={canPost} open={(post) => show({ post })} />
        </Grid.Col>
      </Grid>
    </>
  );
}

/** Leads back to a post that was being written when the page was left. */
const UnsavedPost = ({ open }: { open(): void }) => (
  <Alert color="gray" p="xs" role="status">
    <Group justify="space-between" gap="xs">
      <Text size="sm">You have an unsaved post</Text>
      <Button size="compact-sm" variant="default" onClick={open}>
        Continue writing
      </Button>
    </Group>
  </Alert>
);

export default function CalendarPage() {
  const url = useCalendarUrl();
  const { postId, show, clearPrefill, params } = url;
  const canPost = useCan("social:write");
  const [form, setForm] = useState<OpenForm>();
  const { data: accounts } = useSocialAccounts();
  const { account } = useMe();
  const autosave = createAutosave(account.accountId, form?.post?.postId);
  const prefill = usePrefill(params);
  useEffect(() => {
    if (prefill.data) setForm({ values: prefill.data });
  }, [prefill.data]);
  const unsaved = form ? undefined : createAutosave(account.accountId).read();
  /** Opens a new post, with what was typed before the page was left. A chosen time stays. */
  const openNew = ({ values }: OpenForm) =>
    setForm({ values, restored: unsaved && { ...unsaved, mode: values.mode, at: values.at } });
  const wantsNew = params.has("new") && canPost;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once, when the link is followed
  useEffect(() => {
    if (!wantsNew) return;
    show({ new: undefined }, { replace: true });
    openNew({ values: emptyValues() });
  }, [wantsNew]);
  const create = canPost && (
    <Button leftSection={<Plus size={16} />} onClick={() => openNew({ values: emptyValues() })}>
      New post
    </Button>
  );
  return (
    <Page title="Calendar" text={`Times are in your time zone (${formatZone(localZone)})`} actions={create}>
      {prefill.error && <Failure error={prefill.error} retry={prefill.refetch} />}
      {canPost && unsaved && <UnsavedPost open={() => setForm({ values: emptyValues(), restored: unsaved })} />}
      <Schedule url={url} openForm={openNew} />
      {postId && !form && (
        <PostDetails
          postId={postId}
          close={() => show({ post: undefined })}
          edit={(post) =>
            setForm({
              values: toValues(post),
              post,
              restored: createAutosave(account.accountId, post.postId).read(),
            })
          }
          duplicate={(post) => setForm({ values: copyPost(post) })}
        />
      )}
      {form && accounts && (
        <PostForm
          initial={form.values}
          restored={form.restored}
          post={form.post}
          autosave={autosave}
          accounts={accounts}
          close={() => {
            setForm(undefined);
            clearPrefill();
          }}
        />
      )}
    </Page>
  );
}
