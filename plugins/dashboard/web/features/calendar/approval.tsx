import { Alert, Badge, Box, Button, Group, Select, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, MessageSquareWarning, Send } from "lucide-react";
import { useState } from "react";
import { type SocialPost, VireoError } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useCan, useMe } from "../../session";
import { useAction } from "../../ui/action";
import { useSubmit } from "../../ui/form";
import { FormDialog } from "../../ui/form-dialog";
import { lazyDialog } from "../../ui/lazy-dialog";
import { getPostStatus } from "../../ui/post-status";
import { updateCachedPost } from "../../ui/posts";
import { Time } from "../../ui/time";

const ReviewDialog = lazyDialog(() => import("../../ui/review-dialog"));

type PostDecision = SocialPost["approval"]["decisions"][number];

const MAX_COMMENT = 2000;

/** Label of how a decision or a comment was made. A signed-in person needs none. */
const vias: Readonly<Record<string, string>> = { link: "review link", key: "API key" };

/** Ways to go on with a post whose time has passed. */
const lateModes = [
  { value: "queue", label: "In the next free slot" },
  { value: "now", label: "Now" },
];

function RejectDialog({ post, close }: { post: SocialPost; close(): void }) {
  const client = useQueryClient();
  const form = useForm({ initialValues: { comment: "" } });
  const reject = useSubmit(
    form,
    async ({ comment }) => {
      const { revision } = post.approval;
      updateCachedPost(client, await vireo.social.posts.reject(post.postId, { comment, revision }));
      close();
    },
    { stale: ["posts"], done: "Changes requested" },
  );
  return (
    <FormDialog title="Ask for changes" action="Ask for changes" submit={reject} close={close}>
      <Textarea
        label="What should change?"
        description="The post becomes a draft again. Whoever asked for approval is told."
        minRows={3}
        maxLength={MAX_COMMENT}
        {...form.getInputProps("comment")}
        required
        data-autofocus
      />
    </FormDialog>
  );
}

/** Approves the revision that is shown, or asks for changes. */
function Decision({ post }: { post: SocialPost }) {
  const client = useQueryClient();
  const [isRejecting, setRejecting] = useState(false);
  const [mode, setMode] = useState<string | null>("queue");
  const isLate = post.scheduledFor !== undefined && post.scheduledFor <= Date.now();
  const approve = useAction(
    async () => {
      const late = isLate ? { mode: mode as "queue" | "now" } : {};
      try {
        const { revision } = post.approval;
        updateCachedPost(client, await vireo.social.posts.approve(post.postId, { revision, ...late }));
      } catch (error) {
        // Somebody changed or decided the post meanwhile: show what it is now.
        if (error instanceof VireoError && error.status === 409)
          await client.invalidateQueries({ queryKey: keys.post(post.postId) });
        throw error;
      }
    },
    { stale: ["posts"], done: "Post approved" },
  );
  return (
    <Stack gap="xs" align="flex-start">
      {isLate && (
        <Select
          label="Its time has passed. Publish it:"
          size="xs"
          data={lateModes}
          value={mode}
          onChange={setMode}
          allowDeselect={false}
        />
      )}
      <Group gap="xs">
        <Button
          size="xs"
          leftSection={<Check size={14} />}
          loading={approve.isPending}
          onClick={() => approve.mutate(undefined)}
        >
          Approve
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<MessageSquareWarning size={14} />}
          onClick={() => setRejecting(true)}
        >
          Ask for changes
        </Button>
      </Group>
      {isRejecting && <RejectDialog post={post} close={() => setRejecting(false)} />}
    </Stack>
  );
}

const Line = ({ by, via, at, what }: { by: string; via: string; at: number; what?: string }) => (
  <Text size="xs" c="dimmed">
    {what && `${what} `}
    {by}
    {vias[via] ? ` (${vias[via]})` : ""}, <Time at={at} as="relative" size="xs" />
  </Text>
);

