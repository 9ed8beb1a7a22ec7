import { hookForms } from "vireo/hooks";
import type { OwnResults } from "vireo/slots/plan";

const nameForm = (form: OwnResults["hooks"][number]["form"]) => hookForms.find(({ id }) => id === form)?.name ?? form;

/** Describes what the plan has learned from the account's own posts, or why it has not. */
function summarize({ posts, neededPosts, neededPostsPerHook, simulated, hooks }: OwnResults): string {
  const basis = simulated ? `${posts} posts with metrics simulated by the sandbox` : `${posts} posts`;
  if (posts < neededPosts)
    return `Based on the viral library only. Your own results are used once ${neededPosts} posts have metrics from at least their first day; so far ${posts} do.`;
  const [best] = hooks;
  if (!best)
    return `Based on the viral library only. No hook type appears in at least ${neededPostsPerHook} of your ${basis} yet.`;
  return `Based on ${basis} of the last 180 days. Your hooks of type “${nameForm(best.form)}” got ${best.timesMedian}× your median views (${best.posts} posts).`;
}

/** Lessons of a plan from the account's own posts. */
export const presentOwnResults = (results: OwnResults) => {
  const { posts, neededPosts, simulated, hooks } = results;
  return {
    posts,
    neededPosts,
    simulated,
    hooks: hooks.map(({ form, posts, timesMedian }) => ({ hook: form, posts, timesMedian })),
    summary: summarize(results),
  };
};
