import { type Static, Type } from "@sinclair/typebox";
import { Closed, ListOf, OneOf, Text, Timestamp } from "vireo/schema";
import { Decision } from "../approval/schema";
import { ReportQuery } from "../reports/schema";

const MAX_POSTS = 50;
const MAX_REVIEWERS = 10;
/** Default and maximum life of review links. */
export const DEFAULT_DAYS = 14;
export const MAX_DAYS = 90;
export const reviewStatuses = ["active", "expired", "revoked"] as const;

export const CreateReview = Closed({
  postIds: Type.Optional(
    Type.Array(Text({ maxLength: 100 }), {
      minItems: 1,
      maxItems: MAX_POSTS,
      description: "Posts to review. Posts cannot be added later.",
    }),
  ),
  report: Type.Optional(
    Closed(ReportQuery.properties, { description: "Report to send instead of posts, with the current metrics." }),
  ),
  reviewers: Type.Array(
    Closed({
      name: Text({ minLength: 1, maxLength: 100, pattern: "\\S", description: "Name, to tell the links apart." }),
      email: Text({
        minLength: 3,
        maxLength: 254,
        pattern: "^[^\\s@<>,;]+@[^\\s@<>,;]+\\.[^\\s@<>,;]+$",
        description: "Email address. The link is mailed there if mail is configured.",
      }),
    }),
    { minItems: 1, maxItems: MAX_REVIEWERS, description: "People who get a link each. They need no account." },
  ),
  canDecide: Type.Boolean({
    description:
      "True if reviewers can approve and reject, which needs the scope social:approve. Otherwise they comment.",
  }),
  expiresAt: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 8_640_000_000_000_000,
      description: `Expiry of the links, at most ${MAX_DAYS} days ahead. Default: in ${DEFAULT_DAYS} days. Milliseconds since the epoch.`,
    }),
  ),
  passcode: Type.Optional(
    Text({
      minLength: 6,
      maxLength: 64,
      description: "Passcode that the page asks for. Give it to the reviewers separately. Ten wrong ones end a link.",
    }),
  ),
});
export type CreateReview = Static<typeof CreateReview>;

const ReviewerView = Closed({
  reviewerId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  openedAt: Type.Optional(Timestamp("Time when the page was first opened.")),
  revokedAt: Type.Optional(Timestamp("Time when this link was revoked.")),
  decisions: Type.Array(
    Closed({ postId: Type.String(), ...Decision.properties }, { description: "Decision through this link." }),
  ),
});

const reviewFields = {
  reviewId: Type.String(),
  status: OneOf(reviewStatuses, {
    description: "revoked: also if the person or key that created it no longer has the rights for it.",
  }),
  postIds: Type.Array(Type.String()),
  reportMonth: Type.Optional(Type.String({ description: "Month of the report that was sent instead of posts." })),
  reviewers: Type.Array(ReviewerView),
  canDecide: Type.Boolean(),
  hasPasscode: Type.Boolean(),
  createdBy: Type.String({ description: "Email address of the person, or name of the key." }),
  createdAt: Timestamp("Creation time."),
  expiresAt: Timestamp("Expiry of the links."),
};
export const ReviewView = Closed(reviewFields);
export const CreatedReview = Closed({
  ...reviewFields,
  links: Type.Array(
    Closed({ reviewerId: Type.String(), url: Type.String({ description: "Link of this reviewer." }) }),
    { description: "One link per reviewer. They are not shown again." },
  ),
  isMailed: Type.Boolean({ description: "False if the server sends no mail: send the links yourself." }),
});
export const Reviews = ListOf("reviews", ReviewView);