const DecisionLine = ({ decision: { by, via, decision, comment, at } }: { decision: PostDecision }) => (
  <Stack gap={2}>
    <Line what={decision === "approved" ? "Approved by" : "Changes requested by"} by={by} via={via} at={at} />
    {comment && (
      <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {comment}
      </Text>
    )}
  </Stack>
);

/** What people say about a post. The team's comments are not shown to reviewers. */
function Comments({ post: { postId } }: { post: SocialPost }) {
  const canComment = useCan("social:draft");
  const query = useQuery({
    queryKey: keys.postComments(postId),
    queryFn: async () => vireo.social.posts.comments.list(postId, { pageSize: 50 }),
  });
  const form = useForm({ initialValues: { text: "", visibility: "team" as "team" | "client" } });
  const add = useSubmit(
    form,
    async (values) => {
      await vireo.social.posts.comments.create(postId, values);
      form.reset();
    },
    { stale: ["posts"] },
  );
  const comments = query.data?.comments ?? [];
  return (
    <Stack gap="xs">
      {[...comments].reverse().map(({ commentId, text, by, via, visibility, createdAt }) => (
        <Stack key={commentId} gap={2}>
          <Group gap={6}>
            <Line by={by} via={via} at={createdAt} />
            {visibility === "client" && <Badge size="xs">Client</Badge>}
          </Group>
          <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {text}
          </Text>
        </Stack>
      ))}
      {canComment && (
        <form noValidate onSubmit={add.onSubmit}>
          <Stack gap="xs">
            <Textarea
              label="Comment"
              minRows={1}
              maxLength={MAX_COMMENT}
              {...form.getInputProps("text")}
              required
              withAsterisk={false}
            />
            <Group gap="xs">
              <Select
                aria-label="Who sees the comment"
                size="xs"
                w={180}
                data={[
                  { value: "team", label: "Team only" },
                  { value: "client", label: "Team and client" },
                ]}
                {...form.getInputProps("visibility")}
                allowDeselect={false}
              />
              <Button type="submit" size="xs" variant="default" loading={add.isPending}>
                Comment
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Stack>
  );
}

/** State of the approval of a post, its decisions and comments, and what can be done now. */
export function Approval({ post }: { post: SocialPost }) {
  const [canApprove, canReview] = [useCan("social:approve"), useCan("social:draft")];
  const [isSending, setSending] = useState(false);
  const { email } = useMe();
  const { state, requestedBy, requestedAt, overdue, decisions } = post.approval;
  const isWaiting = post.status === "needs_approval";
  // The changes that the draft still waits for stand out.
  const isRejected = getPostStatus(post) === "rejected";
  return (
    <Stack gap="sm" component="section" aria-label="Approval">
      {isWaiting && (
        <Alert
          color={overdue ? "red" : "orange"}
          title={overdue ? "Not published: approval is missing" : "Waiting for approval"}
        >
          <Stack gap="xs">
            {requestedBy && requestedAt && (
              <Line what="Asked by" by={requestedBy === email ? "you" : requestedBy} via="person" at={requestedAt} />
            )}
            {canApprove && <Decision key={post.approval.revision} post={post} />}
          </Stack>
        </Alert>
      )}
      {state !== "none" &&
        decisions.map((decision, index) => (
          <Box key={`${decision.at} ${decision.by}`}>
            {isRejected && index === decisions.length - 1 ? (
              <Alert color="orange" p="sm">
                <DecisionLine decision={decision} />
              </Alert>
            ) : (
              <DecisionLine decision={decision} />
            )}
          </Box>
        ))}
      <Comments post={post} />
      {canReview && ["draft", "needs_approval", "scheduled"].includes(post.status) && (
        <Group>
          <Button size="xs" variant="subtle" leftSection={<Send size={14} />} onClick={() => setSending(true)}>
            Send to a client
          </Button>
        </Group>
      )}
      {isSending && (
        <ReviewDialog
          title="Send this post to a client"
          content={{ postIds: [post.postId] }}
          close={() => setSending(false)}
        />
      )}
    </Stack>
  );
}
