import type { Inspiration, PlanRequest } from "#sdk/slots/plan";

const video = (
  id: string,
  hook: string,
  username: string,
  views: number,
  tags: string[],
  score: number,
): Inspiration => ({
  ...{ id, hook, username, views, tags, score },
  description: `${hook} #${tags[0]}`,
  hashtags: tags,
});
const inspiration = [
  video("vir_1", "Stop using lemon juice on your face.", "glow.gia", 1_234_567, ["skincare", "skincaremyths"], 0.8),
  video("vir_2", "I wore sunscreen for a year, left side vs right side", "bare_bri", 54_321, ["sunscreen"], 0.7),
  video("vir_3", "POV: your flatmate stress bakes at 2am", "tiny_oven", 0, ["baking"], 0.4),
];

const plan = (request: Partial<PlanRequest>): PlanRequest => ({
  model: "local-planner-1",
  platforms: ["tiktok", "instagram", "youtube"],
  days: 7,
  postsPerDay: 1,
  seed: 1,
  brief: {},
  inspiration: [],
  ...request,
});
const thing = (name: string, description: string) => ({ name, description, photos: [] });

/** Requests as people make them, and a few that nobody should have to explain. */
export const planRequests: Readonly<Record<string, PlanRequest>> = {
  skincare: plan({
    niche: "Clean skincare for sensitive skin",
    goal: "sell the new serum",
    inspiration,
    brief: {
      persona: { name: "Mia", description: "Dry humour, talks like a friend, no lectures." },
      product: thing("Lumé Glow Serum", "A vitamin C serum for the morning. Fragrance-free. 30 ml in a glass bottle."),
      messaging: { name: "Claim", body: "Less on the shelf, more on your skin." },
      style: { name: "Soft daylight", description: "Warm morning light, no filters" },
      inspo: { name: "Winter", description: "", niche: "", brand: "Lumé" },
    },
  }),
  software: plan({
    niche: "B2B SaaS",
    goal: "more demo sign-ups",
    platforms: ["youtube", "instagram"],
    brief: { product: thing("FlowDesk", "FlowDesk collects requests in one inbox. Every request has an owner.") },
  }),
  gym: plan({ niche: "local gym", goal: "more members from the neighbourhood", platforms: ["tiktok", "instagram"] }),
  bakery: plan({
    niche: "Bakery",
    goal: "more visits on weekdays",
    inspiration,
    brief: { product: thing("sourdough starter kit", "A jar with starter, a basket and a booklet.") },
  }),
  music: plan({ niche: "piano teacher for adults", goal: "book trial lessons", language: "en-GB" }),
  charity: plan({ niche: "animal shelter charity", goal: "donations before winter", platforms: ["instagram"] }),
  goalOnly: plan({ goal: "get more followers" }),
  unknown: plan({ niche: "Vintage typewriter repair", goal: "bookings", platforms: ["youtube"] }),
  realtor: plan({ niche: "Real estate agent in Lisbon", goal: "leads", inspiration }),
  productOnly: plan({ brief: { product: thing("running shoes", "Light shoes for the road. Recycled upper.") } }),
  odd: plan({
    niche: "{topic} “$&” 🍞 \u202e[insert brand here]",
    brief: {
      product: thing("X{y}\n$1", "{f1} … $& ".repeat(300)),
      persona: { name: "{who}", description: "{we}" },
      messaging: { name: "", body: "" },
    },
    inspiration: [video("vir_9", "", "", 0, ["#", "a b", "12"], 1)],
  }),
};
