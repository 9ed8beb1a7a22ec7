import { Alert, Anchor, Box, Button, Checkbox, Grid, Group, Stack, Text, Textarea } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useMediaQuery } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { DraftList, SocialAccount, SocialPost } from "vireo/client";
import { Link } from "wouter";
import { keys } from "../../../query-keys";
import { useCloseGuard } from "../../../ui/confirm";
import { Dialog } from "../../../ui/dialog";
import { type Draft, useDraft } from "../../../ui/draft";
import { DraftConflict } from "../../../ui/draft-conflict";
import { Failure } from "../../../ui/failure";
import { notify } from "../../../ui/notify";
import { describeSaved } from "../../../ui/post-status";
import type { Gate } from "../use-gate";
import { AccountField } from "./account-field";
import { describeLength } from "./length";
import { MediaField } from "./media-field";
import { PlatformFields } from "./platform-fields";
import { Preview } from "./preview";
import { type Channel, type ChannelFault, findChannelFaults, useChannels } from "./rules";
import { SnippetMenu } from "./snippets";
import { TikTokFields } from "./tiktok-fields";
import { TimeFields } from "./time-fields";
import { useCreators } from "./use-creators";
import { getDuplicateId, useSave } from "./use-save";
import { type FieldErrors, fieldNames, validatePost } from "./validate";
import { readValues, type Values } from "./values";

const actions = { schedule: "Schedule", queue: "Add to queue", now: "Publish now", draft: "Save draft" } as const;

/** Label of the button that saves. */
function getAction({ mode }: Values, { post, gate }: Pick<Props, "post" | "gate">): string {
  if (post && mode !== "now" && (mode === "draft") === (post.status === "draft")) return "Save";
  return gate === "approval" && mode !== "draft" ? "Ask for approval" : actions[mode];
}

interface Props {
  initial: Values;
  /** The post to edit. Undefined for a new one. */
  post?: SocialPost | undefined;
  accounts: readonly SocialAccount[];
  gate: Gate;
  /** Name of the draft that keeps the values until the post is saved or discarded. */
  draftName: string;
  close(): void;
}

interface OpenProps extends Props {
  draft: Draft;
  /** Loads the draft of another window. */
  reload(): void;
  /** Unsaved values from an earlier visit. */
  restored: Values | undefined;
}

/** What a draft of a post holds. */
interface Kept {
  values?: Values;
  /** The last change of the post that is edited. */
  base?: number | undefined;
}

interface FieldsProps {
  form: UseFormReturnType<Values>;
  accounts: readonly SocialAccount[];
  creators: ReturnType<typeof useCreators>;
  hasTikTok: boolean;
  isNew: boolean;
  gate: Gate;
  /** All errors. Most are shown only after the first submit: `visibleErrors`. */
  errors: FieldErrors;
  visibleErrors: FieldErrors;
  /** The selected channels with their platforms' rules, and why those would refuse the post. */
  channels: readonly Channel[];
  faults: readonly ChannelFault[];
}

