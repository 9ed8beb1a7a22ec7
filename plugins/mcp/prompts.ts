import type { GetPromptResult, Prompt } from "@modelcontextprotocol/server";

export const weekOfPosts: Prompt = {
  name: "week_of_posts",
  title: "A week of posts for my product",
  description: "Plans, makes and schedules seven short videos for a product.",
  arguments: [
    { name: "product", description: "Description of the product and its audience.", required: true },
    { name: "time", description: "Daily publishing time, such as 18:00 Europe/Berlin." },
  ],
};

export const getWeekOfPosts = ({ product = "my product", time }: Record<string, string>): GetPromptResult => ({
  description: weekOfPosts.description ?? "",
  messages: [
    {
      role: "user",
      content: {
        type: "text",
        text: `Make a week of short videos for this product: ${product}

1. Search for viral videos about the same topic, and note what their hooks have in common.
2. Create a content plan for seven days, and show me the seven ideas with what they cost. Wait until I agree.
3. Generate a video for each idea, and add captions where it has speech.
4. Schedule each one as a post on my social accounts, one a day${time ? ` at ${time}` : ""}, with a caption of its own.
5. Show me the calendar of that week.`,
      },
    },
  ],
});
