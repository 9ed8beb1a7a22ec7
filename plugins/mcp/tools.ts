/** One operation of the API as a tool. Its inputs come from the OpenAPI document. */
export interface Tool {
  name: string;
  title: string;
  /** What it does, in the words of the tools. The price is added. */
  description: string;
  /** Method and path below `/api/v1`. */
  operation: `${"GET" | "POST" | "PATCH" | "DELETE"} /${string}`;
  /** Inputs that agents see. Default: all but `without`, also members of lists: `scenes.from`. Ids in the path are always seen. */
  inputs?: readonly string[];
  without?: readonly string[];
  /** Descriptions of inputs, in place of the API's. */
  describe?: Readonly<Record<string, string>>;
  /** Objects, and lists of objects, whose members descriptions explain. */
  isOpen?: readonly string[];
  /** Path for polling the result, with the name of its id. */
  wait?: `/${string}`;
  /** True if it deletes or cancels something. */
  isDestructive?: boolean;
  /** True if it publishes something, so the person is asked first if the client supports that. */
  isPublishing?: boolean;
}

const WAITS = "Waits up to 45 seconds; if it is not finished by then, call";
const PAGES = ["page", "pageSize"];
const TEMPLATE = { templateId: "ID of a template.", fields: "Values of its fields." };
const PERIOD = { from: "Posts from this time.", to: "Posts before this time." };