function PostFields(props: FieldsProps) {
  const { form, accounts, creators, hasTikTok, isNew, gate, errors, visibleErrors, channels, faults } = props;
  const { values } = form;
  const change = (patch: Partial<Values>) => form.setValues(patch);
  const platforms = channels.map(({ info }) => info);
  const ofMedia = faults.filter(({ field }) => field === "media" || field === "videoUrl");
  return (
    <Stack>
      <MediaField
        selected={values.media}
        platforms={platforms}
        onChange={(update) => form.setValues((before) => ({ media: update(before.media ?? []) }))}
        error={errors.media ?? (values.media.length > 0 ? ofMedia.map(({ message }) => message).join(" ") : undefined)}
      />
      <Box pos="relative">
        <Box pos="absolute" right={0} top={0} style={{ zIndex: 1 }}>
          <SnippetMenu caption={values.content} onChange={(content) => change({ content })} />
        </Box>
        <Textarea
          label="Caption"
          minRows={3}
          maxRows={10}
          {...form.getInputProps("content")}
          description={describeLength(values.content, platforms)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          error={errors.content ?? faults.find(({ field }) => field === "content")?.message}
          data-autofocus
        />
      </Box>
      <AccountField
        accounts={accounts}
        value={values.accountIds}
        onChange={(accountIds) => change({ accountIds })}
        error={visibleErrors.accounts}
      />
      {channels.length > 0 && <PlatformFields form={form} channels={channels} faults={faults} />}
      <TimeFields
        values={values}
        change={change}
        errors={visibleErrors}
        isNew={isNew}
        hasTikTok={hasTikTok}
        isDraftOnly={gate === "draft"}
      />
      {hasTikTok && <TikTokFields values={values} change={change} {...creators} errors={visibleErrors} />}
    </Stack>
  );
}

interface DuplicateProps {
  postId: string;
  isAllowed: boolean;
  allow(isAllowed: boolean): void;
  close(): void;
}

const DuplicateWarning = ({ postId, isAllowed, allow, close }: DuplicateProps) => (
  <Alert color="orange" title="Duplicate post">
    <Stack gap="xs">
      <Text size="sm">
        The same video and caption are already scheduled for one of these channels within a day.{" "}
        <Anchor component={Link} href={`/calendar?post=${postId}`} inherit underline="always" onClick={close}>
          View post
        </Anchor>
      </Text>
      <Checkbox label="Post anyway" checked={isAllowed} onChange={(event) => allow(event.currentTarget.checked)} />
    </Stack>
  </Alert>
);

/** State of the form: values, errors and submission. */
function usePostForm({ initial, restored, post, accounts, draft, close }: OpenProps) {
  const [seconds, setSeconds] = useState<number>();
  const [isSubmitted, setSubmitted] = useState(false);
  const [isDuplicateAllowed, allowDuplicate] = useState(false);
  const client = useQueryClient();
  /** Closes the form, and deletes what was kept of it. */
  const finish = () => {
    const refresh = () => client.invalidateQueries({ queryKey: keys.unfinishedPosts });
    client.setQueryData(keys.unfinishedPosts, (drafts: DraftList["drafts"] = []) =>
      drafts.filter(({ name }) => name !== draft.name),
    );
    void draft.remove().then(refresh);
    close();
  };
  const save = useSave((saved) => {
    notify({ message: describeSaved(saved), link: { href: `/calendar?post=${saved.postId}`, label: "Open" } });
    finish();
  });
  const form = useForm<Values>({
    initialValues: restored ? readValues(restored) : initial,
    onValuesChange(values, before) {
      draft.write("post", { values, base: post?.updatedAt } satisfies Kept);
      // The server's error was about the previous values.
      if (save.error) save.reset();
      allowDuplicate(false);
      if (values.media !== before.media) setSeconds(undefined);
    },
  });
  const { values } = form;
  const tiktok = accounts.filter(
    ({ accountId, platform, status }) =>
      platform === "tiktok" && status === "active" && values.accountIds.includes(accountId),
  );
  const creators = useCreators(tiktok);
  const errors = validatePost(values, accounts, creators.creators, seconds);
  const channels = useChannels(values, accounts);
  const faults = findChannelFaults(values, channels, accounts);
  // TikTok requires this message, and no way to post, until the disclosure is complete.
  const disclosure = values.mode === "draft" ? undefined : errors.disclosure;
  return {
    form,
    creators,
    hasTikTok: tiktok.length > 0,
    errors,
    channels,
    faults,
    missing: [
      ...Object.keys(errors).map((field) => fieldNames[field as keyof FieldErrors]),
      ...new Set(faults.map(({ name }) => name)),
    ],
    visibleErrors: isSubmitted ? errors : disclosure ? { disclosure } : {},
    disclosure,
    messages: isSubmitted ? [...Object.values(errors), ...new Set(faults.map(({ message }) => message))] : [],
    save,
    finish,
    setSeconds,
    isDuplicateAllowed,
    allowDuplicate,
    submit() {
      setSubmitted(true);
      if (Object.keys(errors).length === 0 && faults.length === 0)
        save.mutate({ post, before: initial, values, accounts, allowDuplicate: isDuplicateAllowed });
    },
  };
}

/** Says that unsaved values were restored. */
const Restored = ({ isOutdated, startOver }: { isOutdated: boolean; startOver(): void }) => (
  <Alert color="gray" mb="md" p="xs" role="status">
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        Restored what you typed earlier{isOutdated && ". The post was changed since: start over to see it"}
      </Text>
      <Button size="compact-sm" variant="default" onClick={startOver}>
        Start over
      </Button>
    </Group>
  </Alert>
);

/** Creates or edits a post. What is typed is kept on the server. */
export default function PostForm(props: Props) {
  const { draft, error, reload } = useDraft(props.draftName);
  if (error) return <LoadFailure error={error} retry={reload} close={props.close} />;
  if (!draft) return null;
  return <OpenForm {...props} draft={draft} reload={reload} restored={readKept(draft).values} />;
}

const readKept = (draft: Draft): Kept => draft.read<Kept>("post", {});

/** True if the post was changed after the draft was begun. Drafts of earlier versions do not know. */
function isOutdated(draft: Draft, post: SocialPost | undefined): boolean {
  const { base } = readKept(draft);
  return post !== undefined && base !== undefined && base !== post.updatedAt;
}

const LoadFailure = ({ error, retry, close }: { error: unknown; retry(): unknown; close(): void }) => (
  <Dialog onClose={close} title="Post">
    <Failure error={error} retry={retry} />
  </Dialog>
);

function OpenForm(props: OpenProps) {
  const { initial, post, accounts, draft, close } = props;
  const isPhone = useMediaQuery("(max-width: 48em)");
  const state = usePostForm(props);
  const { form, save, disclosure, messages, isDuplicateAllowed } = state;
  const { values } = form;
  const guard = useCloseGuard(form.isDirty() || props.restored !== undefined, state.finish);
  const duplicateId = getDuplicateId(save.error);
  const { missing } = state;
  const footer: ReactNode = (
    <Group justify="flex-end" className="form-footer">
      {save.isPaused && (
        <Text size="sm" flex="1 1 280px" role="status">
          You are offline. The post is saved once you are back online.
        </Text>
      )}
      {missing.length > 0 && !save.isPaused && (
        <Text size="sm" c="dimmed" flex="1 1 280px" role="status">
          To complete: {missing.join(", ")}
        </Text>
      )}
      <Button variant="default" onClick={guard.requestClose}>
        Cancel
      </Button>
      <Button
        type="submit"
        loading={save.isPending}
        disabled={disclosure !== undefined || (duplicateId !== undefined && !isDuplicateAllowed)}
        title={disclosure}
      >
        {getAction(values, props)}
      </Button>
    </Group>
  );
  return (
    <Dialog
      onClose={guard.requestClose}
      title={post ? "Edit post" : "New post"}
      size={980}
      fullScreen={isPhone ?? false}
    >
      {guard.question}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          state.submit();
        }}
      >
        <DraftConflict draft={draft} reload={props.reload} />
        {props.restored && <Restored isOutdated={isOutdated(draft, post)} startOver={() => form.setValues(initial)} />}
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, sm: 7 }}>
            <PostFields
              form={form}
              accounts={accounts}
              creators={state.creators}
              hasTikTok={state.hasTikTok}
              isNew={post === undefined}
              gate={props.gate}
              errors={state.errors}
              visibleErrors={state.visibleErrors}
              channels={state.channels}
              faults={state.faults}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, sm: 5 }}>
            <Stack pos="sticky" top={72}>
              <Preview values={values} accounts={accounts} onSeconds={state.setSeconds} />
              {duplicateId && (
                <DuplicateWarning
                  postId={duplicateId}
                  isAllowed={isDuplicateAllowed}
                  allow={state.allowDuplicate}
                  close={close}
                />
              )}
              {save.error && !duplicateId && <Failure error={save.error} />}
              {messages.length > 0 && (
                <Alert color="red" title="Fix these fields" role="alert">
                  {messages.join(" ")}
                </Alert>
              )}
            </Stack>
          </Grid.Col>
        </Grid>
        {footer}
      </form>
    </Dialog>
  );
}
