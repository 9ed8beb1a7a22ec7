/**
 * Query keys. The first part is the resource, by which actions and events invalidate queries:
 * `invalidateQueries({ queryKey: ["videos"] })` covers all lists and all single videos.
 */
export const keys = {
  me: ["me"],
  workspaces: ["me", "workspaces"],
  sessions: ["sessions"],
  signInMethods: ["sessions", "methods"],
  notifications: ["notifications"],
  setupState: ["setup-state"],
  link: (token: string) => ["link", token],

  media: (resource: Resource, query: object) => [resource, "list", query],
  usableTracks: ["music", "usable"],
  poster: (videoId: string) => ["videos", "poster", videoId],
  /** Speech and visible text of a version of a video. They never change. */
  captionGuides: (videoId: string, version: number) => ["caption-guides", videoId, version],
  /** Sound levels of the file at a URL. They never change. */
  sound: (url: string) => ["sound", url],
  /** A version of a video with its layers. It never changes. */
  version: (videoId: string, version: number) => ["version", videoId, version],
  /** Transcript of a version of a video. Once there is one, it only changes when a search for clips adds the times of words. */
  transcript: (videoId: string, version: number, clipsId = "") => ["transcript", videoId, version, clipsId],
  narrationCosts: (request: string) => ["videos", "costs", request],
  /** Invalidated with the uploads, because a new one gets its thumbnail some seconds later. */
  thumbnails: ["uploads", "thumbnails"],
  labels: (resource: Resource) => [resource, "labels"],
  mediaItem: (resource: Resource, id: string) => [resource, "one", id],
  templates: (kind: string) => ["templates", "list", kind],
  template: (id: string) => ["templates", "one", id],
  clipSearches: (page: number) => ["clips", "list", page],
  clipSearch: (id: string) => ["clips", "one", id],
  uploads: (page: number, filters: object) => ["uploads", page, filters],

  brandKit: ["brandKit"],
  fonts: ["fonts"],
  brandList: (resource: Resource, page: number, q: string) => [resource, "list", page, q],
  brandItem: (resource: Resource, id: string | null) => [resource, "one", id],
  brandOptions: (resource: Resource) => [resource, "options"],

  postDays: ["posts", "days"],
  post: (id: string) => ["posts", "one", id],
  postComments: (id: string) => ["posts", "comments", id],
  approval: ["posts", "approval"],
  postDrafts: (page: number) => ["posts", "drafts", page],
  postsOfAccount: (accountId: string, page: number) => ["posts", "account", accountId, page],
  postsOfMedia: (media: object) => ["posts", "media", media],
  reviews: (page: number) => ["posts", "reviews", page],
  unfinishedPosts: ["posts", "unfinished"],
  importCheck: (table: object) => ["posts", "import", table],
  postPrefill: (...source: unknown[]) => ["posts", "prefill", ...source],
  postMetrics: (id: string) => ["posts", "metrics", id],
  report: (query: object) => ["posts", "report", query],
  analytics: (range: object, groupBy: string) => ["posts", "analytics", range, groupBy],
  bestTimes: (accountId: string) => ["posts", "bestTimes", accountId],
  slots: (accountId: string) => ["socialAccounts", "slots", accountId],
  workspaceFigures: (accountId: string) => ["posts", "workspace", accountId],
  failedPosts: ["posts", "failed"],
  anyPost: ["posts", "any"],
  /** Last known state of a post, to recognize an event that repeats a response. */
  knownPost: (id: string) => ["known-post", id],
  socialAccounts: ["socialAccounts"],
  platforms: ["socialAccounts", "platforms"],
  snippets: ["snippets"],
  channelGroups: ["socialAccounts", "groups"],
  creator: (accountId: string) => ["creator", accountId],

  viralList: (library: string, page: number) => ["viral", "list", library, page],
  viralVideo: (id: string) => ["viral", "one", id],
  viralSearch: (query: object) => ["viral", "search", query],
  planSuggestion: (videoId: string | null) => ["viral", "suggestion", videoId],
  ownAnalysis: (videoId: string) => ["analyses", "of", videoId],
  plans: (page: number) => ["plans", "list", page],
  plan: (id: string) => ["plans", "one", id],
  productionPrice: (id: string) => ["plans", "price", id],

  apiKeys: (page: number) => ["keys", page],
  anyApiKey: ["keys", "any"],
  balance: ["credits", "balance"],
  usage: ["credits", "usage"],
  transactions: (page: number) => ["credits", "transactions", page],
  creditHistory: ["credits", "history"],
  accounts: (page: number) => ["credits", "accounts", page],
  accountNames: ["credits", "accounts", "names"],
  account: (id: string) => ["credits", "accounts", "one", id],
  auditLog: (action: string, days: string, page: number) => ["audit", action, days, page],
  webhooks: (page: number) => ["webhooks", page],
  webhook: (id: string) => ["webhooks", id],
  deliveries: (id: string, status: string, page: number) => ["webhooks", id, "deliveries", status, page],
  delivery: (id: string, deliveryId: string) => ["webhooks", id, "delivery", deliveryId],
  people: (page: number) => ["people", page],
  personSessions: (personId: string) => ["people", "sessions", personId],
  /** Separate from "people": after a removal, the invalidated query would ask for the keys of a person who is gone. */
  personKeys: (personId: string) => ["keys-of-person", personId],
  invitations: (page: number) => ["people", "invitations", page],

  health: ["health"],
  ready: ["ready"],
  vendors: ["vendors"],
  readyChecks: ["ready", "checks"],
  models: ["models"],
  voices: ["voices"],
  modules: ["modules"],
  pricing: ["pricing"],
  versions: ["versions"],
};

export type Resource =
  | (
      | "videos"
      | "clips"
      | "images"
      | "music"
      | "templates"
      | "uploads"
      | "posts"
      | "socialAccounts"
      | "snippets"
      | "viral"
      | "analyses"
      | "plans"
    )
  | ("brandKit" | "fonts" | "products" | "personas" | "messaging" | "styles" | "characters" | "inspo")
  | ("me" | "sessions" | "notifications" | "keys" | "credits" | "webhooks" | "people")
  | ("ready" | "vendors" | "models" | "voices");

/** Resources that an event makes stale, by the subject of its type: "video" in `video.completed`. */
export const staleAfter: Readonly<Record<string, readonly Resource[]>> = {
  video: ["videos", "credits"],
  clips: ["clips", "videos", "credits"],
  image: ["images", "credits"],
  music: ["music", "credits"],
  post: ["posts"],
  account: ["socialAccounts"],
  analysis: ["analyses", "viral", "credits"],
  plan: ["plans", "credits"],
  credits: ["credits"],
};
