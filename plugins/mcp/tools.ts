/** One operation of the API as a tool. Its description and parameters come from the OpenAPI document. */
export interface Tool {
  name: string;
  title: string;
  /** Method and path below `/api/v1`. */
  operation: `${"GET" | "POST" | "PATCH" | "DELETE"} /${string}`;
  /** Additions to the operation's own description for agents. */
  hint?: string;
  /** Path for polling the result, with the name of its id. */
  wait?: `/${string}`;
  /** True if it deletes or cancels something. */
  isDestructive?: boolean;
  /** True if it publishes something, so the person is asked first if the client supports that. */
  isPublishing?: boolean;
}

/** Tools for making, planning and publishing media. The rest of the API is for programs. */
export const tools: readonly Tool[] = [
  { name: "get_credits", title: "Get the credit balance", operation: "GET /credits" },
  { name: "list_prices", title: "List prices", operation: "GET /credits/pricing" },
  { name: "list_models", title: "List models", operation: "GET /models" },

  { name: "write_storyboard", title: "Write a storyboard, free of charge", operation: "POST /videos/storyboard" },
  {
    name: "generate_video",
    title: "Generate a video",
    operation: "POST /videos/generate",
    wait: "/videos/{videoId}",
  },
  {
    name: "generate_image",
    title: "Generate an image",
    operation: "POST /images/generate",
    wait: "/images/{imageId}",
  },
  { name: "edit_image", title: "Edit an image", operation: "POST /images/edit", wait: "/images/{imageId}" },
  {
    name: "generate_music",
    title: "Generate music",
    operation: "POST /music/generate",
    wait: "/music/{musicId}",
  },
  {
    name: "get_video",
    title: "Get a video",
    operation: "GET /videos/{videoId}",
    hint: "Waits while the video is being generated.",
    wait: "/videos/{videoId}",
  },
  {
    name: "get_image",
    title: "Get an image",
    operation: "GET /images/{imageId}",
    hint: "Waits while the image is being generated.",
    wait: "/images/{imageId}",
  },
  {
    name: "get_music",
    title: "Get a music track",
    operation: "GET /music/{musicId}",
    hint: "Waits while the track is being generated.",
    wait: "/music/{musicId}",
  },
  { name: "list_videos", title: "List videos", operation: "GET /videos" },
  {
    name: "add_captions",
    title: "Add captions to a video",
    operation: "POST /videos/{videoId}/captions",
    wait: "/videos/{videoId}",
  },
  {
    name: "add_overlay",
    title: "Add a text or image to a video",
    operation: "POST /videos/{videoId}/overlay",
    wait: "/videos/{videoId}",
  },
  {
    name: "add_voiceover",
    title: "Add a voice-over to a video",
    operation: "POST /videos/{videoId}/voiceover",
    wait: "/videos/{videoId}",
  },

  {
    name: "trim_video",
    title: "Trim a video",
    operation: "POST /videos/{videoId}/trim",
    wait: "/videos/{videoId}",
  },
  {
    name: "render_video",
    title: "Apply several edits to a video at once",
    operation: "POST /videos/{videoId}/render",
    hint: "Faster than several single edits.",
    wait: "/videos/{videoId}",
  },

  { name: "list_products", title: "List products", operation: "GET /products" },
  { name: "create_product", title: "Create a product", operation: "POST /products" },
  { name: "list_personas", title: "List personas", operation: "GET /personas" },
  { name: "list_styles", title: "List styles", operation: "GET /styles" },

  {
    name: "search_viral_videos",
    title: "Search viral videos or own media by meaning",
    operation: "GET /viral-library/search",
  },
  {
    name: "analyze_video",
    title: "Analyse a video",
    operation: "POST /videos/analyze",
    wait: "/analyses/{analysisId}",
  },
  {
    name: "create_content_plan",
    title: "Create a content plan",
    operation: "POST /content-plans",
    wait: "/content-plans/{planId}",
  },
  { name: "get_content_plan", title: "Get a content plan", operation: "GET /content-plans/{planId}" },

  { name: "list_social_accounts", title: "List social accounts", operation: "GET /social/accounts" },
  {
    name: "create_post",
    title: "Draft, schedule or publish a post",
    operation: "POST /social/posts",
    isPublishing: true,
  },
  { name: "list_posts", title: "List posts", operation: "GET /social/posts" },
  { name: "get_post", title: "Get a post and its results", operation: "GET /social/posts/{postId}" },
  { name: "get_calendar", title: "Get the calendar", operation: "GET /social/calendar" },
  {
    name: "publish_post",
    title: "Publish a post now",
    operation: "POST /social/posts/{postId}/publish",
    isPublishing: true,
  },
  {
    name: "get_post_metrics",
    title: "Get the views and likes of a post",
    operation: "GET /social/posts/{postId}/metrics",
  },
  {
    name: "delete_post",
    title: "Cancel or delete a post",
    operation: "DELETE /social/posts/{postId}",
    isDestructive: true,
  },
];
