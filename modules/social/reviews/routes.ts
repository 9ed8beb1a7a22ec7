import type { Router } from "vireo/router";
import { Nothing, PageQuery } from "vireo/schema";
import type { Social } from "../context";
import { createReview, getReview, listReviews, revokeReview, revokeReviewer } from "./reviews";
import { CreatedReview, CreateReview, Reviews, ReviewView } from "./schema";

export function addReviewRoutes(router: Router, social: Social): void {
  router
    .post(
      "/reviews",
      async ({ caller, body, set }) => {
        const review = await createReview(social, caller, body);
        set.status = 201;
        set.headers.location = `/api/v1/social/reviews/${review.reviewId}`;
        return review;
      },
      {
        auth: "social:draft",
        limit: "reviews",
        secret: ["links"],
        detail: {
          operationId: "createSocialReview",
          summary: "Send posts to people without an account for review",
          description:
            "Creates a link for each reviewer to a page with these posts. With `canDecide`, they can approve and reject posts there. The links end when they expire, when you revoke them, and when the person or key that created them is removed.",
        },
        body: CreateReview,
        response: { 201: CreatedReview },
      },
    )
    .get("/reviews", ({ caller, query }) => listReviews(social, caller.accountId, query), {
      auth: "social:read",
      detail: { operationId: "listSocialReviews", summary: "List reviews" },
      query: PageQuery,
      response: { 200: Reviews },
    })
    .get("/reviews/:reviewId", ({ caller, params }) => getReview(social, caller.accountId, params.reviewId), {
      auth: "social:read",
      detail: { operationId: "getSocialReview", summary: "Get a review: who opened its links, and who decided" },
      response: { 200: ReviewView },
    })
    .delete(
      "/reviews/:reviewId",
      async ({ caller, params, set }) => {
        await revokeReview(social, caller.accountId, params.reviewId);
        set.status = 204;
      },
      {
        auth: "social:draft",
        detail: {
          operationId: "revokeSocialReview",
          summary: "Revoke the links of a review",
          description: "The review can still be read.",
        },
        response: { 204: Nothing },
      },
    )
    .delete(
      "/reviews/:reviewId/reviewers/:reviewerId",
      async ({ caller, params, set }) => {
        await revokeReviewer(social, caller.accountId, params.reviewId, params.reviewerId);
        set.status = 204;
      },
      {
        auth: "social:draft",
        detail: { operationId: "revokeSocialReviewer", summary: "Revoke the link of one reviewer" },
        response: { 204: Nothing },
      },
    );
}