/** Tools for making, planning and publishing media. The rest of the API is for programs. */
export const tools: readonly Tool[] = [
  {
    name: "get_credits",
    title: "Get the credit balance",
    description: "Get the balance of credits.",
    operation: "GET /credits",
  },
  {
    name: "list_prices",
    title: "List prices",
    description: "List what each kind of work costs in credits.",
    operation: "GET /credits/pricing",
  },
  {
    name: "list_models",
    title: "List models",
    description: "List the models for videos, images, music and more, with their limits and prices.",
    operation: "GET /models",
  },
  {
    name: "list_voices",
    title: "List voices",
    description: "List the voices for scripts and voice-overs.",
    operation: "GET /voices",
  },

  {
    name: "write_storyboard",
    title: "Write a storyboard, free of charge",
    description:
      "Write the scenes of a video without making it, to show them to the person first. Send them, changed or not, to generate_video as `scenes`.",
    operation: "POST /videos/storyboard",
    inputs: ["prompt", "script", "duration", "callToAction", "personaId", "productId", "styleId", "referenceImageUrls"],
  },
  {
    name: "generate_video",
    title: "Generate a video",
    description: `Make a video from a prompt, a script that a voice reads, or scenes. ${WAITS} get_video.`,
    operation: "POST /videos/generate",
    without: [
      ...["imageModel", "leftOut", "storyboard", "musicVolume", "mediaVolume", "negativePrompt", "seed"],
      ...["speed", "captions", "messagingId", "resolution", "scenes.attribution", "scenes.from"],
      ...["templateVersion", "rows"],
    ],
    describe: {
      ...TEMPLATE,
      referenceImageUrls: "Media to show, in this order.",
      layers: "Captions, overlays, voice-overs and music on top, as in render_video.",
    },
    isOpen: ["layers"],
    wait: "/videos/{videoId}",
  },
  {
    name: "generate_image",
    title: "Generate an image",
    description: `Make an image. ${WAITS} get_image.`,
    operation: "POST /images/generate",
    without: ["imageId", "imageUrl", "maskUrl", "seed", "templateVersion", "rows"],
    describe: TEMPLATE,
    wait: "/images/{imageId}",
  },
  {
    name: "edit_image",
    title: "Edit an image",
    description: `Change an image as described in the prompt. ${WAITS} get_image.`,
    operation: "POST /images/edit",
    wait: "/images/{imageId}",
  },
  {
    name: "generate_music",
    title: "Generate music",
    description: `Make a music track. ${WAITS} get_music.`,
    operation: "POST /music/generate",
    without: ["seed"],
    wait: "/music/{musicId}",
  },
  {
    name: "get_video",
    title: "Get a video",
    description: "Get a video with its versions. Waits up to 45 seconds for it.",
    operation: "GET /videos/{videoId}",
    wait: "/videos/{videoId}",
  },
  {
    name: "get_image",
    title: "Get an image",
    description: "Get an image. Waits up to 45 seconds for it.",
    operation: "GET /images/{imageId}",
    wait: "/images/{imageId}",
  },
  {
    name: "get_music",
    title: "Get a music track",
    description: "Get a music track. Waits up to 45 seconds for it.",
    operation: "GET /music/{musicId}",
    wait: "/music/{musicId}",
  },
  {
    name: "list_videos",
    title: "List videos",
    description: "List videos, generated and uploaded, newest first.",
    operation: "GET /videos",
    inputs: [...PAGES, "status", "q", "tag", "folder", "source"],
  },
  {
    name: "add_captions",
    title: "Add captions to a video",
    description: "Burn captions into a video, by default of its speech.",
    operation: "POST /videos/{videoId}/captions",
    without: ["transcript", "subtitles", "maxWordsPerLine", "avoidText", "outlineColor", "fromVersion", "replace"],
    wait: "/videos/{videoId}",
  },
  {
    name: "add_overlay",
    title: "Add a text or image to a video",
    description: "Show a text or an image over a video, or over part of it.",
    operation: "POST /videos/{videoId}/overlay",
    without: ["fromVersion", "outlineColor"],
    wait: "/videos/{videoId}",
  },
  {
    name: "add_voiceover",
    title: "Add a voice-over to a video",
    description: "Add a voice that reads a text over a video, or a recording.",
    operation: "POST /videos/{videoId}/voiceover",
    without: ["fromVersion", "audioUrl", "originalVolume"],
    wait: "/videos/{videoId}",
  },
  {
    name: "trim_video",
    title: "Trim a video",
    description: "Keep a part of a video.",
    operation: "POST /videos/{videoId}/trim",
    without: ["fromVersion"],
    wait: "/videos/{videoId}",
  },
  {
    name: "make_clips",
    title: "Make clips of a long video",
    description: `Find the best moments of a long video, and make vertical clips with captions from them. ${WAITS} get_clips. Each clip is a video.`,
    operation: "POST /videos/{videoId}/clips",
    inputs: ["count", "minSeconds", "maxSeconds", "prompt", "subtitles", "aspectRatio"],
    describe: { subtitles: "What is said, as SRT or WebVTT. Default: the video's transcript." },
    wait: "/clips/{clipsId}",
  },
  {
    name: "get_clips",
    title: "Get the clips of a long video",
    description: `Get a search for clips with its moments and their videos. ${WAITS} it again.`,
    operation: "GET /clips/{clipsId}",
    wait: "/clips/{clipsId}",
  },
  {
    name: "get_video_version",
    title: "Get the layers of a video",
    description: "Get a version of a video with its layers: captions, overlays, voice-overs, music and trims.",
    operation: "GET /videos/{videoId}/versions/{version}",
  },
  {
    name: "render_video",
    title: "Change the layers of a video",
    description:
      "Replace all layers of a video, in one pass. Layers that are not listed are removed; kept ones cost nothing and lose no quality.",
    operation: "POST /videos/{videoId}/render",
    inputs: ["layers", "dryRun"],
    describe: {
      layers:
        "All layers in order. A kept one is its id, from get_video_version, alone or with changed fields. A new one has a type and the inputs of add_captions, add_overlay, add_voiceover or trim_video without videoId; music has musicId, uploadId or audioUrl, and volume; reframe has aspectRatio; tighten removes pauses. Times are in seconds of the result; those of a trim in seconds of the video that it cuts.",
    },
    isOpen: ["layers"],
    wait: "/videos/{videoId}",
  },

  {
    name: "list_products",
    title: "List products",
    description: "List products that videos and plans can promote.",
    operation: "GET /products",
    inputs: PAGES,
  },
  {
    name: "create_product",
    title: "Create a product",
    description: "Describe a product once, for videos, images and plans about it.",
    operation: "POST /products",
  },
  {
    name: "list_personas",
    title: "List personas",
    description: "List personas that videos and plans can use.",
    operation: "GET /personas",
    inputs: PAGES,
  },
  {
    name: "list_styles",
    title: "List styles",
    description: "List styles of videos and images.",
    operation: "GET /styles",
    inputs: PAGES,
  },

  {
    name: "search_viral_videos",
    title: "Search viral videos or own media by meaning",
    description:
      "Search analysed short videos by meaning, or own media with library=media. The query may contain filters in words.",
    operation: "GET /viral-library/search",
    without: ["interpret"],
  },
  {
    name: "analyze_video",
    title: "Analyse a video",
    description: `Describe a video second by second, and why it works. ${WAITS} get_analysis.`,
    operation: "POST /videos/analyze",
    wait: "/analyses/{analysisId}",
  },
  {
    name: "get_analysis",
    title: "Get an analysis",
    description: "Get an analysis of a video. Waits up to 45 seconds for it.",
    operation: "GET /analyses/{analysisId}",
    wait: "/analyses/{analysisId}",
  },
  {
    name: "create_content_plan",
    title: "Create a content plan",
    description: `Plan posts: hook, script, caption and hashtags for each. produce_content_plan makes and schedules their videos. ${WAITS} get_content_plan.`,
    operation: "POST /content-plans",
    without: ["seed"],
    wait: "/content-plans/{planId}",
  },
  {
    name: "get_content_plan",
    title: "Get a content plan",
    description: "Get a content plan and the progress of its production.",
    operation: "GET /content-plans/{planId}",
    wait: "/content-plans/{planId}",
  },
  {
    name: "produce_content_plan",
    title: "Produce a content plan",
    description:
      "Make a video for each item of a plan, and schedule or draft its post. Returns immediately; get_content_plan shows the progress.",
    operation: "POST /content-plans/{planId}/produce",
    without: [
      ...["tiktokCommercialContentType", "tiktokAllowComment", "tiktokAllowDuet", "tiktokAllowStitch"],
      "aiGenerated",
    ],
    describe: { times: "Times of day, one for each daily post." },
    isPublishing: true,
  },

  {
    name: "list_social_accounts",
    title: "List social accounts",
    description: "List the connected accounts. To connect more, a person uses the dashboard.",
    operation: "GET /social/accounts",
  },
  {
    name: "create_post",
    title: "Draft, schedule or publish a post",
    description: "Schedule a video, images or a text, publish it now, or save a draft.",
    operation: "POST /social/posts",
    without: [
      ...["tiktokCommercialContentType", "tiktokAllowComment", "tiktokAllowDuet", "tiktokAllowStitch"],
      ...["tiktokMadeWithAi", "publishToInbox"],
    ],
    isOpen: ["overrides"],
    describe: {
      overrides: 'Texts and settings by platform or accountId, such as {"soc_…": {"content": "…"}}.',
      aiGenerated: "Label as made with AI.",
      allowDuplicate: "Allow the same post within 24 hours.",
      title: "Title on YouTube.",
      videoUrl: "URL of the video.",
      content: "Caption.",
      media: "Images and videos instead of one video. Empty for text only.",
      mode: "schedule needs scheduledFor; queue takes the next free slot of the first account.",
    },
    isPublishing: true,
  },
  {
    name: "import_posts",
    title: "Schedule or draft many posts",
    description: "Create up to 100 posts from a table. If one is invalid, none is created.",
    operation: "POST /social/posts/bulk",
    inputs: ["csv"],
    describe: {
      csv: "A table as CSV, whose first row names inputs of create_post. accountIds are separated by spaces, and scheduledFor is local time in timezone, such as 2026-12-01T09:00.",
    },
    isPublishing: true,
  },
  {
    name: "list_posts",
    title: "List posts",
    description: "List posts, newest first.",
    operation: "GET /social/posts",
    without: ["cursor", "platform", "group"],
    describe: PERIOD,
  },
  {
    name: "get_post",
    title: "Get a post and its results",
    description: "Get a post with its status on each account.",
    operation: "GET /social/posts/{postId}",
  },
  {
    name: "get_calendar",
    title: "Get the calendar",
    description: "Get the posts of each day. For all posts of a busy day, call list_posts.",
    operation: "GET /social/calendar",
    inputs: ["from", "to", "timezone"],
    describe: PERIOD,
  },
  {
    name: "publish_post",
    title: "Publish a post now",
    description: "Publish a draft or a scheduled post now.",
    operation: "POST /social/posts/{postId}/publish",
    isPublishing: true,
  },
  {
    name: "approve_post",
    title: "Approve a post",
    description: "Approve a post that needs_approval, once the person has seen it.",
    operation: "POST /social/posts/{postId}/approve",
    inputs: ["revision", "mode"],
    describe: { revision: "Its approval.revision.", mode: "If its time has passed." },
    isPublishing: true,
  },
  {
    name: "get_post_metrics",
    title: "Get the views and likes of a post",
    description: "Get the views, likes and other metrics of a post over time.",
    operation: "GET /social/posts/{postId}/metrics",
  },
  {
    name: "delete_post",
    title: "Cancel or delete a post",
    description: "Cancel a draft or a scheduled post. It stays readable.",
    operation: "DELETE /social/posts/{postId}",
    isDestructive: true,
  },
];
