import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { FileUp, Link2, Plus } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan } from "../../session";
import { Failure } from "../../ui/failure";
import { lazyPart } from "../../ui/lazy";
import { Loading } from "../../ui/loading";
import { getVideoTitle } from "../../ui/media";
import { Page } from "../../ui/page";
import { useSocialAccounts } from "../../ui/posts";
import { formatZone, localZone } from "../../ui/time";
import { buildCaption } from "../plans/export";
import { getDraftName } from "./form/draft-name";
import { copyPost, emptyValues, type SelectedMedia, TITLE_MAX, toValues, type Values } from "./form/values";
import type { OpenForm } from "./schedule";
import { toTimestamp } from "./time-slot";
import { useCalendarUrl } from "./use-calendar-url";
import { useGate } from "./use-gate";

/** Reads values for a new post from the URL: `?video=vid_…`, `?image=img_…`, `?videoUrl=…` or `?plan=…&item=0`. */
function usePrefill(params: URLSearchParams) {
  const [videoId, imageId, videoUrl, planId] = ["video", "image", "videoUrl", "plan"].map((name) => params.get(name));
  const index = Number.parseInt(params.get("item") ?? "0", 10);
  return useQuery({
    queryKey: keys.postPrefill(videoId, imageId, videoUrl, planId, index),
    async queryFn(): Promise<Values> {
      const item = planId ? (await vireo.contentPlans.get(planId)).items[index] : undefined;
      const video = videoId ? await vireo.videos.get(videoId) : undefined;
      const image = imageId ? await vireo.images.get(imageId) : undefined;
      const media: SelectedMedia[] = [
        ...(video ? [{ kind: "video" as const, id: video.videoId, title: getVideoTitle(video) }] : []),
        ...(image
          ? [{ kind: "image" as const, id: image.imageId, title: image.title ?? image.prompt, url: image.url }]
          : []),
        ...(videoUrl ? [{ kind: "video" as const, url: videoUrl }] : []),
      ];
      return {
        ...emptyValues(),
        media,
        ...(item ? { title: item.title.slice(0, TITLE_MAX), content: buildCaption(item) } : {}),
      };
    },
    enabled: Boolean(videoId || imageId || videoUrl || planId),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

// Loaded separately: the calendar is half of the page's script, and the page should be usable before it arrives.
const Schedule = lazyPart(() => import("./schedule"));
Schedule.preload();
const PostDetails = lazy(() => import("./post-details"));
const ImportPosts = lazy(() => import("./import/index"));
const UnfinishedPosts = lazy(() => import("./unfinished-posts"));
const ReviewList = lazy(async () => ({ default: (await import("./review-list")).ReviewList }));
const PostForm = lazy(() => import("./form/index"));

export default function CalendarPage() {
  const url = useCalendarUrl();
  const { postId, show, clearPrefill, params } = url;
  const canPost = useCan("social:draft");
  const gate = useGate();
  const [form, setForm] = useState<OpenForm>();
  const [isListing, setListing] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const { data: accounts } = useSocialAccounts();
  const prefill = usePrefill(params);
  const openForm = (next: OpenForm) => setForm({ draftName: getDraftName(next.post?.postId), ...next });
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once, when the values are read
  useEffect(() => {
    if (prefill.data) openForm({ values: prefill.data });
  }, [prefill.data]);
  // "1", or the day of the new post.
  const requested = canPost && params.get("new");
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once, when the link is followed
  useEffect(() => {
    if (!requested) return;
    show({ new: undefined }, { replace: true });
    const day = new Date(`${requested}T12:00`);
    openForm({ values: emptyValues(Number.isNaN(day.getTime()) ? undefined : toTimestamp(day, true)) });
  }, [requested]);
  const create = canPost && (
    <Group gap="xs">
      <Button variant="default" leftSection={<Link2 size={16} />} onClick={() => setListing(true)}>
        Review links
      </Button>
      <Button variant="default" leftSection={<FileUp size={16} />} onClick={() => setImporting(true)}>
        Import
      </Button>
      <Button leftSection={<Plus size={16} />} onClick={() => openForm({ values: emptyValues() })}>
        New post
      </Button>
    </Group>
  );
  return (
    <Page title="Calendar" text={`Times are in your time zone (${formatZone(localZone)})`} actions={create}>
      {prefill.error && <Failure error={prefill.error} retry={prefill.refetch} />}
      {canPost && !form && (
        <Suspense fallback={null}>
          <UnfinishedPosts open={(draftName) => openForm({ values: emptyValues(), draftName })} />
        </Suspense>
      )}
      <Suspense fallback={<Loading lines={8} />}>
        <Schedule url={url} openForm={openForm} />
      </Suspense>
      <Suspense fallback={null}>
        {postId && !form && (
          <PostDetails
            postId={postId}
            close={() => show({ post: undefined })}
            edit={(post) => openForm({ values: toValues(post), post })}
            duplicate={(post) => openForm({ values: copyPost(post) })}
          />
        )}
        {isListing && <ReviewList close={() => setListing(false)} />}
        {isImporting && accounts && gate && (
          <ImportPosts accounts={accounts} gate={gate} close={() => setImporting(false)} />
        )}
        {form?.draftName && accounts && gate && (
          <PostForm
            initial={gate === "draft" ? { ...form.values, mode: "draft" } : form.values}
            gate={gate}
            post={form.post}
            draftName={form.draftName}
            accounts={accounts}
            close={() => {
              setForm(undefined);
              clearPrefill();
            }}
          />
        )}
      </Suspense>
    </Page>
  );
}
