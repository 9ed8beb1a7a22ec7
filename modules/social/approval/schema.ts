import { Type } from "@sinclair/typebox";
import { Closed, ListOf, OneOf, Text, Timestamp } from "vireo/schema";

export const requirements = ["off", "editors", "everyone"] as const;
export const approvalStates = ["none", "pending", "approved", "rejected"] as const;
export const decisions = ["approved", "rejected"] as const;
export const vias = ["person", "key", "link"] as const;
export const visibilities = ["team", "client"] as const;

const COMMENT_MAX = 2000;
/** Maximum number of decisions shown with a post, the newest ones. */
export const MAX_DECISIONS = 20;

const via = OneOf(vias, {
  description: "How: signed in (person), with an API key, or through a review link.",
});

export const Decision = Closed({
  by: Type.String({
    description: "Email address of the person, name of the key, or the name that was typed on the review page.",
  }),
  via,
  decision: OneOf(decisions, { description: "The decision." }),
  comment: Type.Optional(Type.String({ description: "Reason, or requested changes." })),
  revision: Type.Integer({ description: "Revision that was seen." }),
  at: Timestamp("Time of the decision."),
});

export const Approval = Closed(
  {
    state: OneOf(approvalStates, {
      description:
        "none: no approval was needed or requested. pending: waiting for a decision. rejected: the post is a draft again.",
    }),
    revision: Type.Integer({
      description:
        "Counts the changes of text, media, settings and targets. A decision names it. A change of the time alone does not count.",
    }),
    requestedBy: Type.Optional(Type.String({ description: "Email address of the person, or name of the key." })),
    requestedAt: Type.Optional(Timestamp("Time of the request.")),
    overdue: Type.Boolean({ description: "True if the scheduled time has passed without a decision." }),
    decisions: Type.Array(Decision, { description: `The latest ${MAX_DECISIONS} decisions, oldest first.` }),
  },
  { description: "Whether the post may be published." },
);

export const ApprovalSetting = Closed({
  requireApproval: OneOf(requirements, {
    description:
      "Who needs an approval to schedule and publish posts. off: nobody. editors: callers without the scope social:approve. everyone: all, including those who may approve.",
  }),
});

export const ApprovePost = Closed({
  revision: Type.Integer({ minimum: 1, description: "Revision that was seen, from `approval.revision`." }),
  scheduledFor: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 8_640_000_000_000_000,
      description: "New time to publish, at most a year ahead. Milliseconds since the epoch.",
    }),
  ),
  mode: Type.Optional(
    OneOf(["queue", "now"], {
      description: "Publishes in the next free slot, or now, instead of at the planned time.",
    }),
  ),
});

export const RejectPost = Closed({
  comment: Text({ minLength: 1, maxLength: COMMENT_MAX, description: "What to change." }),
  revision: Type.Optional(
    Type.Integer({ minimum: 1, description: "Revision that was seen. Default: the current one." }),
  ),
});

export const CreateComment = Closed({
  text: Text({ minLength: 1, maxLength: COMMENT_MAX, pattern: "\\S", description: "The comment." }),
  visibility: Type.Optional(
    OneOf(visibilities, {
      default: "team",
      description: "client: also shown to people with a review link. Default: team.",
    }),
  ),
});

export const CommentView = Closed({
  commentId: Type.String(),
  postId: Type.String(),
  text: Type.String(),
  visibility: OneOf(visibilities, { description: "Who can read it." }),
  by: Type.String({
    description: "Email address of the person, name of the key, or the name that was typed on the review page.",
  }),
  via,
  createdAt: Timestamp("Creation time."),
});
export const Comments = ListOf("comments", CommentView);
