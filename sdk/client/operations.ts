// Generated from the OpenAPI document by `bun run client`. Do not edit; change the routes instead.

/** The version of the API that this client speaks. */
export const apiVersion = "2026-03-06";

/** `[method, path, input, items of a list, id of an item if the list has pages]` for each method of `Api`. */
export const operations = {
  health: { get: ["GET", "/health"] },
  ready: { get: ["GET", "/ready", "query"] },
  versions: { list: ["GET", "/api/v1/versions", "", "versions"] },
  modules: { list: ["GET", "/api/v1/modules", "", "modules"] },
  models: { list: ["GET", "/api/v1/models", "", "models"] },
  personas: {
    list: ["GET", "/api/v1/personas", "query", "personas", "id"],
    create: ["POST", "/api/v1/personas", "body"],
    get: ["GET", "/api/v1/personas/{personaId}"],
    update: ["PATCH", "/api/v1/personas/{personaId}", "body"],
    delete: ["DELETE", "/api/v1/personas/{personaId}"],
  },
  messaging: {
    list: ["GET", "/api/v1/messaging", "query", "messaging", "id"],
    create: ["POST", "/api/v1/messaging", "body"],
    get: ["GET", "/api/v1/messaging/{messagingId}"],
    update: ["PATCH", "/api/v1/messaging/{messagingId}", "body"],
    delete: ["DELETE", "/api/v1/messaging/{messagingId}"],
  },
  products: {
    list: ["GET", "/api/v1/products", "query", "products", "id"],
    create: ["POST", "/api/v1/products", "body"],
    get: ["GET", "/api/v1/products/{productId}"],
    update: ["PATCH", "/api/v1/products/{productId}", "body"],
    delete: ["DELETE", "/api/v1/products/{productId}"],
  },
  styles: {
    list: ["GET", "/api/v1/styles", "query", "styles", "id"],
    create: ["POST", "/api/v1/styles", "body"],
    get: ["GET", "/api/v1/styles/{styleId}"],
    update: ["PATCH", "/api/v1/styles/{styleId}", "body"],
    delete: ["DELETE", "/api/v1/styles/{styleId}"],
  },
  characters: {
    list: ["GET", "/api/v1/characters", "query", "characters", "id"],
    create: ["POST", "/api/v1/characters", "body"],
    get: ["GET", "/api/v1/characters/{characterId}"],
    update: ["PATCH", "/api/v1/characters/{characterId}", "body"],
    delete: ["DELETE", "/api/v1/characters/{characterId}"],
  },
  inspo: {
    list: ["GET", "/api/v1/inspo", "query", "projects", "id"],
    create: ["POST", "/api/v1/inspo", "body"],
    get: ["GET", "/api/v1/inspo/{inspoId}"],
    update: ["PATCH", "/api/v1/inspo/{inspoId}", "body"],
    delete: ["DELETE", "/api/v1/inspo/{inspoId}"],
  },
  uploads: {
    create: ["POST", "/api/v1/upload", "body"],
    list: ["GET", "/api/v1/uploads", "query", "uploads", "uploadId"],
    delete: ["DELETE", "/api/v1/uploads/{uploadId}"],
  },
  videos: {
    generate: ["POST", "/api/v1/videos/generate", "body"],
    storyboard: { create: ["POST", "/api/v1/videos/storyboard", "body"] },
    list: ["GET", "/api/v1/videos", "query", "videos", "videoId"],
    create: ["POST", "/api/v1/videos", "body"],
    get: ["GET", "/api/v1/videos/{videoId}"],
    delete: ["DELETE", "/api/v1/videos/{videoId}"],
    addCaptions: ["POST", "/api/v1/videos/{videoId}/captions", "body"],
    addOverlay: ["POST", "/api/v1/videos/{videoId}/overlay", "body"],
    addVoiceover: ["POST", "/api/v1/videos/{videoId}/voiceover", "body"],
    analyze: ["POST", "/api/v1/videos/analyze", "body"],
  },
  images: {
    generate: ["POST", "/api/v1/images/generate", "body"],
    edit: ["POST", "/api/v1/images/edit", "body"],
    list: ["GET", "/api/v1/images", "query", "images", "imageId"],
    get: ["GET", "/api/v1/images/{imageId}"],
    delete: ["DELETE", "/api/v1/images/{imageId}"],
  },
  music: {
    generate: ["POST", "/api/v1/music/generate", "body"],
    list: ["GET", "/api/v1/music", "query", "tracks", "musicId"],
    get: ["GET", "/api/v1/music/{musicId}"],
    delete: ["DELETE", "/api/v1/music/{musicId}"],
  },
  viralLibrary: {
    search: ["GET", "/api/v1/viral-library/search", "query"],
    videos: {
      list: ["GET", "/api/v1/viral-library/videos", "query", "videos", "id"],
      import: ["POST", "/api/v1/viral-library/videos", "body"],
      get: ["GET", "/api/v1/viral-library/videos/{id}"],
      delete: ["DELETE", "/api/v1/viral-library/videos/{id}"],
    },
    demo: { load: ["POST", "/api/v1/viral-library/demo"] },
  },
  scrapeTiktok: ["POST", "/api/v1/scrape-tiktok", "body"],
  scrapes: { get: ["GET", "/api/v1/scrapes/{scrapeId}"] },
  analyses: {
    list: ["GET", "/api/v1/analyses", "query", "analyses", "analysisId"],
    get: ["GET", "/api/v1/analyses/{analysisId}"],
    delete: ["DELETE", "/api/v1/analyses/{analysisId}"],
  },
  contentPlans: {
    list: ["GET", "/api/v1/content-plans", "query", "plans", "planId"],
    create: ["POST", "/api/v1/content-plans", "body"],
    get: ["GET", "/api/v1/content-plans/{planId}"],
    update: ["PATCH", "/api/v1/content-plans/{planId}", "body"],
    delete: ["DELETE", "/api/v1/content-plans/{planId}"],
  },
  social: {
    accounts: {
      list: ["GET", "/api/v1/social/accounts", "", "accounts"],
      sync: ["POST", "/api/v1/social/accounts"],
      creatorInfo: { get: ["GET", "/api/v1/social/accounts/{accountId}/creator-info"] },
    },
    posts: {
      list: ["GET", "/api/v1/social/posts", "query", "posts", "postId"],
      create: ["POST", "/api/v1/social/posts", "body"],
      get: ["GET", "/api/v1/social/posts/{postId}"],
      update: ["PATCH", "/api/v1/social/posts/{postId}", "body"],
      delete: ["DELETE", "/api/v1/social/posts/{postId}"],
      publish: ["POST", "/api/v1/social/posts/{postId}/publish"],
      retry: ["POST", "/api/v1/social/posts/{postId}/retry"],
    },
    calendar: { get: ["GET", "/api/v1/social/calendar", "query"] },
  },
  webhooks: {
    list: ["GET", "/api/v1/webhooks", "query", "webhooks", "webhookId"],
    create: ["POST", "/api/v1/webhooks", "body"],
    get: ["GET", "/api/v1/webhooks/{webhookId}"],
    update: ["PATCH", "/api/v1/webhooks/{webhookId}", "body"],
    delete: ["DELETE", "/api/v1/webhooks/{webhookId}"],
    rotateSecret: ["POST", "/api/v1/webhooks/{webhookId}/rotate-secret"],
    test: ["POST", "/api/v1/webhooks/{webhookId}/test"],
    deliveries: {
      list: ["GET", "/api/v1/webhooks/{webhookId}/deliveries", "query", "deliveries", "deliveryId"],
      get: ["GET", "/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}"],
      redeliver: ["POST", "/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver"],
    },
  },
  credits: {
    get: ["GET", "/api/v1/credits"],
    transactions: { list: ["GET", "/api/v1/credits/transactions", "query", "transactions", "transactionId"] },
    pricing: { get: ["GET", "/api/v1/credits/pricing"] },
    grants: { create: ["POST", "/api/v1/credits/grants", "body"] },
  },
  accounts: {
    list: ["GET", "/api/v1/accounts", "query", "accounts", "accountId"],
    create: ["POST", "/api/v1/accounts", "body"],
    get: ["GET", "/api/v1/accounts/{accountId}"],
    update: ["PATCH", "/api/v1/accounts/{accountId}", "body"],
  },
  keys: {
    list: ["GET", "/api/v1/keys", "query", "keys", "keyId"],
    create: ["POST", "/api/v1/keys", "body"],
    get: ["GET", "/api/v1/keys/{keyId}"],
    update: ["PATCH", "/api/v1/keys/{keyId}", "body"],
    delete: ["DELETE", "/api/v1/keys/{keyId}"],
    rotate: ["POST", "/api/v1/keys/{keyId}/rotate"],
  },
  people: {
    list: ["GET", "/api/v1/people", "query", "people", "personId"],
    invitations: {
      list: ["GET", "/api/v1/people/invitations", "query", "invitations", "invitationId"],
      create: ["POST", "/api/v1/people/invitations", "body"],
      delete: ["DELETE", "/api/v1/people/invitations/{invitationId}"],
    },
    get: ["GET", "/api/v1/people/{personId}"],
    update: ["PATCH", "/api/v1/people/{personId}", "body"],
    delete: ["DELETE", "/api/v1/people/{personId}"],
    created: { keys: { list: ["GET", "/api/v1/people/{personId}/created/keys", "query", "keys", "keyId"] } },
    password: { reset: ["POST", "/api/v1/people/{personId}/password/reset"] },
  },
} as const;

/** Where a thing is read again, by the name of its id; where it has several of them, the first is its own. */
export const waitables = {
  imageId: "/api/v1/images/{imageId}",
  musicId: "/api/v1/music/{musicId}",
  analysisId: "/api/v1/analyses/{analysisId}",
  planId: "/api/v1/content-plans/{planId}",
  postId: "/api/v1/social/posts/{postId}",
  videoId: "/api/v1/videos/{videoId}",
} as const;
