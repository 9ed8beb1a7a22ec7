import { Alert, Button, Group, Text } from "@mantine/core";
import { FileUp, Plus } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useCan, useMe } from "../../session";
import { Failure } from "../../ui/failure";
import { lazyPart } from "../../ui/lazy";
import { Loading } from "../../ui/loading";
import { Page } from "../../ui/page";
import { useSocialAccounts } from "../../ui/posts";
import { formatZone, localZone } from "../../ui/time";
import { createAutosave } from "./form/autosave";
import { usePrefill } from "./form/use-prefill";
import { copyPost, emptyValues, toValues } from "./form/values";
import type { OpenForm } from "./schedule";
import { useCalendarUrl } from "./use-calendar-url";
import { useGate } from "./use-gate";

// Loaded separately: the calendar is half of the page's script, and the page should be usable before it arrives.
const Schedule = lazyPart(() => import("./schedule"));
Schedule.preload();
const PostDetails = lazy(() => import("./post-details"));
const ImportPosts = lazy(() => import("./import/index"));
const PostForm = lazy(() => import("./form/index"));

/** Offers to continue with an unsaved post. */
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
  const canPost = useCan("social:draft");
  const gate = useGate();
  const [form, setForm] = useState<OpenForm>();
  const [isImporting, setImporting] = useState(false);
  const { data: accounts } = useSocialAccounts();
  const { account } = useMe();
  const autosave = createAutosave(account.accountId, form?.post?.postId);
  const prefill = usePrefill(params);
  useEffect(() => {
    if (prefill.data) setForm({ values: prefill.data });
  }, [prefill.data]);
  const unsaved = form ? undefined : createAutosave(account.accountId).read();
  /** Opens a new post with the unsaved values, if any. The mode and time of the click take precedence. */
  const openNew = ({ values }: OpenForm) =>
    setForm({ values, restored: unsaved && { ...unsaved, mode: values.mode, at: values.at } });
  const isNewRequested = params.has("new") && canPost;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once, when the link is followed
  useEffect(() => {
    if (!isNewRequested) return;
    show({ new: undefined }, { replace: true });
    openNew({ values: emptyValues() });
  }, [isNewRequested]);
  const create = canPost && (
    <Group gap="xs">
      <Button variant="default" leftSection={<FileUp size={16} />} onClick={() => setImporting(true)}>
        Import
      </Button>
      <Button leftSection={<Plus size={16} />} onClick={() => openNew({ values: emptyValues() })}>
        New post
      </Button>
    </Group>
  );
  return (
    <Page title="Calendar" text={`Times are in your time zone (${formatZone(localZone)})`} actions={create}>
      {prefill.error && <Failure error={prefill.error} retry={prefill.refetch} />}
      {canPost && unsaved && <UnsavedPost open={() => setForm({ values: emptyValues(), restored: unsaved })} />}
      <Suspense fallback={<Loading lines={8} />}>
        <Schedule url={url} openForm={openNew} />
      </Suspense>
      <Suspense fallback={null}>
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
        {isImporting && accounts && gate && (
          <ImportPosts accounts={accounts} gate={gate} close={() => setImporting(false)} />
        )}
        {form && accounts && gate && (
          <PostForm
            initial={gate === "draft" ? { ...form.values, mode: "draft" } : form.values}
            gate={gate}
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
      </Suspense>
    </Page>
  );
}
