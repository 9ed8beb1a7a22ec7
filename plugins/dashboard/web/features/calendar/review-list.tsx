import { Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SocialReview } from "vireo/client";
import { vireo } from "../../api";
import { keys } from "../../query-keys";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";
import { DataTable } from "../../ui/data-table";
import { Dialog } from "../../ui/dialog";
import { Email } from "../../ui/email";
import { pluralise } from "../../ui/numbers";
import { Pager } from "../../ui/pager";
import { QueryView } from "../../ui/query-view";
import { Status } from "../../ui/status";
import { formatDateTime } from "../../ui/time";

const PAGE_SIZE = 10;

/** A link: a review has one for each reviewer. */
interface ReviewLink {
  review: SocialReview;
  reviewer: SocialReview["reviewers"][number];
}

const getStatus = ({ review, reviewer }: ReviewLink) => (reviewer.revokedAt ? "revoked" : review.status);

const verbs = { approved: "approved", rejected: "to change" } as const;

/** "2 approved, 1 to change", "Opened", "Not opened" */
function describeProgress({ reviewer: { decisions, openedAt } }: ReviewLink): string {
  const counts = (["approved", "rejected"] as const).flatMap((kind) => {
    const count = decisions.filter(({ decision }) => decision === kind).length;
    return count > 0 ? [`${count} ${verbs[kind]}`] : [];
  });
  if (counts.length > 0) return counts.join(", ");
  return openedAt ? `Opened ${formatDateTime(openedAt)}` : "Not opened";
}

/** Lists the links that were sent to clients, and revokes them. */
export function ReviewList({ close }: { close(): void }) {
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: keys.reviews(page),
    queryFn: () => vireo.social.reviews.list({ page, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const revoke = useAction(
    ({ review, reviewer }: ReviewLink) => vireo.social.reviews.reviewers.revoke(review.reviewId, reviewer.reviewerId),
    { stale: ["posts"], done: "Link revoked" },
  );
  return (
    <Dialog onClose={close} title="Review links" size="xl">
      <QueryView query={query}>
        {({ reviews, pagination }) => (
          <Stack>
            {reviews.length === 0 && (
              <Text size="sm">
                No links yet. Select posts in the calendar and send them to a client, who needs no account.
              </Text>
            )}
            {reviews.length > 0 && (
              <DataTable
                columns={[
                  {
                    title: "Reviewer",
                    cell: (link) => (
                      <>
                        <Text size="sm">{link.reviewer.name}</Text>
                        <Text size="xs" c="dimmed">
                          <Email address={link.reviewer.email} />
                        </Text>
                        <Text size="xs" hiddenFrom="sm">
                          {describeProgress(link)}
                        </Text>
                      </>
                    ),
                  },
                  {
                    title: "Posts",
                    from: "sm",
                    cell: ({ review: { reportMonth, postIds } }) =>
                      reportMonth ? `Report ${reportMonth}` : pluralise(postIds.length, "post"),
                  },
                  { title: "Progress", from: "sm", cell: describeProgress },
                  {
                    title: "Link",
                    cell: (link) => (
                      <>
                        <Status value={getStatus(link)} />
                        {getStatus(link) === "active" && (
                          <Text size="xs" c="dimmed">
                            Until {formatDateTime(link.review.expiresAt)}
                          </Text>
                        )}
                      </>
                    ),
                  },
                  {
                    title: "",
                    cell: (link) =>
                      getStatus(link) === "active" && (
                        <ActionMenu
                          label={`${link.reviewer.name}: actions`}
                          actions={[
                            {
                              label: "Revoke link",
                              isDestructive: true,
                              confirm: {
                                title: `Revoke the link of ${link.reviewer.name}?`,
                                text: "It stops working at once. Decisions that were made stay.",
                                verb: "Revoke",
                                run: () => revoke.mutateAsync(link),
                              },
                            },
                          ]}
                        />
                      ),
                  },
                ]}
                rows={reviews.flatMap((review) => review.reviewers.map((reviewer) => ({ review, reviewer })))}
                getKey={({ review, reviewer }) => `${review.reviewId}:${reviewer.reviewerId}`}
              />
            )}
            <Pager pagination={pagination} onChange={setPage} />
          </Stack>
        )}
      </QueryView>
    </Dialog>
  );
}
