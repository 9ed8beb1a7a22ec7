// Generated from the OpenAPI document by `bun run client`. Do not edit; change the routes instead.

import type { CallOptions, Pages } from "./shapes.ts";

export interface Account {
  accountId: string;
  name: string;
  balance: number;
  /** `deleting`: suspended; it is deleted with all its data at `deleteAt`. */
  status: "active" | "suspended" | "deleting";
  /** Time of the suspension. Milliseconds since the epoch. */
  suspendedAt?: number | undefined;
  /** Time of the deletion. Until then, the account can be resumed. Milliseconds since the epoch. */
  deleteAt?: number | undefined;
  /** Maximum number of queued and running jobs. Defaults to `quotas.concurrentJobs`. */
  concurrentJobs: number;
  /** Maximum total size of stored files, in bytes. Defaults to `quotas.storageBytes`. */
  storageBytes: number;
  /** Maximum number of valid API keys. Defaults to `quotas.keys`. */
  keys: number;
  usage?: AccountUsage | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
}

export interface AccountList {
  accounts: Array<Account>;
  pagination: Pagination;
}

/** Current use of the quotas. Absent in lists. */
export interface AccountUsage {
  /** Queued and running jobs. */
  concurrentJobs: number;
  /** Total size of stored files, in bytes. */
  storageBytes: number;
  /** Number of valid API keys. */
  keys: number;
}

export interface AddCaptionsRequest {
  /** Spoken words, with their times. At least one for new captions. */
  transcript?: Array<VideoTranscriptCue> | undefined;
  /** Text that is spread over the speech, or over the whole length. */
  text?: string | undefined;
  /** Contents of an SRT, WebVTT, SBV or ASS file. */
  subtitles?: string | undefined;
  /** URL of an SRT, WebVTT, SBV or ASS file in UTF-8, UTF-16 or Windows-1252. */
  subtitlesUrl?: string | undefined;
  /** Language of the text, such as tr or pt-BR (BCP 47), for capitals and for transcription. Default: detected from text or audio. */
  language?: string | undefined;
  /** Default bold. */
  style?: "classic" | "bold" | "karaoke" | "minimal" | undefined;
  /** Default bottom. */
  position?: "top" | "center" | "bottom" | undefined;
  /** Font: a font of GET /fonts, by id or name, or a built-in family (Anton, Archivo Black, Bebas Neue, Bricolage Grotesque, DM Serif Display, Fraunces, Fredoka, Inter, Montserrat, Space Grotesk). */
  fontFamily?: string | undefined;
  /** In pixels, for a video whose shorter side has 1080. */
  fontSize?: number | undefined;
  /** Color of the text. Hex color, such as #ffe600. */
  color?: string | undefined;
  /** Color of the outline. Hex color, such as #ffe600. */
  outlineColor?: string | undefined;
  /** Color of the spoken word. Hex color, such as #ffe600. */
  highlightColor?: string | undefined;
  maxWordsPerLine?: number | undefined;
  uppercase?: boolean | undefined;
  /** Avoid text that is visible in the video near `position`. Default true. */
  avoidText?: boolean | undefined;
  /** Version to edit. Default: the newest. */
  fromVersion?: number | undefined;
  /** Replace the captions of the version. Default true; false adds to them. */
  replace?: boolean | undefined;
}

export interface AddOverlayRequest {
  type: "text" | "image";
  text?: string | undefined;
  /** URL of an image. */
  imageUrl?: string | undefined;
  /** An anchor, or the centre as fractions of the frame. Default center. */
  position?:
    | "top-left"
    | "top"
    | "top-right"
    | "left"
    | "center"
    | "right"
    | "bottom-left"
    | "bottom"
    | "bottom-right"
    | VideoEditLayerOverlayPosition
    | undefined;
  /** Fraction of the frame's width. */
  width?: number | undefined;
  /** Default 1. */
  opacity?: number | undefined;
  /** Second at which it appears. Default 0. */
  start?: number | undefined;
  /** Second at which it disappears. Default: the end. */
  end?: number | undefined;
  /** Font: a font of GET /fonts, by id or name, or a built-in family (Anton, Archivo Black, Bebas Neue, Bricolage Grotesque, DM Serif Display, Fraunces, Fredoka, Inter, Montserrat, Space Grotesk). */
  fontFamily?: string | undefined;
  /** In pixels, for a video whose shorter side has 1080. */
  fontSize?: number | undefined;
  /** Color of the text. Hex color, such as #ffe600. */
  color?: string | undefined;
  /** Color of the outline. Hex color, such as #ffe600. */
  outlineColor?: string | undefined;
  /** Color behind the text. Hex color, such as #ffe600. */
  backgroundColor?: string | undefined;
  /** Version to edit. Default: the newest. */
  fromVersion?: number | undefined;
}

export interface AddRenderLayer {
  /** Keeps this layer unchanged. */
  id: string;
}

export interface AddRenderRequest {
  /** All layers of the new version, in order. A new layer has a type and its fields. To keep a layer of the version, send its id; to change it, also send the changed fields. Layers that are not listed are removed. Times are in seconds of the new version, so a layer stays with the same content when a trim changes; those of a trim or tighten are in seconds of the video that it cuts. The cuts of a new tighten are not known yet, so times ignore them. An overlay has either text or imageUrl. */
  layers?:
    | Array<
        | VideoEditLayerCaptions
        | VideoEditLayerOverlay
        | VideoEditLayerVoiceover
        | VideoEditLayerMusic
        | VideoEditLayerTrim
        | VideoEditLayerReframe
        | VideoEditLayerTighten
        | AddRenderLayer
      >
    | undefined;
  /** Version to edit. Default: the newest. */
  fromVersion?: number | undefined;
  /** Newest version that the client knows. If there is a newer one, the response is 409 `version_changed`. */
  baseVersion?: number | undefined;
  /** Check and price the layers without rendering them: the response has `layers`, `duration` and `credits`. Default false. */
  dryRun?: boolean | undefined;
  /** No effect: the list replaces all layers. */
  replace?: boolean | undefined;
  /** ID of a template from GET /templates. */
  templateId?: string | undefined;
  /** Default: the newest version. */
  templateVersion?: number | undefined;
  fields?: TemplateValues | undefined;
}

export interface AddTrimRequest {
  /** Start of the part to keep, in seconds. Default 0. */
  start?: number | undefined;
  /** End of the part to keep, in seconds. Default: the end. */
  end?: number | undefined;
  /** Version to edit. Default: the newest. */
  fromVersion?: number | undefined;
}

export interface AddVoiceoverRequest {
  /** Text to speak. */
  text?: string | undefined;
  /** Alternative: ID of an uploaded audio file or video. */
  uploadId?: string | undefined;
  /** Alternative: URL of an audio file or video. */
  audioUrl?: string | undefined;
  /** ID of the engine's voice, from GET /voices. Default: the engine's default voice. */
  voice?: string | undefined;
  /** Character whose voice is used instead of `voice`. */
  characterId?: string | undefined;
  /** Speed of the voice, if the engine supports it. Default 1. */
  speed?: number | undefined;
  /** Second at which the voice begins. Default 0. The voice is never cut off: the last frame is held for at most 10 seconds. */
  start?: number | undefined;
  /** Volume of the voice. Default 1. */
  volume?: number | undefined;
  /** Volume of the video's own audio in pauses of the voice. It is lowered under the voice. Default 0.5. */
  originalVolume?: number | undefined;
  /** Version to edit. Default: the newest. */
  fromVersion?: number | undefined;
}

export interface Analysis {
  analysisId: string;
  status: GenerationStatus;
  /** Requested model. */
  model: string;
  /** Engine that made it. */
  engine: string;
  prompt: string;
  /** Progress in percent. */
  progress: number;
  creditsUsed: number;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
  /** Time at which it completed or failed. Milliseconds since the epoch. */
  completedAt?: number | undefined;
  /** Machine-readable reason for the failure. */
  failCode?: string | undefined;
  /** Human-readable reason for the failure. */
  failMessage?: string | undefined;
  /** URL of the analysed video. */
  url: string;
  /** ID of the video, if it was requested by id. */
  videoId?: string | undefined;
  /** Null until completed. */
  analysis: AnalysisAnalysis | null;
}

export interface AnalysisAnalysis {
  /** Text or technique of the opening. */
  hook: string;
  summary: string;
  whyItPerformed: Array<string>;
  attributesToCopy: Array<string>;
  hooksToTest: Array<string>;
  keyframes: Array<ViralLibraryVideoAnalysisKeyframe>;
  durationSeconds: number;
  tags: Array<string>;
  analyzedAt: number;
}

export interface AnalysisList {
  analyses: Array<Analysis>;
  pagination: Pagination;
}

export interface AnalyzeVideoRequest {
  /** URL of a video file, of a file on this server, or of a video's page on TikTok. */
  url?: string | undefined;
  /** ID of a generated video or a video of the viral library. */
  videoId?: string | undefined;
  /** Model ID from GET /models. Default: the configured model. */
  model?: string | undefined;
}

export interface AnalyzeVideoResponse {
  /** ID of the analysis. Read it with GET /analyses/{analysisId}. */
  analysisId: string;
  model: string;
  status: GenerationStatus;
  creditsUsed: number;
  /** Credits left. */
  newBalance: number;
  /** Human-readable estimate. */
  estimatedCompletionTime: string;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
}

export interface ApproveSocialPostRequest {
  /** Revision that was seen, from `approval.revision`. */
  revision: number;
  /** New time to publish, at most a year ahead. Milliseconds since the epoch. */
  scheduledFor?: number | undefined;
  /** Publishes in the next free slot, or now, instead of at the planned time. */
  mode?: "queue" | "now" | undefined;
}

export interface AuditLogList {
  entries: Array<Entry>;
  pagination: Pagination;
}

export interface Avatar {
  /** ID at the engine. */
  id: string;
  /** Engine that offers it. */
  engine: string;
  name: string;
  /** Description by the vendor. */
  gender?: string | undefined;
  /** A still. */
  imageUrl?: string | undefined;
  /** A sample. */
  previewUrl?: string | undefined;
}

export interface AvatarList {
  avatars: Array<Avatar>;
  /** Engines that did not respond, with the reason. */
  unavailable: Array<Unavailable>;
}

export interface BrandKit {
  /** Name of the brand. */
  name?: string | undefined;
  /** Brand colors: the background first, then the accent. Local engines use them in designs. */
  colors?: Array<string> | undefined;
  /** URL of the logo, preferably a transparent PNG. Local engines show it instead of the name. */
  logoUrl?: string | undefined;
  fonts?: BrandKitFonts | undefined;
  captions?: BrandKitCaptions | undefined;
  voice?: BrandKitVoice | undefined;
}

/** Caption style, the default of clips and of the dashboard's editor. */
export interface BrandKitCaptions {
  /** Default bold. */
  style?: "classic" | "bold" | "karaoke" | "minimal" | undefined;
  /** Default bottom. */
  position?: "top" | "center" | "bottom" | undefined;
  /** Font: a font of GET /fonts, by id or name, or a built-in family (Anton, Archivo Black, Bebas Neue, Bricolage Grotesque, DM Serif Display, Fraunces, Fredoka, Inter, Montserrat, Space Grotesk). */
  fontFamily?: string | undefined;
  /** In pixels, for a video whose shorter side has 1080. */
  fontSize?: number | undefined;
  /** Color of the text. Hex color, such as #ffe600. */
  color?: string | undefined;
  /** Color of the outline. Hex color, such as #ffe600. */
  outlineColor?: string | undefined;
  /** Color of the spoken word. Hex color, such as #ffe600. */
  highlightColor?: string | undefined;
  maxWordsPerLine?: number | undefined;
  uppercase?: boolean | undefined;
}

/** Fonts of new videos and images. The design chooses fonts that are not set. */
export interface BrandKitFonts {
  /** Font of headings: a font of GET /fonts, by id or name, or a built-in family (Anton, Archivo Black, Bebas Neue, Bricolage Grotesque, DM Serif Display, Fraunces, Fredoka, Inter, Montserrat, Space Grotesk). */
  heading?: string | undefined;
  /** Font of all other text: a font of GET /fonts, by id or name, or a built-in family (Anton, Archivo Black, Bebas Neue, Bricolage Grotesque, DM Serif Display, Fraunces, Fredoka, Inter, Montserrat, Space Grotesk). */
  text?: string | undefined;
}

/** Voice from GET /voices, the default for voice-overs in the dashboard. */
export interface BrandKitVoice {
  engine: string;
  id: string;
}

export interface Character {
  /** ID of the character (chr_…). */
  id: string;
  /** Display name. */
  name: string;
  /** Appearance and manner. */
  description?: string | undefined;
  /** URLs of reference images. */
  imageUrls: Array<string>;
  /** Voice ID of the speech engine. `voice` also names the engine. */
  voiceId?: string | undefined;
  voice?: CharacterVoice | undefined;
  avatar?: CharacterAvatar | undefined;
  /** False for built-in resources. */
  isCustom: boolean;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Time of the last change. Milliseconds since the epoch. */
  updatedAt: number;
}

/** Avatar from GET /avatars, shown instead of the images when the character speaks. */
export interface CharacterAvatar {
  engine: string;
  id: string;
}

export interface CharacterList {
  characters: Array<Character>;
  pagination: Pagination;
}

/** Voice from GET /voices. Takes precedence over voiceId. */
export interface CharacterVoice {
  engine: string;
  id: string;
}

export interface ClipList {
  searches: Array<ClipSearch>;
  pagination: Pagination;
}

export interface ClipMoment {
  id: string;
  /** Seconds of the long video. */
  start: number;
  /** Seconds of the long video. */
  end: number;
  title: string;
  /** First sentence. Empty without speech. */
  hook: string;
  /** Why it was chosen. */
  reason: string;
  /** Relative to the other moments of the video. */
  score: number;
  factors: ClipMomentFactors;
  /** What is said. */
  transcript?: string | undefined;
  /** What the video mostly shows, which determines what the clip shows with `reframe: auto`. `face`: one person, who is followed. `two_faces`: two people, in turns or one above the other. `group`: more people. `screen`: a slide or a screen, shown whole. `wide`: nobody; the center. */
  layout?: "face" | "two_faces" | "group" | "screen" | "wide" | undefined;
  /** Number of people who speak. Present only if the subtitles name them. */
  speakers?: number | undefined;
  /** The clip. Its state is that of the video. */
  videoId?: string | undefined;
}

export interface ClipMomentFactors {
  hook: number;
  complete: number;
  clarity: number;
  density: number;
  energy: number;
}

export interface ClipSearch {
  /** ID of the search (clp_…). */
  clipsId: string;
  /** The long video. */
  videoId: string;
  /** Version that was searched. All times are in seconds of this version. */
  version: number;
  status: GenerationStatus;
  /** Requested model. */
  model: string;
  /** Engine that made it. */
  engine: string;
  prompt: string;
  /** Progress in percent. */
  progress: number;
  creditsUsed: number;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
  /** Time at which it completed or failed. Milliseconds since the epoch. */
  completedAt?: number | undefined;
  /** Machine-readable reason for the failure. */
  failCode?: string | undefined;
  /** Human-readable reason for the failure. */
  failMessage?: string | undefined;
  /** Basis for choosing moments: the speech, or only sound and motion. */
  basis?: "speech" | "sound" | undefined;
  /** All moments that were found, best first, once completed. */
  clips: Array<ClipMoment>;
  warnings?: Array<ClipSearchWarning> | undefined;
}

export interface ClipSearchWarning {
  /** `fewer_found`: fewer good moments than `count`. `no_captions`: clips have none because there is no transcript. `not_judged`, `title_refused`: what a language model said was not used. Other codes say why a clip was not made. */
  code: string;
  /** Human-readable. */
  message: string;
}

export interface ConnectSocialAccountRequest {
  /** Such as tiktok. GET /social/platforms lists all. */
  platform: string;
  /** Provider to connect through, if several serve the platform. */
  provider?: string | undefined;
}

export interface ContentPlan {
  planId: string;
  status: GenerationStatus;
  /** Requested model. */
  model: string;
  /** Engine that made it. */
  engine: string;
  prompt: string;
  /** Progress in percent. */
  progress: number;
  creditsUsed: number;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
  /** Time at which it completed or failed. Milliseconds since the epoch. */
  completedAt?: number | undefined;
  /** Machine-readable reason for the failure. */
  failCode?: string | undefined;
  /** Human-readable reason for the failure. */
  failMessage?: string | undefined;
  platforms: Array<"tiktok" | "instagram" | "youtube">;
  days: number;
  postsPerDay: number;
  niche?: string | undefined;
  goal?: string | undefined;
  language?: string | undefined;
  seed: number;
  /** In the order of the days; empty until completed. */
  items: Array<ContentPlanItem>;
  production?: ContentPlanProduction | undefined;
  /** Price of the videos, in the response to a dry run. */
  credits?: number | undefined;
  /** Estimated total length of the videos in seconds, in the response to a dry run. */
  seconds?: number | undefined;
  ownResults?: ContentPlanOwnResults | undefined;
}

export interface ContentPlanItem {
  day: number;
  platform: "tiktok" | "instagram" | "youtube";
  title: string;
  hook: string;
  concept: string;
  script: string;
  shots: Array<string>;
  caption: string;
  /** Without the #. */
  hashtags: Array<string>;
  cta: string;
  /** Videos of the viral library. */
  inspiredBy: Array<string>;
}

export interface ContentPlanList {
  plans: Array<ContentPlan>;
  pagination: Pagination;
}

/** Lessons of the plan from the account's own posts. */
export interface ContentPlanOwnResults {
  /** Number of posts of the last 180 days with metrics that are at least a day old. */
  posts: number;
  /** Minimum number of posts for them to count. */
  neededPosts: number;
  /** True if the sandbox has simulated the metrics. */
  simulated: boolean;
  /** Best type first. Empty if there are too few posts. */
  hooks: Array<ContentPlanOwnResultsHook>;
  /** Summary in a sentence, or why the posts do not count. */
  summary: string;
}

export interface ContentPlanOwnResultsHook {
  /** Type of the hook, such as question. */
  hook: string;
  /** Number of posts with this type of hook. */
  posts: number;
  /** Median views of these posts, relative to the median of the social account. */
  timesMedian: number;
}

/** Progress of POST /content-plans/{planId}/produce; absent before the first call. */
export interface ContentPlanProduction {
  /** Items that were produced or are being produced. */
  total: number;
  rendering: number;
  completed: number;
  failed: number;
  items: Array<ContentPlanProductionItem>;
}

export interface ContentPlanProductionItem {
  /** Index in `items`, counted from 0. */
  item: number;
  /** completed: the post exists. failed: produce the item again; an existing video is reused. */
  status: "rendering" | "completed" | "failed";
  mode: "draft" | "schedule";
  /** Scheduled time of the post. Milliseconds since the epoch. */
  scheduledFor: number;
  videoId?: string | undefined;
  postId?: string | undefined;
  /** Machine-readable reason, such as video_failed or too_late. */
  failCode?: string | undefined;
  /** Human-readable reason. */
  failMessage?: string | undefined;
}

export interface CreateAccountRequest {
  name: string;
  /** Initial credits. Defaults to `credits.initial`. */
  credits?: number | undefined;
  /** Maximum number of queued and running jobs. Defaults to `quotas.concurrentJobs`. */
  concurrentJobs?: number | undefined;
  /** Maximum total size of stored files, in bytes. Defaults to `quotas.storageBytes`. */
  storageBytes?: number | undefined;
  /** Maximum number of valid API keys. Defaults to `quotas.keys`. */
  keys?: number | undefined;
}

/** Avatar from GET /avatars, shown instead of the images when the character speaks. */
export interface CreateCharacterAvatar {
  engine: string;
  id: string;
}

export interface CreateCharacterRequest {
  /** Display name. */
  name: string;
  /** Appearance and manner. */
  description?: string | undefined;
  /** URLs of reference images. */
  imageUrls?: Array<string> | undefined;
  /** Voice ID of the speech engine. `voice` also names the engine. */
  voiceId?: string | undefined;
  voice?: CreateCharacterVoice | undefined;
  avatar?: CreateCharacterAvatar | undefined;
}

/** Voice from GET /voices. Takes precedence over voiceId. */
export interface CreateCharacterVoice {
  engine: string;
  id: string;
}

export interface CreateContentPlanRequest {
  /** ID of the inspiration project. */
  inspoId?: string | undefined;
  /** ID of a persona to speak as. */
  personaId?: string | undefined;
  /** ID of the product to promote. */
  productId?: string | undefined;
  /** ID of a brand or positioning message to convey. */
  messagingId?: string | undefined;
  /** Niche or market, such as “home coffee”. */
  niche?: string | undefined;
  /** Goal, such as “more trial sign-ups”. */
  goal?: string | undefined;
  platforms: Array<"tiktok" | "instagram" | "youtube">;
  days: number;
  postsPerDay: number;
  /** Language code, such as en or pt-BR (BCP 47). */
  language?: string | undefined;
  /** If the engine supports it, the same seed and request give the same plan. */
  seed?: number | undefined;
  /** Model ID from GET /models. Default: the configured model. */
  model?: string | undefined;
}

export interface CreateContentPlanResponse {
  /** ID of the plan. Read it with GET /content-plans/{planId}. */
  planId: string;
  model: string;
  status: GenerationStatus;
  creditsUsed: number;
  /** Credits left. */
  newBalance: number;
  /** Human-readable estimate. */
  estimatedCompletionTime: string;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
}

export interface CreateCreditGrantRequest {
  accountId: string;
  amount: number;
  note?: string | undefined;
}

export interface CreateFontFormData {
  /** A TTF, OTF or WOFF2 font. */
  file: Blob;
  /** Default: family and style of the file. */
  name?: string | undefined;
}

export interface CreateInspoRequest {
  /** Display name. */
  name: string;
  /** Purpose of the research. */
  description?: string | undefined;
  /** Niche or market. */
  niche?: string | undefined;
  /** Brand name. */
  brand?: string | undefined;
}

export interface CreateKeyRequest {
  name: string;
  /** Account of the key, if not your own. Requires the scope `admin`. */
  accountId?: string | undefined;
  /** Scopes of the key, or groups such as `media:*`. */
  scopes?: Array<KeyScope> | undefined;
  /** API version that the key is pinned to. */
  apiVersion?: "2026-03-06" | "2025-11-10" | undefined;
  /** Expiry of the key, in milliseconds since the epoch. */
  expiresAt?: number | undefined;
}

export interface CreateKeyResponse {
  keyId: string;
  accountId: string;
  name: string;
  /** First characters of the key. */
  hint: string;
  scopes: Array<string>;
  apiVersion?: string | undefined;
  /** The key returns 401 from then on. Milliseconds since the epoch. */
  expiresAt?: number | undefined;
  createdBy?: KeyCreatedBy | undefined;
  /** Last use, accurate to about a minute. Milliseconds since the epoch. */
  lastUsedAt?: number | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Last change. Milliseconds since the epoch. */
  updatedAt: number;
  /** The API key. It is not shown again. */
  key: string;
}

export interface CreateMessagingRequest {
  /** Display name. */
  name: string;
  /** The brand or positioning text. */
  body?: string | undefined;
}

export interface CreatePersonInvitationRequest {
  /** Email address, such as ann@example.com. */
  email: string;
  /** Account to join. Defaults to your own. Other accounts need the scope `admin`. */
  accountId?: string | undefined;
  role?: Role | undefined;
}

export interface CreatePersonInvitationResponse {
  invitationId: string;
  accountId: string;
  email: string;
  role: string;
  /** Expiry of the link. Milliseconds since the epoch. */
  expiresAt: number;
  /** Time at which the invitation was created. Milliseconds since the epoch. */
  createdAt: number;
  /** Link to set a password. Works once and is not shown again. */
  link: string;
  /** True if the link was also sent by mail. */
  mailed: boolean;
}

export interface CreatePersonaRequest {
  /** Display name. */
  name: string;
  /** Description of the speaker, the audience and the tone. */
  description?: string | undefined;
}

export interface CreateProductRequest {
  /** Display name. */
  name: string;
  /** Description of the product and its benefits. */
  description?: string | undefined;
  /** URLs of product images. */
  photos?: Array<string> | undefined;
  /** ID of a message (`msg_…`) or the text itself. */
  messaging?: string | undefined;
  /** Brand colors: the background first, then the accent. Local engines use them in designs. */
  colors?: Array<string> | undefined;
  /** URL of the logo, preferably a transparent PNG. Local engines show it instead of the name. */
  logoUrl?: string | undefined;
}

export interface CreateSocialPostCommentRequest {
  /** The comment. */
  text: string;
  /** client: also shown to people with a review link. Default: team. */
  visibility?: "team" | "client" | undefined;
}

export interface CreateSocialPostMedia {
  /** URL of an image or a video. */
  url?: string | undefined;
  /** ID of a generated image (img_…). */
  imageId?: string | undefined;
  videoId?: string | undefined;
  /** Description of an image for people who cannot see it, if the platform supports one. */
  altText?: string | undefined;
}

export interface CreateSocialPostRequest {
  /** URL of the video. Default: the newest version of videoId, if there is one. */
  videoUrl?: string | undefined;
  /** IDs of connected accounts, from GET /social/accounts. */
  accountIds: Array<string>;
  /** When to publish: schedule (at scheduledFor), draft (not yet), now, or queue (in the next free slot of the first account, see PUT /social/accounts/{accountId}/slots). */
  mode: "schedule" | "draft" | "now" | "queue";
  /** Time to publish, at most a year ahead. Required in mode schedule. Milliseconds since the epoch. */
  scheduledFor?: number | undefined;
  /** IANA time zone for display. It does not affect scheduledFor. */
  timezone?: string | undefined;
  /** Caption. TikTok accepts 2200 UTF-16 units, Instagram 30 hashtags and 20 mentions, YouTube 5000 bytes. */
  content?: string | undefined;
  /** Title, on platforms that have one (YouTube). */
  title?: string | undefined;
  /** ID of a generated video of this account (vid_…). */
  videoId?: string | undefined;
  /** Images and videos in order, instead of videoUrl and videoId; each has one of these fields. Empty for a post that is text only. GET /social/platforms lists what each platform accepts. */
  media?: Array<CreateSocialPostMedia> | undefined;
  /** Send to the creator's TikTok inbox, where they finish it in the app. Works in modes now and draft. TikTok then ignores all settings, including the AI label. */
  publishToInbox?: boolean | undefined;
  /** Label the video as made with AI on TikTok, Instagram and YouTube, if the provider supports it. */
  aiGenerated?: boolean | undefined;
  /** Who can see the post on TikTok, which requires it. */
  tiktokPrivacyLevel?: "SELF_ONLY" | "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | undefined;
  /** Commercial content: none, the creator's own brand, or another brand. brand_content can't be SELF_ONLY. */
  tiktokCommercialContentType?: "none" | "brand_organic" | "brand_content" | undefined;
  /** Allow comments on TikTok. */
  tiktokAllowComment?: boolean | undefined;
  /** Allow duets on TikTok. */
  tiktokAllowDuet?: boolean | undefined;
  /** Allow stitches on TikTok. */
  tiktokAllowStitch?: boolean | undefined;
  /** Alias of aiGenerated. */
  tiktokMadeWithAi?: boolean | undefined;
  overrides?: SocialPostOverrides | undefined;
  /** Allow a duplicate of a post for the same account within 24 hours. */
  allowDuplicate?: boolean | undefined;
}

export interface CreateSocialPostsRequest {
  /** Posts to create. */
  posts?: Array<Record<string, unknown>> | undefined;
  /** Alternative to posts: a table as CSV. Its first row names fields of a post, such as videoId, accountIds (separated by spaces), mode, scheduledFor (milliseconds, or ISO 8601; without an offset, in timezone), content and overrides.youtube.title. */
  csv?: string | undefined;
  /** Only check the posts, also for duplicates, and create none. */
  dryRun?: boolean | undefined;
}

/** Report to send instead of posts, with the current metrics. */
export interface CreateSocialReviewReport {
  /** Month, such as 2026-11. Default: the current one. */
  month?: string | undefined;
  /** IANA time zone of the month. Default: UTC. */
  timezone?: string | undefined;
  /** Only this group of social accounts. */
  group?: string | undefined;
}

export interface CreateSocialReviewRequest {
  /** Posts to review. Posts cannot be added later. */
  postIds?: Array<string> | undefined;
  report?: CreateSocialReviewReport | undefined;
  /** People who get a link each. They need no account. */
  reviewers: Array<CreateSocialReviewReviewer>;
  /** True if reviewers can approve and reject, which needs the scope social:approve. Otherwise they comment. */
  canDecide: boolean;
  /** Expiry of the links, at most 90 days ahead. Default: in 14 days. Milliseconds since the epoch. */
  expiresAt?: number | undefined;
  /** Passcode that the page asks for. Give it to the reviewers separately. Ten wrong ones end a link. */
  passcode?: string | undefined;
}

export interface CreateSocialReviewResponse {
  reviewId: string;
  /** revoked: also if the person or key that created it no longer has the rights for it. */
  status: "active" | "expired" | "revoked";
  postIds: Array<string>;
  /** Month of the report that was sent instead of posts. */
  reportMonth?: string | undefined;
  reviewers: Array<SocialReviewReviewer>;
  canDecide: boolean;
  hasPasscode: boolean;
  /** Email address of the person, or name of the key. */
  createdBy: string;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Expiry of the links. Milliseconds since the epoch. */
  expiresAt: number;
  /** One link per reviewer. They are not shown again. */
  links: Array<SocialReviewLink>;
  /** False if the server sends no mail: send the links yourself. */
  isMailed: boolean;
}

export interface CreateSocialReviewReviewer {
  /** Name, to tell the links apart. */
  name: string;
  /** Email address. The link is mailed there if mail is configured. */
  email: string;
}

export interface CreateStyleRequest {
  /** Display name. */
  name: string;
  /** Visual look. */
  description?: string | undefined;
  /** Template for prompts. `{prompt}` is replaced by the prompt; without it, the template is appended. */
  promptTemplate?: string | undefined;
  /** Brand colors: the background first, then the accent. Local engines use them in designs. */
  colors?: Array<string> | undefined;
  /** URL of the logo, preferably a transparent PNG. Local engines show it instead of the name. */
  logoUrl?: string | undefined;
}

export interface CreateTemplateRequest {
  name: string;
  description?: string | undefined;
  /** Default: `render` for layers alone, otherwise `video`. */
  kind?: "video" | "image" | "render" | undefined;
  fields: Array<TemplateField>;
  /** Body of the request, with `{{name}}` in its texts. A text that is only a placeholder takes the type of its value. At most 64 KB as JSON. */
  body: Record<string, unknown>;
}

export interface CreateTemplateVersionRequest {
  name?: string | undefined;
  description?: string | undefined;
  fields: Array<TemplateField>;
  /** Body of the request, with `{{name}}` in its texts. A text that is only a placeholder takes the type of its value. At most 64 KB as JSON. */
  body: Record<string, unknown>;
}

export interface CreateUploadFormData {
  /** The file. */
  file: Blob;
}

export interface CreateUploadRequest {
  /** Display name, not part of the URL. */
  fileName: string;
  /** video/mp4, image/png, audio/mpeg … */
  contentType: string;
  /** Exact size in bytes. */
  size: number;
}

export interface CreateVideoTranscriptRequest {
  /** Default: the newest version. */
  version?: number | undefined;
  /** Language of the speech, such as en or pt-BR (BCP 47). Detected from the audio by default. */
  language?: string | undefined;
}

export interface CreateWebhookRequest {
  /** URL that receives the messages. It must be public. */
  url: string;
  /** Event types, all types of one subject (`video.*`), or all types (`*`). */
  events: Array<WebhookEventPattern>;
  /** Your own note on the webhook. */
  description?: string | undefined;
  /** API version of the event data. Default: the latest. */
  apiVersion?: "2026-03-06" | "2025-11-10" | undefined;
}

export interface CreateWebhookResponse {
  /** ID of the webhook (whk_…). */
  webhookId: string;
  url: string;
  events: Array<string>;
  description?: string | undefined;
  /** API version of the event data. */
  apiVersion: string;
  status: "enabled" | "disabled";
  /** Reason why the server disabled the webhook. */
  disabledReason?: string | undefined;
  /** Every attempt since this time has failed. Milliseconds since the epoch. */
  failingSince?: number | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Time of the last change. Milliseconds since the epoch. */
  updatedAt: number;
  /** Secret to verify signatures (whsec_…). Shown only once. */
  secret: string;
}

export interface CreditGrant {
  accountId: string;
  amount: number;
  balance: number;
}

export interface CreditPricing {
  unlimited: boolean;
  prices: Array<CreditPricingPrice>;
}

export interface CreditPricingPrice {
  operation: string;
  credits: number;
  per: string;
}

export interface CreditTransaction {
  transactionId: string;
  /** Signed: charges are negative. */
  amount: number;
  /** grant, charge or refund */
  type: string;
  reason: string;
  /** Raw ID of the related resource. */
  reference?: string | undefined;
  note?: string | undefined;
  balanceAfter: number;
  /** Time of the transaction. Milliseconds since the epoch. */
  createdAt: number;
}

export interface CreditTransactionList {
  transactions: Array<CreditTransaction>;
  pagination: Pagination;
}

export interface Credits {
  /** Remaining credits. */
  balance: number;
  /** True if this server does not charge credits. */
  unlimited: boolean;
}

export interface Draft {
  name: string;
  /** Number of the latest change. Send it with your next change. */
  revision: number;
  /** Last change. Milliseconds since the epoch. */
  updatedAt: number;
}

export interface DraftList {
  drafts: Array<Draft>;
}

export interface Edit {
  editId: string;
  videoId: string;
  operation: "captions" | "overlay" | "voiceover" | "trim" | "render";
  status: GenerationStatus;
  /** Progress in percent. */
  progress: number;
  creditsUsed: number;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
  /** Time at which it completed or failed. Milliseconds since the epoch. */
  completedAt?: number | undefined;
  /** Machine-readable reason for the failure. */
  failCode?: string | undefined;
  /** Human-readable reason for the failure. */
  failMessage?: string | undefined;
  /** URL of the new version, once it is completed. */
  url?: string | undefined;
  /** Number of the new version. */
  version?: number | undefined;
}

export interface EditImageRequest {
  /** Description of the image to create or the change to make. */
  prompt: string;
  /** Model ID from GET /models. Default: the configured model. */
  model?: string | undefined;
  /** ID of a completed image of this account. */
  imageId?: string | undefined;
  /** URL of an image. */
  imageUrl?: string | undefined;
  /** URL of a mask image. White marks the area to edit. */
  maskUrl?: string | undefined;
}

export interface Entry {
  entryId: string;
  /** Time of the change. Milliseconds since the epoch. */
  at: number;
  actor: EntryActor;
  /** Such as `key.created`. */
  action: string;
  subject: EntrySubject;
  /** Account that the subject belongs to. */
  accountId: string;
  /** Details of the change, such as the names of the changed fields. */
  details: Record<string, string | number | boolean | Array<string>>;
  /** Id that the server gave the request: `X-Request-Id` of the response, unless the client sent one. Absent if the change was made outside of requests. */
  requestId?: string | undefined;
}

/** Actor of the change. */
export interface EntryActor {
  /** `key` or `person`; `command` for the command line; `system` for the server itself. */
  type: string;
  id?: string | undefined;
  /** The key's name or the person's email address at that time. */
  name?: string | undefined;
}

/** Changed resource. */
export interface EntrySubject {
  /** Such as `key` or `webhook`. */
  type: string;
  id: string;
  /** Name at that time. */
  name?: string | undefined;
}

/** Look of the captions. */
export interface FindVideoClipsCaptions {
  /** Default bold. */
  style?: "classic" | "bold" | "karaoke" | "minimal" | undefined;
  /** Default bottom. */
  position?: "top" | "center" | "bottom" | undefined;
  /** Font: a font of GET /fonts, by id or name, or a built-in family (Anton, Archivo Black, Bebas Neue, Bricolage Grotesque, DM Serif Display, Fraunces, Fredoka, Inter, Montserrat, Space Grotesk). */
  fontFamily?: string | undefined;
  /** In pixels, for a video whose shorter side has 1080. */
  fontSize?: number | undefined;
  /** Color of the text. Hex color, such as #ffe600. */
  color?: string | undefined;
  /** Color of the outline. Hex color, such as #ffe600. */
  outlineColor?: string | undefined;
  /** Color of the spoken word. Hex color, such as #ffe600. */
  highlightColor?: string | undefined;
  maxWordsPerLine?: number | undefined;
  uppercase?: boolean | undefined;
}

/** Part of the video to search. */
export interface FindVideoClipsRange {
  /** Seconds. */
  start: number;
  /** Seconds. */
  end: number;
}

export interface FindVideoClipsRequest {
  /** Maximum number of clips. Default 5. */
  count?: number | undefined;
  /** Default 15. */
  minSeconds?: number | undefined;
  /** Default 60. */
  maxSeconds?: number | undefined;
  range?: FindVideoClipsRange | undefined;
  /** What to look for, such as: the part about pricing. */
  prompt?: string | undefined;
  /** Words to look for. */
  keywords?: Array<string> | undefined;
  /** Kind of video. For `action`, motion and loudness count as well. Default auto. */
  content?: "auto" | "talk" | "screen" | "action" | undefined;
  /** Language of the speech, such as en or pt-BR (BCP 47). Detected by default. */
  language?: string | undefined;
  /** Subtitles of the video: the contents of an SRT, WebVTT, SBV or ASS file. They become the transcript of the video. Default: its transcript, or a new one if a transcription engine is configured. */
  subtitles?: string | undefined;
  /** Shape of the clips. Default 9:16. */
  aspectRatio?: "9:16" | "4:5" | "1:1" | "16:9" | undefined;
  /** Part of the video that a clip shows, as in a layer of type `reframe`. Default auto, which follows faces. */
  reframe?: "auto" | "center" | "fit" | undefined;
  tighten?: FindVideoClipsTighten | undefined;
  /** Look of the captions, or false for none. Default: the look in the brand kit, otherwise bold. Clips without a transcript have none. */
  captions?: FindVideoClipsCaptions | false | undefined;
  /** Model that finds moments. */
  model?: string | undefined;
  /** Moments to make videos of: all that are found, none, or the best ones. Default: `count`. */
  render?: "all" | "none" | number | undefined;
}

export interface FindVideoClipsResponse {
  /** ID of the search (clp_…). */
  clipsId: string;
  model: string;
  status: GenerationStatus;
  creditsUsed: number;
  /** Credits left. */
  newBalance: number;
  /** Human-readable estimate. */
  estimatedCompletionTime: string;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
}

/** Remove pauses from the clips, as a layer of type `tighten`. Default: pauses are kept. */
export interface FindVideoClipsTighten {
  /** Pauses longer than this, in seconds, are shortened to a natural length. Default 0.7. */
  silences?: number | undefined;
  /** Remove hesitation sounds, such as um. Default false. */
  fillers?: boolean | undefined;
}

export interface Font {
  /** ID of the font (fnt_…), accepted by `fontFamily` and the brand kit. */
  fontId: string;
  /** Name, unique in the account. `fontFamily` accepts it, too. */
  name: string;
  /** Family name in the file. */
  family: string;
  /** Style, such as Regular or Bold Italic. */
  style: string;
  /** 100 to 900. */
  weight: number;
  /** Height above the baseline, in ems. */
  ascent: number;
  /** Depth below the baseline, in ems. */
  descent: number;
  /** URL of the file that videos and images are rendered with. */
  url: string;
  /** Size in bytes. Counts toward the account's storage. */
  size: number;
  /** Places in the brand kit that use it. */
  usedFor: Array<"heading" | "text" | "captions">;
  /** Time of the upload. Milliseconds since the epoch. */
  createdAt: number;
}

export interface FontList {
  /** By name. At most 20. */
  fonts: Array<Font>;
}

export interface GenerateImageImage {
  imageId: string;
  creditsUsed: number;
}

export interface GenerateImageRequest {
  /** Description of the image to create or the change to make. */
  prompt?: string | undefined;
  /** Default 1:1. */
  aspectRatio?: "1:1" | "9:16" | "16:9" | "4:5" | "3:4" | undefined;
  /** Model ID from GET /models. Default: the configured model. */
  model?: string | undefined;
  /** ID of a persona to speak as. */
  personaId?: string | undefined;
  /** ID of a product to show. Its photos and texts are used. */
  productId?: string | undefined;
  /** ID of a style. Its promptTemplate is applied. */
  styleId?: string | undefined;
  /** ID of a character that appears. */
  characterId?: string | undefined;
  /** Reference images. */
  referenceImageUrls?: Array<string> | undefined;
  /** ID of a completed image of this account. */
  imageId?: string | undefined;
  /** URL of an image. */
  imageUrl?: string | undefined;
  /** URL of a mask image. White marks the area to edit. */
  maskUrl?: string | undefined;
  /** If the engine supports it, the same seed and request make the same image. */
  seed?: number | undefined;
  /** ID of a template from GET /templates. */
  templateId?: string | undefined;
  /** Default: the newest version. */
  templateVersion?: number | undefined;
  fields?: TemplateValues | undefined;
  /** Values for one result per row, which override those in `fields`. If a row is invalid, nothing is made. */
  rows?: Array<TemplateValues> | undefined;
}

export interface GenerateImageResponse {
  /** ID of the image (img_…). */
  imageId: string;
  model: string;
  status: GenerationStatus;
  creditsUsed: number;
  /** Credits left. */
  newBalance: number;
  /** Human-readable estimate. */
  estimatedCompletionTime: string;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
  /** For `rows`: an image for each, in order. `imageId` is the first, `creditsUsed` the total price. */
  images?: Array<GenerateImageImage> | undefined;
}

export interface GenerateMusicRequest {
  /** Genre, mood, instruments, tempo, length, style. */
  prompt: string;
  /** One of these, or another model from GET /models. */
  model?: "V3_5" | "V4" | "V4_5" | "V4_5PLUS" | "V4_5ALL" | "V5" | string | undefined;
  /** True for music without vocals. */
  instrumental?: boolean | undefined;
  /** With style, enables custom mode. */
  title?: string | undefined;
  /** If the engine supports it, the same seed and request make the same track. Random by default. */
  seed?: number | undefined;
  /** Style, used with title in custom mode. */
  style?: string | undefined;
}

export interface GenerateMusicResponse {
  /** ID of the track (mus_…). */
  musicId: string;
  model: string;
  status: GenerationStatus;
  creditsUsed: number;
  /** Credits left. */
  newBalance: number;
  /** Human-readable estimate. */
  estimatedCompletionTime: string;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
}

export interface GenerateVideoRequest {
  /** Required without scenes or script. */
  prompt?: string | undefined;
  /** Text to speak. A voice narrates it over clips and images, with captions. A character with an image or an avatar speaks it on camera if an engine for speaking people is configured. */
  script?: string | undefined;
  /** Voice of the script: an id, or `engine:id`, from GET /voices. Default: the character's, or the engine's. With a prompt and no script, a language model writes the script. */
  voice?: string | undefined;
  /** Speed of the voice, if the engine supports it. Default 1. */
  speed?: number | undefined;
  /** Visuals of narrated scenes without their own media: stock clips, generated images (at the price of an image each), or designed scenes. Default: stock if a library is configured, otherwise designed. */
  visuals?: "stock" | "generated" | "designed" | undefined;
  /** Model for `visuals: generated`, from GET /models. */
  imageModel?: string | undefined;
  captions?: GenerateVideoRequestCaptions | undefined;
  /** Level of the music of a narrated video in pauses of the speech. Default 0.5. */
  musicVolume?: number | undefined;
  /** Scenes, shown exactly as sent, for models with `scenes`. POST /videos/storyboard writes them from a prompt. */
  scenes?: Array<VideoScene> | undefined;
  /** How a prompt becomes scenes: verbatim, or written by the configured language model. Default: written if a language model is configured. */
  storyboard?: "literal" | "written" | undefined;
  /** Call to action for the last scene if the prompt has none. `auto` adds one if the prompt has an offer or a contact and its language is certain. Default: none. */
  callToAction?: string | undefined;
  /** Whether parts of the prompt that are left out cause a warning, or a 400 that lists them. Default `warn`. */
  leftOut?: "warn" | "error" | undefined;
  /** Model ID from GET /models. Default: the configured model. */
  model?: string | undefined;
  /** Default 9:16. */
  aspectRatio?: "9:16" | "16:9" | "1:1" | undefined;
  /** Duration in seconds, within the model's limits. Default: the model's default, or shorter for a short prompt. A script determines its own duration. */
  duration?: number | undefined;
  /** Default: the first one of the model. */
  resolution?: "720p" | "1080p" | undefined;
  /** First frame. */
  imageUrl?: string | undefined;
  /** Video of a person that is lip-synced to the script, for models whose `faces` in GET /models include video. */
  videoUrl?: string | undefined;
  /** Media shown in this order by models with `scenes`. A single one is shown in most scenes; several are matched to the scenes if there are as many. */
  referenceImageUrls?: Array<string> | undefined;
  /** Audio level of the shown videos, which lowers the music. Default 0: no audio. */
  mediaVolume?: number | undefined;
  /** Layers on top, each at its price. Version 1 is without them. If they cannot be rendered, they are left out and refunded. */
  layers?:
    | Array<VideoEditLayerCaptions | VideoEditLayerOverlay | VideoEditLayerVoiceover | VideoEditLayerMusic>
    | undefined;
  /** ID of a persona to speak as. */
  personaId?: string | undefined;
  /** ID of a product to show. Its photos and texts are used. */
  productId?: string | undefined;
  /** ID of a style. Its promptTemplate is applied. */
  styleId?: string | undefined;
  /** ID of a character that appears. */
  characterId?: string | undefined;
  /** ID of a brand or positioning message to convey. */
  messagingId?: string | undefined;
  /** ID of a completed track of this account. */
  musicId?: string | undefined;
  negativePrompt?: string | undefined;
  /** If the engine supports it, the same seed and request make the same video. */
  seed?: number | undefined;
  /** ID of a template from GET /templates. */
  templateId?: string | undefined;
  /** Default: the newest version. */
  templateVersion?: number | undefined;
  fields?: TemplateValues | undefined;
  /** Values for one result per row, which override those in `fields`. If a row is invalid, nothing is made. */
  rows?: Array<TemplateValues> | undefined;
}

/** Captions of a narrated video. */
export interface GenerateVideoRequestCaptions {
  /** Default bold. */
  style?: "classic" | "bold" | "karaoke" | "minimal" | "none" | undefined;
  /** Default bottom. */
  position?: "top" | "center" | "bottom" | undefined;
  /** Font: a font of GET /fonts, by id or name, or a built-in family (Anton, Archivo Black, Bebas Neue, Bricolage Grotesque, DM Serif Display, Fraunces, Fredoka, Inter, Montserrat, Space Grotesk). */
  fontFamily?: string | undefined;
  /** In pixels, for a video whose shorter side has 1080. */
  fontSize?: number | undefined;
  /** Color of the text. Hex color, such as #ffe600. */
  color?: string | undefined;
  /** Color of the outline. Hex color, such as #ffe600. */
  outlineColor?: string | undefined;
  /** Color of the spoken word. Hex color, such as #ffe600. */
  highlightColor?: string | undefined;
  maxWordsPerLine?: number | undefined;
  uppercase?: boolean | undefined;
}

export interface GenerateVideoResponse {
  /** vid_ prefixed */
  videoId: string;
  model: string;
  status: GenerationStatus;
  creditsUsed: number;
  /** Credits left. */
  newBalance: number;
  /** Human-readable estimate. */
  estimatedCompletionTime: string;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
  /** For `rows`: a video for each, in order. `videoId` is the first, `creditsUsed` the total price. */
  videos?: Array<GenerateVideoVideo> | undefined;
}

export interface GenerateVideoVideo {
  videoId: string;
  creditsUsed: number;
}

/** Status of the generation. */
export type GenerationStatus = "pending" | "processing" | "completed" | "failed";

export interface GetDraftResponse {
  name: string;
  /** Number of the latest change. Send it with your next change. */
  revision: number;
  /** Last change. Milliseconds since the epoch. */
  updatedAt: number;
  /** Any JSON object, up to 256 KB. */
  content: Record<string, unknown>;
}

export interface GetWebhookDeliveryResponse {
  /** ID of the delivery (dlv_…); the `webhook-id` header of its message. */
  deliveryId: string;
  webhookId: string;
  /** The event's type, or webhook.test. */
  type: string;
  status: "pending" | "delivered" | "failed";
  /** Number of attempts so far. */
  attempts: number;
  /** Status code of the last response. */
  statusCode?: number | undefined;
  /** Reason why the last attempt failed. */
  error?: string | undefined;
  /** First kilobyte of the last response. */
  responseBody?: string | undefined;
  /** Duration of the last attempt, in milliseconds. */
  durationMs?: number | undefined;
  /** Time of the next attempt. Milliseconds since the epoch. */
  nextAttemptAt?: number | undefined;
  /** Time of delivery. Milliseconds since the epoch. */
  deliveredAt?: number | undefined;
  /** Creation time of the message. Milliseconds since the epoch. */
  createdAt: number;
  /** Body of the message. */
  payload: Record<string, unknown>;
}

export interface Health {
  status: string;
  version: string;
}

export interface Image {
  /** ID of the image (img_…). */
  imageId: string;
  status: GenerationStatus;
  /** Requested model. */
  model: string;
  /** Engine that made it. */
  engine: string;
  prompt: string;
  /** Progress in percent. */
  progress: number;
  creditsUsed: number;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
  /** Time at which it completed or failed. Milliseconds since the epoch. */
  completedAt?: number | undefined;
  /** Machine-readable reason for the failure. */
  failCode?: string | undefined;
  /** Human-readable reason for the failure. */
  failMessage?: string | undefined;
  /** Title in the library. */
  title?: string | undefined;
  /** Absent if there are none. */
  tags?: Array<string> | undefined;
  /** Folder in the library. */
  folder?: string | undefined;
  /** Template that it was made from. */
  templateId?: string | undefined;
  templateVersion?: number | undefined;
  /** Download URL, once completed. */
  url?: string | undefined;
  /** URL of a thumbnail, available some seconds after the image is completed. */
  thumbnailUrl?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  aspectRatio?: string | undefined;
}

export interface ImageList {
  images: Array<Image>;
  pagination: Pagination;
}

export interface ImportUploadRequest {
  /** URL to copy the file from. */
  url: string;
}

export interface ImportViralLibraryVideosRequest {
  /** Scraped videos and URLs, in any combination. */
  videos: Array<string | ImportViralLibraryVideosVideo>;
}

export interface ImportViralLibraryVideosResponse {
  /** Videos added. */
  imported: number;
  /** Existing videos that were updated. */
  updated: number;
  /** Each imported video once. New ones are analysed later. */
  videos: Array<ViralLibraryVideo>;
}

export interface ImportViralLibraryVideosVideo {
  /** Id on the original platform. */
  id: string;
  /** URL on the original platform. */
  url: string;
  author?: string | undefined;
  /** The caption. */
  description?: string | undefined;
  stats?: ImportViralLibraryVideosVideoStats | undefined;
  /** Seconds. */
  duration?: number | undefined;
  hashtags?: Array<string> | undefined;
  soundName?: string | undefined;
  /** A still. */
  thumbnail?: string | undefined;
  /** URL of the file, which often expires. If it can be read, the clip is analysed in the background. */
  videoUrl?: string | undefined;
  /** Time of publication, in milliseconds since the epoch. Default: derived from the id of a TikTok video. */
  publishedAt?: number | undefined;
  /** Ignored. Present in scraped samples. */
  sample?: boolean | undefined;
}

export interface ImportViralLibraryVideosVideoStats {
  views?: number | undefined;
  likes?: number | undefined;
  comments?: number | undefined;
  shares?: number | undefined;
  saves?: number | undefined;
}

export interface InspoList {
  projects: Array<Project>;
  pagination: Pagination;
}

export interface Key {
  keyId: string;
  accountId: string;
  name: string;
  /** First characters of the key. */
  hint: string;
  scopes: Array<string>;
  apiVersion?: string | undefined;
  /** The key returns 401 from then on. Milliseconds since the epoch. */
  expiresAt?: number | undefined;
  createdBy?: KeyCreatedBy | undefined;
  /** Last use, accurate to about a minute. Milliseconds since the epoch. */
  lastUsedAt?: number | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Last change. Milliseconds since the epoch. */
  updatedAt: number;
}

/** Creator, or whoever rotated the key last. Absent for the command line and the environment. */
export interface KeyCreatedBy {
  /** Key that created it. */
  keyId?: string | undefined;
  /** Person who created it, directly or through another key. */
  personId?: string | undefined;
}

export interface KeyList {
  keys: Array<Key>;
  pagination: Pagination;
}

export type KeyScope =
  | "credits:read"
  | "media:read"
  | "content:read"
  | "content:write"
  | "media:write"
  | "research:read"
  | "research:write"
  | "webhooks:manage"
  | "workspace:manage"
  | "social:read"
  | "social:draft"
  | "social:write"
  | "social:approve"
  | "social:manage"
  | "keys:manage"
  | "admin"
  | "media:*"
  | "content:*"
  | "research:*"
  | "social:*";

export interface Library {
  /** By name, at most 500. */
  folders: Array<LibraryFolder>;
  /** By name, at most 500. */
  tags: Array<LibraryFolder>;
}

export interface LibraryFolder {
  name: string;
  /** Number of resources with this label. */
  count: number;
}

export interface Messaging {
  /** ID of the message (msg_…). */
  id: string;
  /** Display name. */
  name: string;
  /** The brand or positioning text. */
  body?: string | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Time of the last change. Milliseconds since the epoch. */
  updatedAt: number;
}

export interface MessagingList {
  messaging: Array<Messaging>;
  pagination: Pagination;
}

export interface Model {
  id: string;
  /** Slot that the model belongs to. */
  kind: string;
  engine: string;
  title: string;
  description?: string | undefined;
  /** Used when a request names no model. */
  default: boolean;
  duration?: ModelDuration | undefined;
  aspectRatios?: Array<string> | undefined;
  resolutions?: Array<string> | undefined;
  /** True if it renders `scenes` exactly as given. */
  scenes?: boolean | undefined;
  /** True if it draws `layers` in the pass that makes the video. */
  layers?: boolean | undefined;
  narrates?: ModelNarrates | undefined;
  voices?: Array<string> | undefined;
  /** Input of a model for speaking people: an image, a video, or an avatar from GET /avatars. */
  faces?: Array<"image" | "video" | "avatar"> | undefined;
  retiredAt?: string | undefined;
  price?: ModelPrice | undefined;
}

export interface ModelDuration {
  min: number;
  max: number;
  default: number;
}

export interface ModelList {
  models: Array<Model>;
}

/** Present if it makes narrated videos from a `script`. */
export interface ModelNarrates {
  maxSeconds: number;
}

export interface ModelPrice {
  credits: number;
  per: string;
}

export interface Module {
  name: string;
  description?: string | undefined;
  page?: ModulePage | undefined;
}

export interface ModuleList {
  modules: Array<Module>;
}

export interface ModulePage {
  title: string;
  /** URL relative to this server. */
  url: string;
}

export interface MusicList {
  tracks: Array<Track>;
  pagination: Pagination;
}

export interface Notification {
  personId: string;
  email: string;
  /** False if the server sends no mail. */
  configured: boolean;
  notifications: Array<NotificationNotification>;
}

export interface NotificationNotification {
  kind: string;
  title: string;
  description: string;
  enabled: boolean;
}

export interface Pagination {
  total: number;
  page: number;
  pageSize: number;
  hasMore: boolean;
  /** The cursor of the next page. Absent on the last page. */
  nextCursor?: string | undefined;
}

export interface Person {
  personId: string;
  accountId: string;
  name: string;
  email: string;
  /** Role in `accountId`. */
  role: string;
  /** Accounts that the person belongs to, as far as you may see them. */
  workspaces: Array<PersonWorkspace>;
  signIn: PersonSignIn;
  /** Time at which the person joined the account. Milliseconds since the epoch. */
  createdAt: number;
  /** Last change. Milliseconds since the epoch. */
  updatedAt: number;
}

export interface PersonCreatedKey {
  keyId: string;
  accountId: string;
  name: string;
  /** First characters of the key. */
  hint: string;
  scopes: Array<string>;
  /** Last use, accurate to about a minute. Milliseconds since the epoch. */
  lastUsedAt?: number | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
}

export interface PersonCreatedKeyList {
  keys: Array<PersonCreatedKey>;
  pagination: Pagination;
}

export interface PersonInvitation {
  invitationId: string;
  accountId: string;
  email: string;
  role: string;
  /** Expiry of the link. Milliseconds since the epoch. */
  expiresAt: number;
  /** Time at which the invitation was created. Milliseconds since the epoch. */
  createdAt: number;
}

export interface PersonInvitationList {
  invitations: Array<PersonInvitation>;
  pagination: Pagination;
}

export interface PersonList {
  people: Array<Person>;
  pagination: Pagination;
}

export interface PersonPasswordReset {
  /** Link to set a password. Works once and is not shown again. */
  link: string;
  /** Expiry of the link. Milliseconds since the epoch. */
  expiresAt: number;
}

/** Sign-in methods of the person. */
export interface PersonSignIn {
  password: boolean;
  /** True after a sign-in with the OpenID Connect provider. */
  oidc: boolean;
  /** True if every sign-in also requires a code of an authenticator app. */
  twoFactor: boolean;
}

export interface PersonSignInSession {
  sessionId: string;
  /** Network address of the sign-in. */
  address?: string | undefined;
  /** User agent of the browser. */
  userAgent?: string | undefined;
  /** Time of the sign-in. Milliseconds since the epoch. */
  createdAt: number;
  /** Expiry of the session if it is not used. Milliseconds since the epoch. */
  expiresAt: number;
}

export interface PersonSignInSessionList {
  sessions: Array<PersonSignInSession>;
  pagination: Pagination;
}

export interface PersonWorkspace {
  accountId: string;
  name: string;
  role: string;
}

export interface Persona {
  /** ID of the persona (per_…). */
  id: string;
  /** Display name. */
  name: string;
  /** Description of the speaker, the audience and the tone. */
  description?: string | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Time of the last change. Milliseconds since the epoch. */
  updatedAt: number;
}

export interface PersonaList {
  personas: Array<Persona>;
  pagination: Pagination;
}

/** An error (RFC 9457). */
export interface Problem {
  /** URL of a page about this kind of error. Ends in `errors/<kind>`. */
  type: string;
  /** Short summary of the kind of error. */
  title: string;
  /** HTTP status code. */
  status: number;
  /** What is wrong with this request, and how to fix it. */
  detail: string;
  /** Identifies this occurrence. Ends in the request id. */
  instance: string;
  /** Invalid fields by dotted path (`accountIds.0`), with messages. */
  errors?: Record<string, Array<string>> | undefined;
  /** Credits that the request needs (`insufficient_credits`). */
  required?: number | undefined;
  /** The quota that is used up (`job_limit_exceeded`, `storage_quota_exceeded`). */
  limit?: number | undefined;
  /** How much of it is used. */
  used?: number | undefined;
  /** Credits in the account (`insufficient_credits`). */
  available?: number | undefined;
  /** Current revision (`revision_changed`, `draft_changed`). */
  revision?: number | undefined;
  /** Time of the last change (`draft_changed`). */
  updatedAt?: number | undefined;
  /** Lengths that fit, in characters, by field (`text_too_long`). */
  maxLengths?: Record<string, number> | undefined;
  /** The decision that was made (`already_decided`). */
  decision?: string | undefined;
  /** Reason why an engine failed, as in a failed generation. */
  failCode?: string | undefined;
  /** The reason in words. */
  failMessage?: string | undefined;
  /** The post with the same content (`conflict`). */
  existingPostId?: string | undefined;
  /** Bytes that the server has; continue there (`conflict`). */
  received?: number | undefined;
  /** Next free slot, in milliseconds since the epoch (`schedule_passed`). */
  nextSlot?: number | undefined;
}

export interface ProduceContentPlanRequest {
  /** Indexes in the plan's `items`, counted from 0. Default: all of them. */
  items?: Array<number> | undefined;
  /** Date of the plan's first day in `timezone`, such as 2026-12-01. */
  startDate: string;
  /** IANA time zone, such as Europe/Berlin. */
  timezone: string;
  /** Times of day of the posts, one for each daily post. Default: 18:00; two posts also 12:00, three 09:00, 13:00 and 18:00, four 09:00, 12:00, 15:00 and 18:00, five every three hours from 08:00. */
  times?: Array<string> | undefined;
  /** Accounts to post to, at least one for each platform of the items. Each item goes to those of its platform. */
  accountIds: Array<string>;
  /** Schedule the posts, or save them as drafts with their times. */
  mode: "draft" | "schedule";
  /** Who can see the posts on TikTok, which requires it. */
  tiktokPrivacyLevel?: "SELF_ONLY" | "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | undefined;
  /** Commercial content on TikTok. */
  tiktokCommercialContentType?: "none" | "brand_organic" | "brand_content" | undefined;
  /** Allow comments on TikTok. */
  tiktokAllowComment?: boolean | undefined;
  /** Allow duets on TikTok. */
  tiktokAllowDuet?: boolean | undefined;
  /** Allow stitches on TikTok. */
  tiktokAllowStitch?: boolean | undefined;
  /** Label the videos as made with AI. */
  aiGenerated?: boolean | undefined;
  /** Video model from GET /models. Default: the configured model. */
  model?: string | undefined;
  /** Check and price the videos without making them. */
  dryRun?: boolean | undefined;
}

export interface Product {
  /** ID of the product (prod_…). */
  id: string;
  /** Display name. */
  name: string;
  /** Description of the product and its benefits. */
  description?: string | undefined;
  /** URLs of product images. */
  photos: Array<string>;
  /** ID of a message (`msg_…`) or the text itself. */
  messaging?: string | undefined;
  /** Brand colors: the background first, then the accent. Local engines use them in designs. */
  colors: Array<string>;
  /** URL of the logo, preferably a transparent PNG. Local engines show it instead of the name. */
  logoUrl?: string | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Time of the last change. Milliseconds since the epoch. */
  updatedAt: number;
}

export interface ProductList {
  products: Array<Product>;
  pagination: Pagination;
}

export interface Project {
  /** ID of the project (prj_…). */
  id: string;
  /** Display name. */
  name: string;
  /** Purpose of the research. */
  description?: string | undefined;
  /** Niche or market. */
  niche?: string | undefined;
  /** Brand name. */
  brand?: string | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Time of the last change. Milliseconds since the epoch. */
  updatedAt: number;
}

export interface Ready {
  status: string;
  checks: Array<ReadyCheck>;
  findings?: Array<ReadyFinding> | undefined;
}

export interface ReadyCheck {
  name: string;
  ok: boolean;
  detail?: string | undefined;
}

export interface ReadyFinding {
  name: string;
  state: "ok" | "warning" | "failed";
  detail: string;
  advice?: string | undefined;
}

export interface ReframeShot {
  /** Seconds. */
  start: number;
  /** Seconds. */
  end: number;
  /** `fill` shows a part as large as possible, `split` two of them on top of each other, `fit` the whole frame on a blurred background. */
  mode: "fill" | "fit" | "split";
  focus?: ReframeShotFocus | undefined;
  second?: ReframeShotSecond | undefined;
  /** How the centre moves, instead of `focus`: in a straight line from point to point. */
  path?: Array<ReframeShotPath> | undefined;
}

/** Centre of the part; of the upper one in `split`. Default: the centre of the picture. */
export interface ReframeShotFocus {
  /** From the left. */
  x: number;
  /** From the top. */
  y: number;
}

export interface ReframeShotPath {
  /** Seconds. */
  time: number;
  /** From the left. */
  x: number;
  /** From the top. */
  y: number;
}

/** Centre of the lower part in `split`. */
export interface ReframeShotSecond {
  /** From the left. */
  x: number;
  /** From the top. */
  y: number;
}

export interface RejectSocialPostRequest {
  /** What to change. */
  comment: string;
  /** Revision that was seen. Default: the current one. */
  revision?: number | undefined;
}

export interface RenameLibraryFolderRequest {
  /** Current name. */
  folder: string;
  /** New name. null removes the folder from all its resources. */
  name: string | null;
}

export interface RenameLibraryFolderResponse {
  /** Number of resources that were in the folder. */
  changed: number;
}

export interface RenderClipsRequest {
  /** Moments to make videos of. Moments that already have one are skipped. */
  ids: Array<string>;
}

export interface ReplaceBrandKitRequest {
  /** Name of the brand. */
  name?: string | undefined;
  /** Brand colors: the background first, then the accent. Local engines use them in designs. */
  colors?: Array<string> | undefined;
  /** URL of the logo, preferably a transparent PNG. Local engines show it instead of the name. */
  logoUrl?: string | undefined;
  fonts?: BrandKitFonts | undefined;
  captions?: BrandKitCaptions | undefined;
  voice?: BrandKitVoice | undefined;
}

/** `viewer` reads everything in its account; `editor` also generates, edits and plans; `publisher` also schedules posts, connects social accounts, and manages keys and webhooks; `manager` also invites and removes people of the account; `admin` has every scope in every account, and belongs to the owner account. `member` is the former name of `publisher`. */
export type Role = "viewer" | "editor" | "publisher" | "manager" | "admin" | "member";

export interface RotateWebhookSecretResponse {
  /** ID of the webhook (whk_…). */
  webhookId: string;
  url: string;
  events: Array<string>;
  description?: string | undefined;
  /** API version of the event data. */
  apiVersion: string;
  status: "enabled" | "disabled";
  /** Reason why the server disabled the webhook. */
  disabledReason?: string | undefined;
  /** Every attempt since this time has failed. Milliseconds since the epoch. */
  failingSince?: number | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Time of the last change. Milliseconds since the epoch. */
  updatedAt: number;
  /** Secret to verify signatures (whsec_…). Shown only once. */
  secret: string;
  /** Messages are also signed with the old secret until this time. Milliseconds since the epoch. */
  oldSecretUntil: number;
}

export interface SaveDraftRequest {
  /** Any JSON object, up to 256 KB. */
  content: Record<string, unknown>;
  /** Revision that you last read. */
  revision: number;
}

export interface ScrapeTiktok {
  scrapeId: string;
  /** Name of the source. */
  source: string;
  /** Number of videos in this response. */
  count: number;
  videos: Array<ScrapeTiktokVideo>;
}

export interface ScrapeTiktokRequest {
  /** Search text. In hashtag mode a tag, with or without the #. */
  query: string;
  /** keyword: videos with these words. hashtag: videos with a tag. search: the order of the app's search. */
  mode?: "keyword" | "hashtag" | "search" | undefined;
  /** Maximum number of videos. */
  limit?: number | undefined;
  /** Import the results into the viral library. */
  save?: boolean | undefined;
}

export interface ScrapeTiktokVideo {
  /** Id on the original platform. */
  id: string;
  url: string;
  /** Without the @. */
  author: string;
  /** The caption. */
  description: string;
  stats: ScrapeTiktokVideoStats;
  /** Seconds. */
  duration: number;
  /** Without the #. */
  hashtags: Array<string>;
  thumbnail?: string | undefined;
  /** URL of the file, usually temporary. For a sample: a short clip with its caption, rendered when it is first opened. */
  videoUrl?: string | undefined;
  soundName?: string | undefined;
  /** Time of publication, if the source reports it. Milliseconds since the epoch. */
  publishedAt?: number | undefined;
  /** True for sample videos, which were never posted. */
  sample?: boolean | undefined;
}

export interface ScrapeTiktokVideoStats {
  views: number;
  likes: number;
  comments: number;
  shares: number;
  saves: number;
}

/** Filters found in the query text. To drop one, search for `query` with the other filters as parameters and `interpret=false`. */
export interface SearchViralLibraryInterpreted {
  /** Remaining query that was searched for. */
  query: string;
  filters: Array<SearchViralLibraryInterpretedFilter>;
}

export interface SearchViralLibraryInterpretedFilter {
  parameter: "maxDuration" | "minViews" | "username" | "publishedAfter";
  value: number | string;
  /** Matching words of the query. */
  text: string;
}

export interface SearchViralLibraryMedia {
  media: SearchViralLibraryMediaMedia;
  /** Higher is more relevant. */
  score: number;
}

export interface SearchViralLibraryMediaMedia {
  /** ID of the video (vid_…), image (img_…), track (mus_…) or upload. */
  id: string;
  /** Type of the item. Uploaded videos are videos; an upload is any other file. */
  kind: "video" | "image" | "music" | "upload";
  source: "generated" | "upload";
  /** Title, otherwise the prompt or the name of an uploaded file. */
  title: string;
  /** URL of the file. For a video, its newest version. */
  url?: string | undefined;
  /** URL of a still, a cover or the image itself. */
  thumbnailUrl?: string | undefined;
  /** Seconds. */
  duration?: number | undefined;
  analysis?: SearchViralLibraryMediaMediaAnalysis | undefined;
  /** Time of creation. Milliseconds since the epoch. */
  createdAt: number;
}

/** Newest analysis of the video (POST /videos/analyze). */
export interface SearchViralLibraryMediaMediaAnalysis {
  hook: string;
  summary: string;
  tags: Array<string>;
}

export interface SearchViralLibraryResponse {
  results: Array<SearchViralLibraryResult>;
  /** Matching own media, with `library=media`. Then `results` is empty. */
  media?: Array<SearchViralLibraryMedia> | undefined;
  /** The executed query. */
  query: string;
  /** Number of results returned. */
  total: number;
  interpreted?: SearchViralLibraryInterpreted | undefined;
}

export interface SearchViralLibraryResult {
  video: ViralLibraryVideo;
  /** Higher is more relevant. */
  score: number;
}

export interface SetPersonWorkspaceRequest {
  role: Role;
}

export interface SetSocialAccountSlotsRequest {
  /** IANA time zone of the slots. */
  timezone: string;
  /** Weekly times at which the account posts. */
  slots: Array<SocialAccountSlot>;
}

export interface SetSocialApprovalRequest {
  /** Who needs an approval to schedule and publish posts. off: nobody. editors: callers without the scope social:approve. everyone: all, including those who may approve. */
  requireApproval: "off" | "editors" | "everyone";
}

export interface SetSocialGroupRequest {
  /** Social accounts of the group. A social account can be in several groups. */
  accountIds: Array<string>;
}

export interface SetSocialSnippetRequest {
  /** hashtags: a set of them. caption: a text to start from. */
  kind: "hashtags" | "caption";
  /** The text. Hashtags are separated by spaces. */
  text: string;
}

export interface Setting {
  module: string;
  title: string;
  description?: string | undefined;
  /** URL of the vendor's page for creating keys. */
  keysAt?: string | undefined;
  /** Slots that the plug-in's engines fill once it is configured. */
  fills: Array<string>;
  /** True if the server must be restarted to use the new values. */
  restartNeeded: boolean;
  settings: Array<SettingsModuleSetting>;
  /** Results of checking the module's engines with the new values. */
  checks: Array<ReadyFinding>;
}

export interface Settings {
  modules: Array<SettingsModule>;
}

export interface SettingsModule {
  module: string;
  title: string;
  description?: string | undefined;
  /** URL of the vendor's page for creating keys. */
  keysAt?: string | undefined;
  /** Slots that the plug-in's engines fill once it is configured. */
  fills: Array<string>;
  /** True if the server must be restarted to use the new values. */
  restartNeeded: boolean;
  settings: Array<SettingsModuleSetting>;
}

export interface SettingsModuleSetting {
  name: string;
  description: string;
  type: "string" | "number" | "boolean";
  secret: boolean;
  /** Source of the value. The environment and the file take precedence over values set here. */
  source: "environment" | "file" | "dashboard" | "default";
  /** Environment variable that also sets this value. */
  variable?: string | undefined;
  stored?: SettingsModuleSettingStored | undefined;
}

/** Present if a value is set here. The value itself is never returned. */
export interface SettingsModuleSettingStored {
  /** Last four characters of the value. */
  hint?: string | undefined;
  setBy: SettingsModuleSettingStoredSetBy;
  /** Time at which the value was set. Milliseconds since the epoch. */
  setAt: number;
}

export interface SettingsModuleSettingStoredSetBy {
  type: string;
  id?: string | undefined;
  name?: string | undefined;
}

export interface SocialAccount {
  accountId: string;
  /** Such as tiktok. GET /social/platforms lists all. */
  platform: string;
  username: string;
  displayName?: string | undefined;
  profileUrl?: string | undefined;
  avatarUrl?: string | undefined;
  /** expired: reconnect the account, with POST /social/accounts/connect or at the scheduling provider. disconnected: the provider no longer lists it. */
  status: "active" | "expired" | "disconnected";
  /** Provider of the connection: the platform itself, such as youtube, or a scheduling provider, such as zernio. */
  provider: string;
  /** Time when the account was first listed. Milliseconds since the epoch. */
  connectedAt: number;
  /** Time when the provider last listed the account. Milliseconds since the epoch. */
  lastSyncedAt: number;
}

export interface SocialAccountBestTimes {
  /** own: the account's own results. general: a common default, because there are too few results. */
  basis: "own" | "general";
  /** Number of the account's posts with metrics. */
  posts: number;
  /** Number of posts required for the account's own results to count. */
  neededPosts: number;
  /** Time zone of the times: the one of the account's slots, or UTC. */
  timezone: string;
  /** Best times first. */
  times: Array<SocialAccountBestTimesTime>;
}

export interface SocialAccountBestTimesTime {
  weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
  hour: number;
  /** Number of posts behind this time. */
  posts: number;
  /** Median views of these posts. */
  medianViews?: number | undefined;
}

export interface SocialAccountConnect {
  /** URL to open in a browser. The person who grants access there connects their account to yours. */
  authorizeUrl: string;
  /** Expiry of the link. It works once. Milliseconds since the epoch. */
  expiresAt: number;
}

export interface SocialAccountCreatorInfo {
  accountId: string;
  username: string;
  /** Name of the creator on TikTok, or of the account. */
  nickname: string;
  avatarUrl?: string | undefined;
  /** False if the creator's settings could not be read. Then all options are listed, and TikTok checks them when the post is published. */
  isKnown: boolean;
  /** Values of tiktokPrivacyLevel that this account allows. There is no default; the user must choose. */
  privacyLevels: Array<"SELF_ONLY" | "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR">;
  interactions: SocialAccountCreatorInfoInteractions;
  /** False if the daily limit is reached. */
  canPostMore: boolean;
  /** Maximum length of a video, in seconds. */
  maxVideoSeconds?: number | undefined;
}

/** Interactions that the creator's own settings permit. A post can't allow more. */
export interface SocialAccountCreatorInfoInteractions {
  comment: boolean;
  duet: boolean;
  stitch: boolean;
}

export interface SocialAccountList {
  accounts: Array<SocialAccount>;
}

export interface SocialAccountSlot {
  /** Day of the week. */
  weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
  /** Time of the day, HH:MM. */
  time: string;
}

export interface SocialAccountSlotList {
  /** IANA time zone of the slots. */
  timezone: string;
  /** Weekly times at which the account posts. */
  slots: Array<SocialAccountSlot>;
}

export interface SocialAnalytics {
  /** At most 1000 groups. Days, weekdays, hours and lengths are in order, others are sorted by views. */
  groups: Array<SocialAnalyticsGroup>;
  total: SocialAnalyticsTotal;
  /** True if the sandbox has simulated some of the metrics. */
  simulated: boolean;
}

export interface SocialAnalyticsGroup {
  /** Day (2026-12-24), weekday (monday), hour (00 to 23), accountId, platform, postId, hook (pov, list, comparison, warning, question, how-to, test, process, story, statement, unknown) or length in seconds (0-15, 15-30, 30-60, 60-180, 180+, unknown). */
  key: string;
  /** Username of the account, or title or caption of the post. */
  label?: string | undefined;
  /** Posts with metrics. A post on several accounts counts once. */
  posts: number;
  views: number;
  likes: number;
  comments: number;
  shares: number;
  saves: number;
  watchSeconds: number;
  /** Median views of these posts. Absent without views. */
  medianViews?: number | undefined;
}

export interface SocialAnalyticsTotal {
  /** Posts with metrics. A post on several accounts counts once. */
  posts: number;
  views: number;
  likes: number;
  comments: number;
  shares: number;
  saves: number;
  watchSeconds: number;
  /** Median views of these posts. Absent without views. */
  medianViews?: number | undefined;
}

export interface SocialApproval {
  /** Who needs an approval to schedule and publish posts. off: nobody. editors: callers without the scope social:approve. everyone: all, including those who may approve. */
  requireApproval: "off" | "editors" | "everyone";
}

export interface SocialCalendar {
  /** Days in order. Days without posts are left out. */
  days: Array<SocialCalendarDay>;
  /** Number of posts on all days. */
  total: number;
}

export interface SocialCalendarDay {
  /** Day in `timezone`, such as 2026-12-24. */
  date: string;
  /** Number of posts on this day. */
  total: number;
  /** First posts of the day, in order of time. */
  posts: Array<SocialPost>;
}

export interface SocialGroup {
  name: string;
  /** Social accounts in the order they were given. */
  accountIds: Array<string>;
}

export interface SocialGroupList {
  /** Groups by name. */
  groups: Array<SocialGroup>;
}

export interface SocialPlatform {
  /** Name in accounts, posts and overrides. */
  platform: string;
  /** Provider of the accounts that these rules are for. */
  provider: string;
  /** Display name. */
  title: string;
  /** data:image/svg+xml URL. */
  icon?: string | undefined;
  media: SocialPlatformMedia;
  /** Limits of the caption. */
  text: Array<SocialPlatformText>;
  /** Settings of a post. */
  fields: Array<SocialPlatformField>;
}

export interface SocialPlatformField {
  /** Place in the body of POST /social/posts. */
  field: string;
  title: string;
  description?: string | undefined;
  /** JSON schema of the value. */
  schema: Record<string, unknown>;
  /** True if a post without it can't be scheduled. */
  required: boolean;
  /** If one of these fields is set, this one is not required. */
  unless: Array<string>;
}

export interface SocialPlatformList {
  platforms: Array<SocialPlatform>;
}

/** Maximum number of images and videos in a post. */
export interface SocialPlatformMedia {
  /** True if a post may be text only. */
  optional: boolean;
  images: number;
  videos: number;
  /** Maximum number of images and videos together. If absent, a post has either images or videos. */
  mixed?: number | undefined;
  /** Content types of images. Empty if images are not supported. */
  imageTypes: Array<string>;
  /** Maximum size of an image, in bytes. */
  maxImageBytes?: number | undefined;
  /** Maximum length of the longer side of an image, in pixels. */
  maxImagePixels?: number | undefined;
  imageRatio?: SocialPlatformMediaImageRatio | undefined;
}

/** Aspect ratio of an image: width divided by height. */
export interface SocialPlatformMediaImageRatio {
  min: number;
  max: number;
}

export interface SocialPlatformText {
  max: number;
  unit: "characters" | "utf16" | "bytes" | "hashtags" | "mentions";
}

export interface SocialPost {
  postId: string;
  platforms: Array<string>;
  /** needs_approval: not published before somebody approves it. partial: some targets are published, others failed or are unconfirmed. See targets. */
  status: "draft" | "needs_approval" | "scheduled" | "publishing" | "published" | "partial" | "failed" | "cancelled";
  approval: SocialPostApproval;
  /** Planned time of publication. Milliseconds since the epoch. */
  scheduledFor?: number | undefined;
  timezone: string;
  content: string;
  title?: string | undefined;
  /** Absent for a post with images or text only. See media. */
  videoUrl?: string | undefined;
  videoId?: string | undefined;
  /** Images and videos in order. Empty for a post that is text only. Absent for a post that is one video. */
  media?: Array<SocialPostMedia> | undefined;
  accountIds: Array<string>;
  publishToInbox: boolean;
  tiktokPrivacyLevel?: string | undefined;
  tiktokCommercialContentType?: string | undefined;
  tiktokAllowComment?: boolean | undefined;
  tiktokAllowDuet?: boolean | undefined;
  tiktokAllowStitch?: boolean | undefined;
  tiktokMadeWithAi?: boolean | undefined;
  aiGenerated?: boolean | undefined;
  overrides?: SocialPostOverrides | undefined;
  targets: Array<SocialPostTarget>;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Time of the last change to the post or one of its targets. Milliseconds since the epoch. */
  updatedAt: number;
  /** Time when the first target was published. Milliseconds since the epoch. */
  publishedAt?: number | undefined;
}

/** Whether the post may be published. */
export interface SocialPostApproval {
  /** none: no approval was needed or requested. pending: waiting for a decision. rejected: the post is a draft again. */
  state: "none" | "pending" | "approved" | "rejected";
  /** Counts the changes of text, media, settings and targets. A decision names it. A change of the time alone does not count. */
  revision: number;
  /** Email address of the person, or name of the key. */
  requestedBy?: string | undefined;
  /** Time of the request. Milliseconds since the epoch. */
  requestedAt?: number | undefined;
  /** True if the scheduled time has passed without a decision. */
  overdue: boolean;
  /** The latest 20 decisions, oldest first. */
  decisions: Array<SocialPostApprovalDecision>;
}

export interface SocialPostApprovalDecision {
  /** Email address of the person, name of the key, or the name that was typed on the review page. */
  by: string;
  /** How: signed in (person), with an API key, or through a review link. */
  via: "person" | "key" | "link";
  /** The decision. */
  decision: "approved" | "rejected";
  /** Reason, or requested changes. */
  comment?: string | undefined;
  /** Revision that was seen. */
  revision: number;
  /** Time of the decision. Milliseconds since the epoch. */
  at: number;
}

export interface SocialPostBulk {
  /** Number of created posts. */
  created: number;
  /** Number of posts that were not created. */
  failed: number;
  /** One result per post, in the order of the request. */
  results: Array<SocialPostBulkResult>;
}

export interface SocialPostBulkResult {
  /** Position in the request, from 0. */
  index: number;
  post?: SocialPost | undefined;
  error?: SocialPostBulkResultError | undefined;
}

export interface SocialPostBulkResultError {
  status: number;
  /** Kind of the error, such as conflict. */
  type: string;
  detail: string;
  /** ID of the post that already has this content. */
  existingPostId?: string | undefined;
}

export interface SocialPostComment {
  commentId: string;
  postId: string;
  text: string;
  /** Who can read it. */
  visibility: "team" | "client";
  /** Email address of the person, name of the key, or the name that was typed on the review page. */
  by: string;
  /** How: signed in (person), with an API key, or through a review link. */
  via: "person" | "key" | "link";
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
}

export interface SocialPostCommentList {
  comments: Array<SocialPostComment>;
  pagination: Pagination;
}

export interface SocialPostList {
  posts: Array<SocialPost>;
  pagination: Pagination;
}

export interface SocialPostMedia {
  type: "image" | "video";
  url: string;
  imageId?: string | undefined;
  videoId?: string | undefined;
  altText?: string | undefined;
}

export interface SocialPostMetrics {
  targets: Array<SocialPostMetricsTarget>;
  /** All snapshots, oldest first: after 1 and 6 hours, and 1, 3, 7 and 30 days. */
  history: Array<SocialPostMetricsHistory>;
}

export interface SocialPostMetricsHistory {
  accountId: string;
  /** Such as tiktok. GET /social/platforms lists all. */
  platform: string;
  /** Views. */
  views?: number | undefined;
  /** Likes. */
  likes?: number | undefined;
  /** Comments. */
  comments?: number | undefined;
  /** Shares. */
  shares?: number | undefined;
  /** Saves. */
  saves?: number | undefined;
  /** Total watch time, in seconds. */
  watchSeconds?: number | undefined;
  /** Time of these metrics. Milliseconds since the epoch. */
  measuredAt: number;
  /** True if the sandbox has simulated the metrics. */
  simulated?: boolean | undefined;
}

export interface SocialPostMetricsTarget {
  accountId: string;
  /** Such as tiktok. GET /social/platforms lists all. */
  platform: string;
  /** pending: not read yet. unsupported: the provider reports no metrics. */
  metrics: "available" | "pending" | "unsupported";
  /** Views. */
  views?: number | undefined;
  /** Likes. */
  likes?: number | undefined;
  /** Comments. */
  comments?: number | undefined;
  /** Shares. */
  shares?: number | undefined;
  /** Saves. */
  saves?: number | undefined;
  /** Total watch time, in seconds. */
  watchSeconds?: number | undefined;
  /** Time of the newest metrics. Milliseconds since the epoch. */
  measuredAt?: number | undefined;
  /** True if the sandbox has simulated the metrics. */
  simulated?: boolean | undefined;
}

/** Text and settings for one platform only, by its name, or for one account, by its accountId. Settings of an account take precedence over those of its platform, and missing fields are taken from the post. GET /social/platforms lists the settings of each platform. */
export interface SocialPostOverrides {
  tiktok?: SocialPostOverridesTiktok | undefined;
  instagram?: SocialPostOverridesInstagram | undefined;
  youtube?: SocialPostOverridesYoutube | undefined;
}

export interface SocialPostOverridesInstagram {
  /** Caption on this platform. */
  content?: string | undefined;
  /** Also show the reel in the feed. Default: true. */
  shareToFeed?: boolean | undefined;
  /** Usernames to invite as collaborators. */
  collaborators?: Array<string> | undefined;
  /** Frame of the cover, in milliseconds from the start. */
  thumbOffset?: number | undefined;
}

export interface SocialPostOverridesTiktok {
  /** Caption on this platform. */
  content?: string | undefined;
}

export interface SocialPostOverridesYoutube {
  /** Title on YouTube. */
  title?: string | undefined;
  /** Description on YouTube, at most 5000 bytes in UTF-8. */
  content?: string | undefined;
  /** Tags, at most 500 characters in total. */
  tags?: Array<string> | undefined;
  /** Declare the video as made for children. */
  madeForKids?: boolean | undefined;
  /** Who can see the video. Default: public. */
  visibility?: "public" | "unlisted" | "private" | undefined;
  /** URL of a JPEG or PNG of at most 50 MB. The channel must be verified by phone. */
  thumbnailUrl?: string | undefined;
}

export interface SocialPostTarget {
  accountId: string;
  /** Such as tiktok. GET /social/platforms lists all. */
  platform: string;
  /** unconfirmed: the outcome of the call is unknown. It is not repeated. Vireo checks with the provider, and errorMessage reports if that fails. */
  status: "pending" | "publishing" | "in_inbox" | "published" | "failed" | "unconfirmed" | "cancelled";
  /** Time of publication, if a limit or an error delays it. Milliseconds since the epoch. */
  delayedUntil?: number | undefined;
  /** Reason for the delay. */
  delayReason?: string | undefined;
  /** ID of the post on the platform. */
  platformPostId?: string | undefined;
  /** URL of the post on the platform. */
  platformPostUrl?: string | undefined;
  /** Time of publication. Milliseconds since the epoch. */
  publishedAt?: number | undefined;
  /** Machine-readable reason: auth_expired, account_issue, user_content, media_unavailable, platform_rejected, platform_error, platform_rate_limit, quota_exhausted, provider_unavailable, missed. */
  errorCategory?: string | undefined;
  /** Human-readable reason for a failed or unconfirmed target. */
  errorMessage?: string | undefined;
  /** Note about a published target, such as a visibility that the platform has restricted. */
  notice?: string | undefined;
}

export interface SocialReview {
  reviewId: string;
  /** revoked: also if the person or key that created it no longer has the rights for it. */
  status: "active" | "expired" | "revoked";
  postIds: Array<string>;
  /** Month of the report that was sent instead of posts. */
  reportMonth?: string | undefined;
  reviewers: Array<SocialReviewReviewer>;
  canDecide: boolean;
  hasPasscode: boolean;
  /** Email address of the person, or name of the key. */
  createdBy: string;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Expiry of the links. Milliseconds since the epoch. */
  expiresAt: number;
}

export interface SocialReviewLink {
  reviewerId: string;
  /** Link of this reviewer. */
  url: string;
}

export interface SocialReviewList {
  reviews: Array<SocialReview>;
  pagination: Pagination;
}

export interface SocialReviewReviewer {
  reviewerId: string;
  name: string;
  email: string;
  /** Time when the page was first opened. Milliseconds since the epoch. */
  openedAt?: number | undefined;
  /** Time when this link was revoked. Milliseconds since the epoch. */
  revokedAt?: number | undefined;
  decisions: Array<SocialReviewReviewerDecision>;
}

/** Decision through this link. */
export interface SocialReviewReviewerDecision {
  postId: string;
  /** Email address of the person, name of the key, or the name that was typed on the review page. */
  by: string;
  /** How: signed in (person), with an API key, or through a review link. */
  via: "person" | "key" | "link";
  /** The decision. */
  decision: "approved" | "rejected";
  /** Reason, or requested changes. */
  comment?: string | undefined;
  /** Revision that was seen. */
  revision: number;
  /** Time of the decision. Milliseconds since the epoch. */
  at: number;
}

export interface SocialSnippet {
  name: string;
  kind: "hashtags" | "caption";
  text: string;
}

export interface SocialSnippetList {
  /** Snippets by name. */
  snippets: Array<SocialSnippet>;
}

export interface Style {
  /** ID of the style (sty_…). */
  id: string;
  /** Display name. */
  name: string;
  /** Visual look. */
  description?: string | undefined;
  /** Template for prompts. `{prompt}` is replaced by the prompt; without it, the template is appended. */
  promptTemplate?: string | undefined;
  /** Brand colors: the background first, then the accent. Local engines use them in designs. */
  colors: Array<string>;
  /** URL of the logo, preferably a transparent PNG. Local engines show it instead of the name. */
  logoUrl?: string | undefined;
  /** False for built-in resources. */
  isCustom: boolean;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Time of the last change. Milliseconds since the epoch. */
  updatedAt: number;
}

export interface StyleList {
  styles: Array<Style>;
  pagination: Pagination;
}

export interface SyncSocialAccountsResponse {
  /** False if no scheduling provider is configured. */
  success: boolean;
}

export interface Template {
  /** ID of the template (tpl_…). */
  templateId: string;
  name: string;
  description?: string | undefined;
  /** `video` for POST /videos/generate, `image` for POST /images/generate, `render` for layers of a video. */
  kind: "video" | "image" | "render";
  /** Only `own` templates can be changed and deleted. */
  source: "own" | "built-in" | "plug-in";
  /** Number of the version. */
  version: number;
  /** URL of a preview image of its example. */
  previewUrl?: string | undefined;
  /** Time at which your own template was created. Milliseconds since the epoch. */
  createdAt?: number | undefined;
  /** Time at which its newest version was created. Milliseconds since the epoch. */
  updatedAt?: number | undefined;
  fields: Array<TemplateField>;
  /** Body of the request, with `{{name}}` in its texts. A text that is only a placeholder takes the type of its value. At most 64 KB as JSON. */
  body: Record<string, unknown>;
}

export interface TemplateField {
  /** Letters and digits, starting with a lower-case letter. Written as `{{name}}` in the body. */
  name: string;
  /** `text` is one line, `longText` several. `image`, `video` and `audio` are URLs of files. `price` and `url` are shown as they are written. */
  type: "text" | "longText" | "image" | "video" | "audio" | "color" | "number" | "price" | "url" | "boolean" | "choice";
  /** Name in forms. Default: the name. */
  label?: string | undefined;
  /** True if the field cannot be hidden. It then needs a value, unless it has a default. Default false. */
  required?: boolean | undefined;
  /** Value for requests that send none. If there is no default, the field is hidden. */
  default?: string | number | boolean | undefined;
  /** Maximum length of a text, in characters. */
  maxLength?: number | undefined;
  /** Sample value. */
  example?: string | number | boolean | undefined;
  /** Values of a `choice`. */
  options?: Array<string> | undefined;
}

export interface TemplateList {
  templates: Array<TemplateSummary>;
  pagination: Pagination;
}

export interface TemplateSummary {
  /** ID of the template (tpl_…). */
  templateId: string;
  name: string;
  description?: string | undefined;
  /** `video` for POST /videos/generate, `image` for POST /images/generate, `render` for layers of a video. */
  kind: "video" | "image" | "render";
  /** Only `own` templates can be changed and deleted. */
  source: "own" | "built-in" | "plug-in";
  /** Number of the version. */
  version: number;
  /** URL of a preview image of its example. */
  previewUrl?: string | undefined;
  /** Time at which your own template was created. Milliseconds since the epoch. */
  createdAt?: number | undefined;
  /** Time at which its newest version was created. Milliseconds since the epoch. */
  updatedAt?: number | undefined;
}

/** Values of a template's fields, by name. Without a value, a field has its default; null hides what shows it. */
export interface TemplateValues {
  [name: string]: string | number | boolean | null;
}

export interface TestWebhookRequest {
  /** Event type whose sample is sent. Default: a webhook.test message. */
  type?:
    | "credits.low"
    | "backup.completed"
    | "backup.failed"
    | "video.completed"
    | "video.failed"
    | "video.edited"
    | "video.edit_failed"
    | "clips.completed"
    | "clips.failed"
    | "image.completed"
    | "image.failed"
    | "music.completed"
    | "music.failed"
    | "post.scheduled"
    | "post.published"
    | "post.partial"
    | "post.failed"
    | "post.needs_approval"
    | "post.approved"
    | "post.rejected"
    | "post.approval_overdue"
    | "post.commented"
    | "post.cancelled"
    | "account.connected"
    | "account.disconnected"
    | "analysis.completed"
    | "analysis.failed"
    | "plan.completed"
    | "plan.produced"
    | "plan.failed"
    | undefined;
}

export interface Track {
  /** ID of the track (mus_…). */
  musicId: string;
  status: GenerationStatus;
  /** Requested model. */
  model: string;
  /** Engine that made it. */
  engine: string;
  prompt: string;
  /** Progress in percent. */
  progress: number;
  creditsUsed: number;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
  /** Time at which it completed or failed. Milliseconds since the epoch. */
  completedAt?: number | undefined;
  /** Machine-readable reason for the failure. */
  failCode?: string | undefined;
  /** Human-readable reason for the failure. */
  failMessage?: string | undefined;
  /** Title in the library. */
  title?: string | undefined;
  /** Absent if there are none. */
  tags?: Array<string> | undefined;
  /** Folder in the library. */
  folder?: string | undefined;
  /** Download URL, once completed. */
  audioUrl?: string | undefined;
  albumArtUrl?: string | undefined;
  /** URL of a thumbnail of the album art, available some seconds after the track is completed. */
  thumbnailUrl?: string | undefined;
  /** URL of a second take, if the engine made two. */
  alternateAudioUrl?: string | undefined;
  /** Seconds. */
  duration?: number | undefined;
}

export interface Unavailable {
  engine: string;
  message: string;
}

export interface UpdateAccountRequest {
  name?: string | undefined;
  /** Maximum number of queued and running jobs. Defaults to `quotas.concurrentJobs`. */
  concurrentJobs?: number | null | undefined;
  /** Maximum total size of stored files, in bytes. Defaults to `quotas.storageBytes`. */
  storageBytes?: number | null | undefined;
  /** Maximum number of valid API keys. Defaults to `quotas.keys`. */
  keys?: number | null | undefined;
}

export interface UpdateCharacterRequest {
  /** Display name. */
  name?: string | undefined;
  /** Appearance and manner. */
  description?: string | undefined;
  /** URLs of reference images. */
  imageUrls?: Array<string> | undefined;
  /** Voice ID of the speech engine. `voice` also names the engine. */
  voiceId?: string | undefined;
  voice?: CreateCharacterVoice | undefined;
  avatar?: CreateCharacterAvatar | undefined;
}

export interface UpdateContentPlanItem {
  /** Day of the plan. Each day keeps its number of posts. */
  day: number;
  /** One of the plan's platforms. */
  platform: "tiktok" | "instagram" | "youtube";
  /** Short title, also used on YouTube. */
  title: string;
  /** First words spoken or shown. */
  hook: string;
  /** Subject of the video. */
  concept: string;
  /** Spoken text and shots. */
  script: string;
  /** Shots in the order of the video. */
  shots: Array<string>;
  /** Caption of the post, without hashtags. */
  caption: string;
  /** Without the #. */
  hashtags: Array<string>;
  /** Call to action. */
  cta: string;
  /** Videos of the viral library that the plan is based on. */
  inspiredBy: Array<string>;
}

export interface UpdateContentPlanRequest {
  /** All items. They replace the existing ones. */
  items: Array<UpdateContentPlanItem>;
}

export interface UpdateImageRequest {
  /** Title in the library. null removes it. */
  title?: string | null | undefined;
  /** Replaces all tags. */
  tags?: Array<string> | undefined;
  /** Folder to move the resource to; created if it does not exist. null removes it from its folder. */
  folder?: string | null | undefined;
}

export interface UpdateInspoRequest {
  /** Display name. */
  name?: string | undefined;
  /** Purpose of the research. */
  description?: string | undefined;
  /** Niche or market. */
  niche?: string | undefined;
  /** Brand name. */
  brand?: string | undefined;
}

export interface UpdateKeyRequest {
  name?: string | undefined;
  /** Scopes of the key, or groups such as `media:*`. */
  scopes?: Array<KeyScope> | undefined;
  /** API version that the key is pinned to. */
  apiVersion?: "2026-03-06" | "2025-11-10" | null | undefined;
  /** Expiry of the key, in milliseconds since the epoch. */
  expiresAt?: number | null | undefined;
}

export interface UpdateMessagingRequest {
  /** Display name. */
  name?: string | undefined;
  /** The brand or positioning text. */
  body?: string | undefined;
}

export interface UpdateMusicRequest {
  /** Title in the library. null removes it. */
  title?: string | null | undefined;
  /** Replaces all tags. */
  tags?: Array<string> | undefined;
  /** Folder to move the resource to; created if it does not exist. null removes it from its folder. */
  folder?: string | null | undefined;
}

export interface UpdateNotificationsRequest {
  /** Kind of notification. */
  kind: "post.failed" | "account.expired" | "credits.low" | "backup.failed" | "approvals";
  /** True if the person gets mail of this kind. */
  enabled: boolean;
}

export interface UpdatePersonRequest {
  name?: string | undefined;
  role?: Role | undefined;
}

export interface UpdatePersonResponse {
  personId: string;
  accountId: string;
  name: string;
  email: string;
  /** Role in `accountId`. */
  role: string;
  /** Accounts that the person belongs to, as far as you may see them. */
  workspaces: Array<PersonWorkspace>;
  signIn: PersonSignIn;
  /** Time at which the person joined the account. Milliseconds since the epoch. */
  createdAt: number;
  /** Last change. Milliseconds since the epoch. */
  updatedAt: number;
  /** Keys revoked by this change. */
  revokedKeys: Array<PersonCreatedKey>;
}

export interface UpdatePersonaRequest {
  /** Display name. */
  name?: string | undefined;
  /** Description of the speaker, the audience and the tone. */
  description?: string | undefined;
}

export interface UpdateProductRequest {
  /** Display name. */
  name?: string | undefined;
  /** Description of the product and its benefits. */
  description?: string | undefined;
  /** URLs of product images. */
  photos?: Array<string> | undefined;
  /** ID of a message (`msg_…`) or the text itself. */
  messaging?: string | undefined;
  /** Brand colors: the background first, then the accent. Local engines use them in designs. */
  colors?: Array<string> | undefined;
  /** URL of the logo, preferably a transparent PNG. Local engines show it instead of the name. */
  logoUrl?: string | undefined;
}

export interface UpdateSettingsRequest {
  /** Values by name. `null` removes one. */
  values: Record<string, string | number | boolean | null>;
}

export interface UpdateSocialPostRequest {
  /** URL of the video. Default: the newest version of videoId, if there is one. */
  videoUrl?: string | undefined;
  /** IDs of connected accounts, from GET /social/accounts. */
  accountIds?: Array<string> | undefined;
  /** Schedules a draft, or turns a scheduled post into a draft. */
  mode?: "schedule" | "draft" | undefined;
  /** Time to publish, at most a year ahead. Required in mode schedule. Milliseconds since the epoch. */
  scheduledFor?: number | undefined;
  /** IANA time zone for display. It does not affect scheduledFor. */
  timezone?: string | undefined;
  /** Caption. TikTok accepts 2200 UTF-16 units, Instagram 30 hashtags and 20 mentions, YouTube 5000 bytes. */
  content?: string | undefined;
  /** Title, on platforms that have one (YouTube). */
  title?: string | undefined;
  /** ID of a generated video of this account (vid_…). */
  videoId?: string | undefined;
  /** Images and videos in order, instead of videoUrl and videoId; each has one of these fields. Empty for a post that is text only. GET /social/platforms lists what each platform accepts. */
  media?: Array<CreateSocialPostMedia> | undefined;
  /** Send to the creator's TikTok inbox, where they finish it in the app. Works in modes now and draft. TikTok then ignores all settings, including the AI label. */
  publishToInbox?: boolean | undefined;
  /** Label the video as made with AI on TikTok, Instagram and YouTube, if the provider supports it. */
  aiGenerated?: boolean | undefined;
  /** Who can see the post on TikTok, which requires it. */
  tiktokPrivacyLevel?: "SELF_ONLY" | "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | undefined;
  /** Commercial content: none, the creator's own brand, or another brand. brand_content can't be SELF_ONLY. */
  tiktokCommercialContentType?: "none" | "brand_organic" | "brand_content" | undefined;
  /** Allow comments on TikTok. */
  tiktokAllowComment?: boolean | undefined;
  /** Allow duets on TikTok. */
  tiktokAllowDuet?: boolean | undefined;
  /** Allow stitches on TikTok. */
  tiktokAllowStitch?: boolean | undefined;
  /** Alias of aiGenerated. */
  tiktokMadeWithAi?: boolean | undefined;
  overrides?: SocialPostOverrides | undefined;
  /** Allow a duplicate of a post for the same account within 24 hours. */
  allowDuplicate?: boolean | undefined;
}

export interface UpdateStyleRequest {
  /** Display name. */
  name?: string | undefined;
  /** Visual look. */
  description?: string | undefined;
  /** Template for prompts. `{prompt}` is replaced by the prompt; without it, the template is appended. */
  promptTemplate?: string | undefined;
  /** Brand colors: the background first, then the accent. Local engines use them in designs. */
  colors?: Array<string> | undefined;
  /** URL of the logo, preferably a transparent PNG. Local engines show it instead of the name. */
  logoUrl?: string | undefined;
}

export interface UpdateUploadRequest {
  /** Display name. */
  fileName?: string | undefined;
  /** Replaces all tags. */
  tags?: Array<string> | undefined;
}

export interface UpdateVideoRequest {
  /** Title in the library. null removes it. */
  title?: string | null | undefined;
  /** Replaces all tags. */
  tags?: Array<string> | undefined;
  /** Folder to move the resource to; created if it does not exist. null removes it from its folder. */
  folder?: string | null | undefined;
}

export interface UpdateWebhookRequest {
  /** URL that receives the messages. It must be public. */
  url?: string | undefined;
  /** Event types, all types of one subject (`video.*`), or all types (`*`). */
  events?: Array<WebhookEventPattern> | undefined;
  /** Your own note on the webhook. */
  description?: string | undefined;
  /** API version of the event data. Default: the latest. */
  apiVersion?: "2026-03-06" | "2025-11-10" | undefined;
  /** Disabling fails pending deliveries; enabling resets the failure count. */
  status?: "enabled" | "disabled" | undefined;
}

export interface UpdateWorkspaceRequest {
  name?: string | undefined;
  /** Color that marks the account in the dashboard, such as `#0f766e`. */
  color?: string | null | undefined;
  /** Small square image that marks the account in the dashboard, as a data URL of WebP, JPEG or PNG. */
  picture?: string | null | undefined;
}

export interface Upload {
  uploadId: string;
  /** `pending` until the file is received, then `stored`. */
  status: string;
  /** URL of the file, available once it is stored. */
  url: string;
  /** URL of a thumbnail of an image, available some seconds after it is stored. */
  thumbnailUrl?: string | undefined;
  /** URL for the PUT of the file, while pending. Needs no API key. */
  uploadUrl?: string | undefined;
  /** PUT */
  method?: string | undefined;
  /** When `uploadUrl` expires. Milliseconds since the epoch. */
  expiresAt?: number | undefined;
  /** Bytes received so far, in the response to a part of a file. Continue from there. */
  received?: number | undefined;
  fileName?: string | undefined;
  /** Absent if there are none. */
  tags?: Array<string> | undefined;
  contentType: string;
  /** Bytes. */
  size: number;
  /** video, image or audio */
  kind?: string | undefined;
  /** Seconds. */
  duration?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** ID of the video created from an uploaded video. See GET /videos/{videoId}. */
  videoId?: string | undefined;
  /** Time at which the upload was created. Milliseconds since the epoch. */
  createdAt: number;
}

export interface UploadList {
  uploads: Array<Upload>;
  pagination: Pagination;
}

export interface UploadTag {
  name: string;
  /** Number of uploads with this tag. */
  count: number;
}

export interface UploadTagList {
  /** By name, at most 500. */
  tags: Array<UploadTag>;
}

export interface UploadVideo {
  /** ID of a stored upload of this account. */
  uploadId?: string | undefined;
  /** Alternative to the upload: URL of a video, which is copied. */
  url?: string | undefined;
  /** Title, shown as its prompt. Default: the name of the file. */
  title?: string | undefined;
}

export interface Usage {
  concurrentJobs: UsageConcurrentJobs;
  storageBytes: UsageStorageBytes;
  keys: UsageKeys;
}

/** Queued and running jobs. */
export interface UsageConcurrentJobs {
  used: number;
  limit: number;
}

/** Number of valid API keys. */
export interface UsageKeys {
  used: number;
  limit: number;
}

/** Total size of stored files, in bytes. */
export interface UsageStorageBytes {
  used: number;
  limit: number;
}

export interface Version {
  version: string;
  summary: string;
  latest: boolean;
}

export interface VersionList {
  versions: Array<Version>;
  latest: string;
}

export interface Video {
  /** vid_ prefixed */
  videoId: string;
  /** `generated` by a model, an `upload`, or a `clip` of a long video. */
  source: "generated" | "upload" | "clip";
  clipOf?: VideoClipOf | undefined;
  status: GenerationStatus;
  /** Requested model. */
  model: string;
  /** Engine that made it. */
  engine: string;
  prompt: string;
  /** Progress in percent. */
  progress: number;
  creditsUsed: number;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
  /** Time at which it completed or failed. Milliseconds since the epoch. */
  completedAt?: number | undefined;
  /** Machine-readable reason for the failure. */
  failCode?: string | undefined;
  /** Human-readable reason for the failure. */
  failMessage?: string | undefined;
  /** Title in the library. */
  title?: string | undefined;
  /** Absent if there are none. */
  tags?: Array<string> | undefined;
  /** Folder in the library. */
  folder?: string | undefined;
  /** Template that it was made from. */
  templateId?: string | undefined;
  templateVersion?: number | undefined;
  /** URL of the newest version, once completed. */
  url?: string | undefined;
  /** While the video is processing: URL of a version with the same timing, if there is one. It may have a low resolution, and is removed when the render ends. */
  previewUrl?: string | undefined;
  /** URL of a still of the original. If the engine shows one while the video is processing, its URL changes at the end. For an upload, it is added some seconds after the file is stored. */
  posterUrl?: string | undefined;
  /** URL of a thumbnail of the newest version. May be added some seconds later. */
  thumbnailUrl?: string | undefined;
  /** Length of the newest version in seconds. */
  duration?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  aspectRatio?: string | undefined;
  /** Scenes of the video, for models that render scenes. */
  scenes?: Array<VideoScene> | undefined;
  warnings?: Array<VideoWarning> | undefined;
  /** The whole prompt in order, split into parts. */
  parts?: Array<VideoPart> | undefined;
  coverage?: VideoCoverage | undefined;
  /** Creators of the stock media in the video. Credit them where it is published. */
  attributions?: Array<VideoSceneAttribution> | undefined;
  /** The original and every edit, oldest first. */
  versions: Array<VideoVersion>;
}

export interface VideoCaptionGuides {
  videoId: string;
  version: number;
  /** Likely speech, to which text without times is aligned. The whole length if there is none. */
  speech: Array<VideoInterval>;
  /** Hard cuts, at which captions may move. */
  cuts: Array<number>;
  /** Five pictures for each of the first 300 seconds: a digit for each of 240 rows from the top, from 0 (no text) to 8 (a line of text). */
  pictures: Array<string>;
}

/** Video that the clip was cut from. Later trims do not change this. */
export interface VideoClipOf {
  /** The long video. */
  videoId: string;
  /** Seconds of the long video. */
  start: number;
  /** Seconds of the long video. */
  end: number;
}

export interface VideoCoverage {
  /** Words of the prompt. */
  words: number;
  shown: number;
  instruction: number;
  leftOut: number;
}

export interface VideoEdit {
  videoId: string;
  url: string;
  /** Number of the new version. That of the edited version if its layers are unchanged, and in a dry run. */
  version: number;
  operation: "original" | "clip" | "captions" | "overlay" | "voiceover" | "trim" | "render";
  /** Price of the layers that the edit added or changed. */
  creditsUsed: number;
  warnings?: Array<VideoEditWarning> | undefined;
  /** Layers of the planned version, in the response to a dry run. */
  layers?: Array<VideoEditLayer> | undefined;
  /** Length of the planned version in seconds, if it is known before its voice-overs are spoken. */
  duration?: number | undefined;
  /** Price of the planned version, in the response to a dry run. */
  credits?: number | undefined;
}

export type VideoEditLayer =
  | VideoEditLayerCaptions
  | VideoEditLayerOverlay
  | VideoEditLayerVoiceover
  | VideoEditLayerMusic
  | VideoEditLayerTrim
  | VideoEditLayerReframe
  | VideoEditLayerTighten;

export interface VideoEditLayerCaptions {
  type: "captions";
  /** Spoken words, with their times. At least one for new captions. */
  transcript?: Array<VideoTranscriptCue> | undefined;
  /** Text that is spread over the speech, or over the whole length. */
  text?: string | undefined;
  /** Contents of an SRT, WebVTT, SBV or ASS file. */
  subtitles?: string | undefined;
  /** URL of an SRT, WebVTT, SBV or ASS file in UTF-8, UTF-16 or Windows-1252. */
  subtitlesUrl?: string | undefined;
  /** Language of the text, such as tr or pt-BR (BCP 47), for capitals and for transcription. Default: detected from text or audio. */
  language?: string | undefined;
  /** Default bold. */
  style?: "classic" | "bold" | "karaoke" | "minimal" | undefined;
  /** Default bottom. */
  position?: "top" | "center" | "bottom" | undefined;
  /** Font: a font of GET /fonts, by id or name, or a built-in family (Anton, Archivo Black, Bebas Neue, Bricolage Grotesque, DM Serif Display, Fraunces, Fredoka, Inter, Montserrat, Space Grotesk). */
  fontFamily?: string | undefined;
  /** In pixels, for a video whose shorter side has 1080. */
  fontSize?: number | undefined;
  /** Color of the text. Hex color, such as #ffe600. */
  color?: string | undefined;
  /** Color of the outline. Hex color, such as #ffe600. */
  outlineColor?: string | undefined;
  /** Color of the spoken word. Hex color, such as #ffe600. */
  highlightColor?: string | undefined;
  maxWordsPerLine?: number | undefined;
  uppercase?: boolean | undefined;
  /** Avoid text that is visible in the video near `position`. Default true. */
  avoidText?: boolean | undefined;
  /** ID of a layer of the version, which is kept or changed. Absent for a new layer. */
  id?: string | undefined;
  /** Order of drawing: higher is on top; of layers with the same value, the later one. Default 1 for captions and 0 for overlays. */
  z?: number | undefined;
}

export interface VideoEditLayerMusic {
  type: "music";
  /** ID of a completed track of this account. */
  musicId?: string | undefined;
  /** Alternative: ID of an uploaded audio file or video. */
  uploadId?: string | undefined;
  /** Alternative: URL of an audio file or video. */
  audioUrl?: string | undefined;
  /** Volume of the music; 1 is as loud as a voice. Default 0.5. */
  volume?: number | undefined;
  /** Second at which it begins. Default 0. It repeats until the video ends. */
  start?: number | undefined;
  /** Seconds. Default 0. */
  fadeIn?: number | undefined;
  /** Seconds. Default 1. */
  fadeOut?: number | undefined;
  /** Volume of the video's own audio, under which music is lowered. Default 1. */
  originalVolume?: number | undefined;
  /** ID of a layer of the version, which is kept or changed. Absent for a new layer. */
  id?: string | undefined;
}

export interface VideoEditLayerOverlay {
  type: "overlay";
  text?: string | undefined;
  /** URL of an image. */
  imageUrl?: string | undefined;
  /** An anchor, or the centre as fractions of the frame. Default center. */
  position?:
    | "top-left"
    | "top"
    | "top-right"
    | "left"
    | "center"
    | "right"
    | "bottom-left"
    | "bottom"
    | "bottom-right"
    | VideoEditLayerOverlayPosition
    | undefined;
  /** Fraction of the frame's width. */
  width?: number | undefined;
  /** Default 1. */
  opacity?: number | undefined;
  /** Second at which it appears. Default 0. */
  start?: number | undefined;
  /** Second at which it disappears. Default: the end. */
  end?: number | undefined;
  /** Font: a font of GET /fonts, by id or name, or a built-in family (Anton, Archivo Black, Bebas Neue, Bricolage Grotesque, DM Serif Display, Fraunces, Fredoka, Inter, Montserrat, Space Grotesk). */
  fontFamily?: string | undefined;
  /** In pixels, for a video whose shorter side has 1080. */
  fontSize?: number | undefined;
  /** Color of the text. Hex color, such as #ffe600. */
  color?: string | undefined;
  /** Color of the outline. Hex color, such as #ffe600. */
  outlineColor?: string | undefined;
  /** Color behind the text. Hex color, such as #ffe600. */
  backgroundColor?: string | undefined;
  /** ID of a layer of the version, which is kept or changed. Absent for a new layer. */
  id?: string | undefined;
  /** Order of drawing: higher is on top; of layers with the same value, the later one. Default 1 for captions and 0 for overlays. */
  z?: number | undefined;
}

export interface VideoEditLayerOverlayPosition {
  /** Centre, from the left. */
  x: number;
  /** Centre, from the top. */
  y: number;
}

export interface VideoEditLayerReframe {
  type: "reframe";
  /** Shape of the result. */
  aspectRatio: "9:16" | "16:9" | "1:1" | "4:5";
  /** `auto` follows faces, shot by shot; `center` keeps the centre, or `focus`; `fit` shows the whole frame on a blurred background. Default auto. */
  mode?: "auto" | "center" | "fit" | undefined;
  focus?: VideoEditLayerReframeFocus | undefined;
  /** What is shown when. `mode` applies where there is no shot. In responses, this is what the video shows; change it and send it back. */
  shots?: Array<ReframeShot> | undefined;
  /** ID of a layer of the version, which is kept or changed. Absent for a new layer. */
  id?: string | undefined;
}

/** Point that `center` keeps in the middle. */
export interface VideoEditLayerReframeFocus {
  /** From the left. */
  x: number;
  /** From the top. */
  y: number;
}

export interface VideoEditLayerTighten {
  type: "tighten";
  /** Pauses longer than this, in seconds, are shortened to a natural length. Default 0.7. */
  silences?: number | undefined;
  /** Remove hesitation sounds, such as um. Needs a transcript with the times of words. Default false. */
  fillers?: boolean | undefined;
  /** Words to remove instead of the usual hesitation sounds. */
  fillerWords?: Array<string> | undefined;
  /** Parts to keep, in seconds of the video that is tightened. */
  keep?: Array<VideoInterval> | undefined;
  /** In responses: what is removed, in seconds of the video that is tightened. No effect in requests. */
  removed?: Array<VideoEditLayerTightenRemoved> | undefined;
  /** ID of a layer of the version, which is kept or changed. Absent for a new layer. */
  id?: string | undefined;
}

export interface VideoEditLayerTightenRemoved {
  /** Seconds. */
  start: number;
  /** Seconds. */
  end: number;
  kind: "silence" | "filler";
}

export interface VideoEditLayerTrim {
  type: "trim";
  /** Start of the part to keep, in seconds. Default 0. */
  start?: number | undefined;
  /** End of the part to keep, in seconds. Default: the end. */
  end?: number | undefined;
  /** ID of a layer of the version, which is kept or changed. Absent for a new layer. */
  id?: string | undefined;
}

export interface VideoEditLayerVoiceover {
  type: "voiceover";
  /** Text to speak. */
  text?: string | undefined;
  /** Alternative: ID of an uploaded audio file or video. */
  uploadId?: string | undefined;
  /** Alternative: URL of an audio file or video. */
  audioUrl?: string | undefined;
  /** ID of the engine's voice, from GET /voices. Default: the engine's default voice. */
  voice?: string | undefined;
  /** Character whose voice is used instead of `voice`. */
  characterId?: string | undefined;
  /** Speed of the voice, if the engine supports it. Default 1. */
  speed?: number | undefined;
  /** Second at which the voice begins. Default 0. The voice is never cut off: the last frame is held for at most 10 seconds. */
  start?: number | undefined;
  /** Volume of the voice. Default 1. */
  volume?: number | undefined;
  /** Volume of the video's own audio in pauses of the voice. It is lowered under the voice. Default 0.5. */
  originalVolume?: number | undefined;
  /** ID of a layer of the version, which is kept or changed. Absent for a new layer. */
  id?: string | undefined;
}

export interface VideoEditStart {
  editId: string;
  videoId: string;
  operation: "original" | "clip" | "captions" | "overlay" | "voiceover" | "trim" | "render";
  status: GenerationStatus;
  creditsUsed: number;
  /** Time of the request. Milliseconds since the epoch. */
  createdAt: number;
}

export interface VideoEditWarning {
  /** `layer_cut`: nothing of the layer is inside the version. It is kept. `fillers_not_heard`: hesitation sounds are not removed, because the times of the words are not known. */
  code: string;
  /** Human-readable. */
  message: string;
  layerId: string;
}

export interface VideoInterval {
  /** Seconds. */
  start: number;
  /** Seconds. */
  end: number;
}

export interface VideoList {
  videos: Array<Video>;
  pagination: Pagination;
}

export interface VideoPart {
  /** Exact text from the prompt. The texts of all parts, joined, are the prompt. */
  text: string;
  /** `shown` and `left_out` parts are for the viewer; an `instruction` is for the engine. */
  use: "shown" | "instruction" | "left_out";
  /** Index of the scene that shows it. */
  scene?: number | undefined;
  /** Topic of an instruction, or the reason why a part is left out. `unclear`: shown although it may be an instruction. */
  code?:
    | "style"
    | "length"
    | "format"
    | "audience"
    | "negative"
    | "request"
    | "duplicate"
    | "no_room"
    | "not_filmable"
    | "unclear"
    | undefined;
  /** Human-readable explanation of the code. */
  reason?: string | undefined;
}

export interface VideoScene {
  kind:
    | "hook"
    | "point"
    | "step"
    | "quote"
    | "price"
    | "place"
    | "contact"
    | "rating"
    | "menu"
    | "chart"
    | "comparison"
    | "media"
    | "cta";
  /** Main text. Several lines form a list. */
  text?: string | undefined;
  /** Secondary text: an author, a condition, or rows, one per line. Rows of `menu` and `chart` end with their figure, as in `Espresso 2.80`. */
  subtext?: string | undefined;
  price?: VideoScenePrice | undefined;
  /** Image or video to show. It fills the frame, or a part of it where text would cover its subject. */
  mediaUrl?: string | undefined;
  /** Scaled if the scenes do not add up to `duration`. */
  seconds?: number | undefined;
  /** Narration while the scene is shown. */
  narration?: string | undefined;
  attribution?: VideoSceneAttribution | undefined;
  /** Origin of its words. */
  from?: "prompt" | "brand" | "request" | undefined;
}

export interface VideoSceneAttribution {
  /** Library that provides the media, such as Pexels. */
  source: string;
  author: string;
  /** http(s) URL of the media's page at the library. */
  url: string;
  license: string;
}

/** Price of a `price` scene, as shown: `was` is crossed out, `from` and `to` are a range. */
export interface VideoScenePrice {
  was?: string | undefined;
  now?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  per?: string | undefined;
}

export interface VideoStoryboard {
  scenes: Array<VideoScene>;
  warnings: Array<VideoWarning>;
  /** The whole prompt in order, split into parts. */
  parts?: Array<VideoPart> | undefined;
  coverage?: VideoCoverage | undefined;
  /** Steps of a narrated video in order, with their prices. */
  costs?: Array<VideoStoryboardCost> | undefined;
  /** Sum of `costs`, which POST /videos/generate charges. */
  credits?: number | undefined;
}

export interface VideoStoryboardCost {
  step: "script" | "speech" | "upload" | "image" | "stock" | "design" | "render" | "layers";
  /** Index of the scene that the media is for. */
  scene?: number | undefined;
  engine?: string | undefined;
  credits: number;
}

export interface VideoTranscript {
  videoId: string;
  version: number;
  status: "processing" | "completed" | "failed";
  progress: number;
  failCode?: string | undefined;
  failMessage?: string | undefined;
  /** Text for captions that are added without a text. To change it, edit it and send it as `transcript`. */
  cues: Array<VideoTranscriptCue>;
}

export interface VideoTranscriptCue {
  /** Seconds. */
  start: number;
  /** Seconds. */
  end: number;
  text: string;
  words?: Array<VideoTranscriptCueWord> | undefined;
  /** True if the times of the words are estimated from the pauses in the sound. */
  isEstimated?: boolean | undefined;
  /** Name of the speaker, if the subtitles contain it. Not shown in captions. */
  speaker?: string | undefined;
}

export interface VideoTranscriptCueWord {
  word: string;
  /** Seconds. */
  start: number;
  /** Seconds. */
  end: number;
}

export interface VideoVersion {
  videoId: string;
  version: number;
  url: string;
  operation: "original" | "clip" | "captions" | "overlay" | "voiceover" | "trim" | "render";
  /** Version that the edit is based on. Absent for the original. */
  baseVersion?: number | undefined;
  /** Types of the layers that the edit added or changed, in order. */
  layers?: Array<"captions" | "overlay" | "voiceover" | "music" | "trim" | "reframe" | "tighten"> | undefined;
  captions?: VideoVersionCaptions | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
}

/** Captions that the edit added, as its request described them. `transcript` and `text` are only in responses with a single video, and absent if the text came from the video's own speech. */
export interface VideoVersionCaptions {
  /** Spoken words, with their times. At least one for new captions. */
  transcript?: Array<VideoTranscriptCue> | undefined;
  /** Text that is spread over the speech, or over the whole length. */
  text?: string | undefined;
  /** Contents of an SRT, WebVTT, SBV or ASS file. */
  subtitles?: string | undefined;
  /** URL of an SRT, WebVTT, SBV or ASS file in UTF-8, UTF-16 or Windows-1252. */
  subtitlesUrl?: string | undefined;
  /** Language of the text, such as tr or pt-BR (BCP 47), for capitals and for transcription. Default: detected from text or audio. */
  language?: string | undefined;
  /** Default bold. */
  style?: "classic" | "bold" | "karaoke" | "minimal" | undefined;
  /** Default bottom. */
  position?: "top" | "center" | "bottom" | undefined;
  /** Font: a font of GET /fonts, by id or name, or a built-in family (Anton, Archivo Black, Bebas Neue, Bricolage Grotesque, DM Serif Display, Fraunces, Fredoka, Inter, Montserrat, Space Grotesk). */
  fontFamily?: string | undefined;
  /** In pixels, for a video whose shorter side has 1080. */
  fontSize?: number | undefined;
  /** Color of the text. Hex color, such as #ffe600. */
  color?: string | undefined;
  /** Color of the outline. Hex color, such as #ffe600. */
  outlineColor?: string | undefined;
  /** Color of the spoken word. Hex color, such as #ffe600. */
  highlightColor?: string | undefined;
  maxWordsPerLine?: number | undefined;
  uppercase?: boolean | undefined;
  /** Avoid text that is visible in the video near `position`. Default true. */
  avoidText?: boolean | undefined;
}

export interface VideoVersionDetail {
  videoId: string;
  version: number;
  url: string;
  operation: "original" | "clip" | "captions" | "overlay" | "voiceover" | "trim" | "render";
  /** Absent for the original. */
  baseVersion?: number | undefined;
  /** For a clip: the long video, whose version `originalVersion` is. */
  originalVideoId?: string | undefined;
  /** Version whose file all layers are applied to. 1, unless the layers of an older edit are not known. */
  originalVersion: number;
  /** Seconds. */
  duration?: number | undefined;
  /** Layers in order, with all fields. Sending them back to POST /videos/{videoId}/render changes nothing. */
  layers: Array<VideoEditLayer>;
  warnings?: Array<VideoEditWarning> | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
}

export interface VideoVersionTimeline {
  videoId: string;
  version: number;
  /** URL of the file that all layers are applied to. */
  originalUrl: string;
  /** Seconds. */
  duration?: number | undefined;
  layers: Array<VideoEditLayer>;
  losses: VideoVersionTimelineLosses;
}

/** What each of the other formats cannot represent. */
export interface VideoVersionTimelineLosses {
  srt: Array<VideoVersionTimelineLossesSrt>;
  vtt: Array<VideoVersionTimelineLossesSrt>;
  otio: Array<VideoVersionTimelineLossesSrt>;
}

export interface VideoVersionTimelineLossesSrt {
  layerId: string;
  type: string;
  /** Human-readable. */
  reason: string;
}

export interface VideoWarning {
  /** Machine-readable code, such as `not_filmable`, `too_short` or `media_left_out`. */
  code: string;
  /** Human-readable. */
  message: string;
}

export interface ViralLibraryDemo {
  imported: number;
  updated: number;
}

export interface ViralLibraryVideo {
  id: string;
  tiktokId: string;
  tiktokUrl: string;
  /** Username of the creator, without the @. */
  username: string;
  /** The caption. */
  description: string;
  stats: ViralLibraryVideoStats;
  /** Without the #. */
  hashtags: Array<string>;
  soundName?: string | undefined;
  /** Seconds. */
  duration?: number | undefined;
  thumbnailUrl?: string | undefined;
  /** URL of the file, which often expires. */
  playUrl?: string | undefined;
  /** Time of publication, if known. Milliseconds since the epoch. */
  publishedAt?: number | undefined;
  /** Null until the video is analysed. */
  analysis: ViralLibraryVideoAnalysis | null;
  /** post: a post of the account itself, with its metrics. */
  source: "import" | "post";
  post?: ViralLibraryVideoPost | undefined;
  /** The account's own library, or the shared library. */
  library: "own" | "shared";
  /** Time of the import. Milliseconds since the epoch. */
  createdAt: number;
  /** Time of the last change. Milliseconds since the epoch. */
  updatedAt: number;
}

export interface ViralLibraryVideoAnalysis {
  /** Text or technique of the opening. */
  hook: string;
  summary: string;
  whyItPerformed: Array<string>;
  attributesToCopy: Array<string>;
  hooksToTest: Array<string>;
  /** One keyframe per second. If `basis` is caption, they are estimated from the caption and the duration. */
  keyframes: Array<ViralLibraryVideoAnalysisKeyframe>;
  durationSeconds: number;
  tags: Array<string>;
  /** Time of the analysis. Milliseconds since the epoch. */
  analyzedAt: number;
  /** Source of the analysis: the caption and the metrics, or the video itself. */
  basis: "caption" | "video";
}

export interface ViralLibraryVideoAnalysisKeyframe {
  /** Seconds. */
  timestamp: number;
  /** hook, transition, product_shot, cta … */
  type: string;
  description: string;
  visual: string;
  audio: string;
  /** Text on screen. */
  text: string;
}

export interface ViralLibraryVideoList {
  videos: Array<ViralLibraryVideo>;
  pagination: Pagination;
}

export interface ViralLibraryVideoPost {
  /** post_ prefixed */
  postId: string;
  /** Such as tiktok. GET /social/platforms lists all. */
  platform: string;
  /** True if the sandbox has simulated the metrics. */
  simulated?: boolean | undefined;
}

export interface ViralLibraryVideoSimilar {
  results: Array<SearchViralLibraryResult>;
  /** Number of results returned. */
  total: number;
}

/** 0 if the source does not report it. */
export interface ViralLibraryVideoStats {
  views: number;
  likes: number;
  comments: number;
  shares: number;
  saves: number;
}

export interface Voice {
  /** ID at the engine. Use `<engine>:<id>` as `voice`. */
  id: string;
  /** Engine that offers it. */
  engine: string;
  name: string;
  /** Language of the voice. Absent if it speaks several. */
  language?: string | undefined;
  /** Description by the vendor. */
  gender?: string | undefined;
  /** A sample. */
  previewUrl?: string | undefined;
}

export interface VoiceList {
  voices: Array<Voice>;
  /** Engines that did not respond, with the reason. */
  unavailable: Array<Unavailable>;
}

export interface Webhook {
  /** ID of the webhook (whk_…). */
  webhookId: string;
  url: string;
  events: Array<string>;
  description?: string | undefined;
  /** API version of the event data. */
  apiVersion: string;
  status: "enabled" | "disabled";
  /** Reason why the server disabled the webhook. */
  disabledReason?: string | undefined;
  /** Every attempt since this time has failed. Milliseconds since the epoch. */
  failingSince?: number | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
  /** Time of the last change. Milliseconds since the epoch. */
  updatedAt: number;
}

export interface WebhookDelivery {
  /** ID of the delivery (dlv_…); the `webhook-id` header of its message. */
  deliveryId: string;
  webhookId: string;
  /** The event's type, or webhook.test. */
  type: string;
  status: "pending" | "delivered" | "failed";
  /** Number of attempts so far. */
  attempts: number;
  /** Status code of the last response. */
  statusCode?: number | undefined;
  /** Reason why the last attempt failed. */
  error?: string | undefined;
  /** First kilobyte of the last response. */
  responseBody?: string | undefined;
  /** Duration of the last attempt, in milliseconds. */
  durationMs?: number | undefined;
  /** Time of the next attempt. Milliseconds since the epoch. */
  nextAttemptAt?: number | undefined;
  /** Time of delivery. Milliseconds since the epoch. */
  deliveredAt?: number | undefined;
  /** Creation time of the message. Milliseconds since the epoch. */
  createdAt: number;
}

export interface WebhookDeliveryList {
  deliveries: Array<WebhookDelivery>;
  pagination: Pagination;
}

export type WebhookEventPattern =
  | "*"
  | "credits.*"
  | "backup.*"
  | "video.*"
  | "clips.*"
  | "image.*"
  | "music.*"
  | "post.*"
  | "account.*"
  | "analysis.*"
  | "plan.*"
  | "credits.low"
  | "backup.completed"
  | "backup.failed"
  | "video.completed"
  | "video.failed"
  | "video.edited"
  | "video.edit_failed"
  | "clips.completed"
  | "clips.failed"
  | "image.completed"
  | "image.failed"
  | "music.completed"
  | "music.failed"
  | "post.scheduled"
  | "post.published"
  | "post.partial"
  | "post.failed"
  | "post.needs_approval"
  | "post.approved"
  | "post.rejected"
  | "post.approval_overdue"
  | "post.commented"
  | "post.cancelled"
  | "account.connected"
  | "account.disconnected"
  | "analysis.completed"
  | "analysis.failed"
  | "plan.completed"
  | "plan.produced"
  | "plan.failed";

export interface WebhookList {
  webhooks: Array<Webhook>;
  pagination: Pagination;
}

export interface WebhookMessage {
  type: string;
  timestamp: string;
  accountId: string;
  apiVersion: string;
  /** True for test messages. */
  test?: boolean | undefined;
  data: Record<string, unknown>;
}

export interface Workspace {
  accountId: string;
  name: string;
  /** Color that marks the account in the dashboard, such as `#0f766e`. */
  color?: string | undefined;
  /** Small square image that marks the account in the dashboard, as a data URL of WebP, JPEG or PNG. */
  picture?: string | undefined;
  /** Creation time. Milliseconds since the epoch. */
  createdAt: number;
}

export interface GetReadyQuery {
  /** Include details and suggested fixes. */
  verbose?: "1" | undefined;
}

export interface ListVoicesQuery {
  /** Only voices or avatars of this engine. */
  engine?: string | undefined;
}

export interface ListAvatarsQuery {
  /** Only voices or avatars of this engine. */
  engine?: string | undefined;
}

export interface ListPersonasQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** Only names that contain this. */
  q?: string | undefined;
}

export interface ListMessagingQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** Only names that contain this. */
  q?: string | undefined;
}

export interface ListProductsQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** Only names that contain this. */
  q?: string | undefined;
}

export interface ListStylesQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** Only names that contain this. */
  q?: string | undefined;
}

export interface ListCharactersQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** Only names that contain this. */
  q?: string | undefined;
}

export interface ListInspoQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** Only names that contain this. */
  q?: string | undefined;
}

export interface ListUploadsQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
  /** Only uploads whose file name or tags contain this. */
  q?: string | undefined;
  /** Only uploads with this tag. */
  tag?: string | undefined;
  /** Only uploads of this kind. */
  kind?: "video" | "image" | "audio" | undefined;
}

export interface ListTemplatesQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** Only templates of this kind. */
  kind?: "video" | "image" | "render" | undefined;
  /** Only names that contain this. */
  q?: string | undefined;
}

export interface GetTemplateQuery {
  /** Default: the newest version. */
  version?: number | undefined;
}

export interface ListVideosQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
  /** Only resources with this status. */
  status?: "pending" | "processing" | "completed" | "failed" | undefined;
  /** Only resources whose title, prompt or tags contain this. `total` counts up to 10,000, or up to 1,000 for one or two letters. */
  q?: string | undefined;
  /** Only these resources: ids, comma-separated. */
  ids?: string | undefined;
  /** Only resources with this tag. */
  tag?: string | undefined;
  /** Only resources in this folder. */
  folder?: string | undefined;
  /** Order of the list. `cursor` needs the default; use `page` with others. */
  sort?: "newest" | "oldest" | "title" | undefined;
  /** `generated` by a model, an `upload`, or a `clip` of a long video. */
  source?: "generated" | "upload" | "clip" | undefined;
}

export interface GetVideoCaptionGuidesQuery {
  /** Default: the newest version. */
  version?: number | undefined;
}

export interface GetVideoTranscriptQuery {
  /** Default: the newest version. */
  version?: number | undefined;
}

export interface ExportVideoVersionTimelineQuery {
  /** Default json. */
  format?: "json" | "srt" | "vtt" | "otio" | undefined;
}

export interface ListClipsQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
  /** Only resources with this status. */
  status?: "pending" | "processing" | "completed" | "failed" | undefined;
  /** Only resources whose prompt contains this. */
  q?: string | undefined;
  /** Only these resources: ids, comma-separated. */
  ids?: string | undefined;
}

export interface ListImagesQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
  /** Only resources with this status. */
  status?: "pending" | "processing" | "completed" | "failed" | undefined;
  /** Only resources whose title, prompt or tags contain this. `total` counts up to 10,000, or up to 1,000 for one or two letters. */
  q?: string | undefined;
  /** Only these resources: ids, comma-separated. */
  ids?: string | undefined;
  /** Only resources with this tag. */
  tag?: string | undefined;
  /** Only resources in this folder. */
  folder?: string | undefined;
  /** Order of the list. `cursor` needs the default; use `page` with others. */
  sort?: "newest" | "oldest" | "title" | undefined;
}

export interface ListMusicQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
  /** Only resources with this status. */
  status?: "pending" | "processing" | "completed" | "failed" | undefined;
  /** Only resources whose title, prompt or tags contain this. `total` counts up to 10,000, or up to 1,000 for one or two letters. */
  q?: string | undefined;
  /** Only these resources: ids, comma-separated. */
  ids?: string | undefined;
  /** Only resources with this tag. */
  tag?: string | undefined;
  /** Only resources in this folder. */
  folder?: string | undefined;
  /** Order of the list. `cursor` needs the default; use `page` with others. */
  sort?: "newest" | "oldest" | "title" | undefined;
}

export interface GetLibraryQuery {
  /** Only labels of this kind. Default: all. */
  kind?: "video" | "image" | "music" | undefined;
}

export interface ListDraftsQuery {
  /** Only names that start with this. */
  prefix?: string | undefined;
}

export interface SearchViralLibraryQuery {
  /** A search query in natural language. May contain filters in nine languages: under 30 seconds, over a million views, last month, by @creator. */
  q: string;
  /** Maximum number of results. */
  limit?: number | undefined;
  /** Minimum number of views. */
  minViews?: number | undefined;
  /** With or without the #. */
  hashtag?: string | undefined;
  /** With or without the @. */
  username?: string | undefined;
  /** Maximum length in seconds. */
  maxDuration?: number | undefined;
  /** Only videos published, or own media created, at or after this time, in milliseconds since the epoch. Leaves out videos without `publishedAt`. */
  publishedAfter?: number | undefined;
  /** own, shared: only the account's own library, or the shared one. media: the account's own videos, images, music and uploads, by their prompts, texts and analyses; requires the scope media:read and does not support minViews and username. Default: both libraries. */
  library?: "own" | "shared" | "media" | undefined;
  /** False treats filters in the query text as search terms. Default true. */
  interpret?: "true" | "false" | undefined;
}

export interface ListViralLibraryVideosQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
  /** Default own. */
  library?: "own" | "shared" | undefined;
}

export interface ListSimilarViralLibraryVideosQuery {
  /** Maximum number of results. */
  limit?: number | undefined;
  /** Minimum number of views. */
  minViews?: number | undefined;
  /** With or without the #. */
  hashtag?: string | undefined;
  /** With or without the @. */
  username?: string | undefined;
  /** Maximum length in seconds. */
  maxDuration?: number | undefined;
  /** Only videos published, or own media created, at or after this time, in milliseconds since the epoch. Leaves out videos without `publishedAt`. */
  publishedAfter?: number | undefined;
  /** Only the account's own library, or the shared one. Default: both. */
  library?: "own" | "shared" | undefined;
}

export interface ListWebhooksQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
}

export interface ListWebhookDeliveriesQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
  /** Only deliveries with this status. */
  status?: "pending" | "delivered" | "failed" | undefined;
}

export interface ListPeopleQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
  /** Only people of this account. */
  accountId?: string | undefined;
}

export interface ListPersonInvitationsQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
}

export interface ListPersonKeysQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
}

export interface ListPersonSessionsQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
}

export interface ListSocialAccountsQuery {
  /** Only this group of social accounts. */
  group?: string | undefined;
}

export interface GetSocialAnalyticsQuery {
  /** Posts published at or after this time, milliseconds since the epoch. */
  from: number;
  /** Posts published before this time. At most 366 days after from. */
  to: number;
  /** Field to group by. hook: the type of the opening. length: the length of the video. */
  groupBy: "day" | "weekday" | "hour" | "account" | "platform" | "post" | "hook" | "length";
  /** IANA time zone of days, weekdays and hours. Default: UTC. */
  timezone?: string | undefined;
  /** Only this group of social accounts. */
  group?: string | undefined;
}

export interface ListSocialPostsQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
  /** Only posts with this status. */
  status?:
    | "draft"
    | "needs_approval"
    | "scheduled"
    | "publishing"
    | "published"
    | "partial"
    | "failed"
    | "cancelled"
    | undefined;
  /** Such as tiktok. GET /social/platforms lists all. */
  platform?: string | undefined;
  /** Only posts to this account. */
  accountId?: string | undefined;
  /** Only this group of social accounts. */
  group?: string | undefined;
  /** Only posts at or after this time (publishedAt, else scheduledFor, else createdAt), in milliseconds since the epoch. `total` counts up to 100,000 posts of a period, or 10,000 to a platform, account or group. */
  from?: number | undefined;
  /** Only posts before this time, in milliseconds since the epoch. */
  to?: number | undefined;
  /** Only posts that show one of these videos. Comma-separated IDs. */
  videoId?: string | undefined;
  /** Only posts that show one of these images. */
  imageId?: string | undefined;
  /** Only posts that show one of these uploads. */
  uploadId?: string | undefined;
}

export interface GetSocialCalendarQuery {
  /** Only posts at or after this time (publishedAt, else scheduledFor, else createdAt), in milliseconds since the epoch. */
  from: number;
  /** Only posts before this time, in milliseconds since the epoch. */
  to: number;
  /** Only posts with this status. */
  status?:
    | "draft"
    | "needs_approval"
    | "scheduled"
    | "publishing"
    | "published"
    | "partial"
    | "failed"
    | "cancelled"
    | undefined;
  /** Such as tiktok. GET /social/platforms lists all. */
  platform?: string | undefined;
  /** Only posts to this account. */
  accountId?: string | undefined;
  /** Only this group of social accounts. */
  group?: string | undefined;
  /** IANA time zone of the days. Default: UTC. */
  timezone?: string | undefined;
  /** Posts to return per day. Default: 3. Multiplied by the number of days, at most 1000. */
  perDay?: number | undefined;
}

export interface ListSocialPostCommentsQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
}

export interface ListSocialReviewsQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
}

export interface ListAnalysesQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
  /** Only resources with this status. */
  status?: "pending" | "processing" | "completed" | "failed" | undefined;
  /** Only resources whose prompt contains this. */
  q?: string | undefined;
  /** Only these resources: ids, comma-separated. */
  ids?: string | undefined;
}

export interface ListContentPlansQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
  /** Only resources with this status. */
  status?: "pending" | "processing" | "completed" | "failed" | undefined;
  /** Only resources whose prompt contains this. */
  q?: string | undefined;
  /** Only these resources: ids, comma-separated. */
  ids?: string | undefined;
}

export interface ListCreditTransactionsQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
}

export interface ListAccountsQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
}

export interface ListKeysQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
}

export interface ListAuditLogQuery {
  /** Page number. */
  page?: number | undefined;
  /** Items on a page. */
  pageSize?: number | undefined;
  /** `nextCursor` of the previous page. Faster than `page` for long lists. */
  cursor?: string | undefined;
  /** ID of the key or person that made the change, or `command` or `system`. */
  actor?: string | undefined;
  /** The action. */
  action?:
    | "account.created"
    | "account.suspended"
    | "account.resumed"
    | "account.deletion_scheduled"
    | "account.deleted"
    | "key.created"
    | "key.updated"
    | "key.rotated"
    | "key.revoked"
    | "credits.granted"
    | "settings.changed"
    | "brand_kit.updated"
    | "template.created"
    | "template.updated"
    | "template.deleted"
    | "webhook.created"
    | "webhook.updated"
    | "webhook.secret_rotated"
    | "webhook.deleted"
    | "invitation.created"
    | "invitation.revoked"
    | "person.added"
    | "person.updated"
    | "person.removed"
    | "person.reset_link_created"
    | "person.password_changed"
    | "person.sessions_ended"
    | "person.linked"
    | "person.unlinked"
    | "person.two_factor_enabled"
    | "person.two_factor_disabled"
    | "person.recovery_codes_created"
    | "person.recovery_code_used"
    | "person.wrong_codes_entered"
    | "approval.updated"
    | "review.created"
    | "review.revoked"
    | "social_account.connected"
    | "social_account.updated"
    | "social_account.disconnected"
    | "account.updated"
    | undefined;
  /** ID of the changed resource, such as a keyId. */
  subject?: string | undefined;
  /** Only changes in this account. */
  accountId?: string | undefined;
  /** Only changes at or after this time, milliseconds since the epoch. */
  from?: number | undefined;
  /** Only changes before this time. */
  to?: number | undefined;
}

export type ErrorKind =
  | "validation_error"
  | "invalid_json"
  | "invalid_version"
  | "unsafe_url"
  | "account_required"
  | "text_too_long"
  | "unauthorized"
  | "signed_out"
  | "sign_in_failed"
  | "sign_in_expired"
  | "wrong_code"
  | "insufficient_credits"
  | "account_suspended"
  | "account_mismatch"
  | "insufficient_scope"
  | "read_only"
  | "passwords_off"
  | "cross_origin"
  | "foreign_page"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "conflict"
  | "quota_exceeded"
  | "idempotency_in_progress"
  | "version_changed"
  | "draft_changed"
  | "revision_changed"
  | "already_decided"
  | "schedule_passed"
  | "platform_not_configured"
  | "gone"
  | "link_gone"
  | "payload_too_large"
  | "unsupported_media_type"
  | "idempotency_key_reuse"
  | "rate_limit_exceeded"
  | "job_limit_exceeded"
  | "too_many_uploads"
  | "internal_error"
  | "provider_error"
  | "database_unavailable"
  | "server_stopping"
  | "storage_full"
  | "provider_unavailable"
  | "sign_in_unavailable"
  | "storage_quota_exceeded"
  | "insufficient_storage";

/** Data of each event type. */
export interface EventData {
  "credits.low": Record<string, unknown>;
  "backup.completed": Record<string, unknown>;
  "backup.failed": Record<string, unknown>;
  "video.completed": Video;
  "video.failed": Video;
  "video.edited": VideoEdit;
  "video.edit_failed": Edit;
  "clips.completed": ClipSearch;
  "clips.failed": ClipSearch;
  "image.completed": Image;
  "image.failed": Image;
  "music.completed": Track;
  "music.failed": Track;
  "post.scheduled": SocialPost;
  "post.published": SocialPost;
  "post.partial": SocialPost;
  "post.failed": SocialPost;
  "post.needs_approval": SocialPost;
  "post.approved": SocialPost;
  "post.rejected": SocialPost;
  "post.approval_overdue": SocialPost;
  "post.commented": Record<string, unknown>;
  "post.cancelled": SocialPost;
  "account.connected": Record<string, unknown>;
  "account.disconnected": Record<string, unknown>;
  "analysis.completed": Analysis;
  "analysis.failed": Analysis;
  "plan.completed": ContentPlan;
  "plan.produced": ContentPlan;
  "plan.failed": ContentPlan;
}

/** Anything that can be waited for: the answer of a start, or what was read. */
export type Waitable =
  | { editId: string }
  | { clipsId: string }
  | { imageId: string }
  | { musicId: string }
  | { postId: string }
  | { analysisId: string }
  | { planId: string }
  | { videoId: string };
/** What comes of it. */
export type Waited<T> = T extends { editId: string }
  ? Edit
  : T extends { clipsId: string }
    ? ClipSearch
    : T extends { imageId: string }
      ? Image
      : T extends { musicId: string }
        ? Track
        : T extends { postId: string }
          ? SocialPost
          : T extends { analysisId: string }
            ? Analysis
            : T extends { planId: string }
              ? ContentPlan
              : T extends { videoId: string }
                ? Video
                : never;

/** All operations of the API. */
export interface Api {
  health: {
    /**
     * Check that the process is up.
     *
     * Needs no key.
     */
    get(options?: CallOptions): Promise<Health>;
  };
  ready: {
    /**
     * Check that the server can do its work.
     *
     * Checks the database, the queue and the storage, at most once a second. With a key, also checks the engines and the search index. `verbose=1` adds details and suggested fixes, and needs the scope `admin`.
     *
     * Needs no key.
     */
    get(query?: GetReadyQuery, options?: CallOptions): Promise<Ready>;
  };
  versions: {
    /**
     * List the API versions.
     *
     * Needs no key.
     */
    list(options?: CallOptions): Pages<VersionList, Version>;
  };
  modules: {
    /**
     * List the modules and plug-ins, with their pages.
     *
     * Needs a key, of any scope.
     */
    list(options?: CallOptions): Pages<ModuleList, Module>;
  };
  models: {
    /**
     * List the models of all engines, with limits and prices.
     *
     * Needs a key, of any scope.
     */
    list(options?: CallOptions): Pages<ModelList, Model>;
  };
  settings: {
    /**
     * List editable settings.
     *
     * Vendor keys and other plug-in settings that administrators can change. They apply to all accounts. Values are never returned.
     *
     * Needs the scope `admin`.
     */
    list(options?: CallOptions): Pages<Settings, SettingsModule>;
    /**
     * Change settings of a plug-in.
     *
     * Encrypts and stores values, such as a vendor's key, for all accounts. Vireo immediately checks the plug-in's engines with the new values; see `checks`. A server with its own database also uses them immediately, others after a restart; see `restartNeeded`. Returns 409 if the environment or vireo.config.ts sets the value, because these take precedence.
     *
     * Needs the scope `admin`.
     */
    update(module: string, body: UpdateSettingsRequest, options?: CallOptions): Promise<Setting>;
  };
  voices: {
    /**
     * List the voices of all engines.
     *
     * Needs the scope `media:read`.
     */
    list(query?: ListVoicesQuery, options?: CallOptions): Pages<VoiceList, Voice>;
  };
  avatars: {
    /**
     * List avatars.
     *
     * Stock avatars that speak a script. Assign one to a character as `avatar`.
     *
     * Needs the scope `media:read`.
     */
    list(query?: ListAvatarsQuery, options?: CallOptions): Pages<AvatarList, Avatar>;
  };
  personas: {
    /**
     * List personas.
     *
     * Needs the scope `content:read`.
     */
    list(query?: ListPersonasQuery, options?: CallOptions): Pages<PersonaList, Persona>;
    /**
     * Create a persona.
     *
     * Needs the scope `content:write`.
     */
    create(body: CreatePersonaRequest, options?: CallOptions): Promise<Persona>;
    /**
     * Get a persona.
     *
     * Needs the scope `content:read`.
     */
    get(personaId: string, options?: CallOptions): Promise<Persona>;
    /**
     * Update a persona.
     *
     * Needs the scope `content:write`.
     */
    update(personaId: string, body: UpdatePersonaRequest, options?: CallOptions): Promise<Persona>;
    /**
     * Delete a persona.
     *
     * Needs the scope `content:write`.
     */
    delete(personaId: string, options?: CallOptions): Promise<void>;
  };
  messaging: {
    /**
     * List messaging.
     *
     * Needs the scope `content:read`.
     */
    list(query?: ListMessagingQuery, options?: CallOptions): Pages<MessagingList, Messaging>;
    /**
     * Create a message.
     *
     * Needs the scope `content:write`.
     */
    create(body: CreateMessagingRequest, options?: CallOptions): Promise<Messaging>;
    /**
     * Get a message.
     *
     * Needs the scope `content:read`.
     */
    get(messagingId: string, options?: CallOptions): Promise<Messaging>;
    /**
     * Update a message.
     *
     * Needs the scope `content:write`.
     */
    update(messagingId: string, body: UpdateMessagingRequest, options?: CallOptions): Promise<Messaging>;
    /**
     * Delete a message.
     *
     * Needs the scope `content:write`.
     */
    delete(messagingId: string, options?: CallOptions): Promise<void>;
  };
  products: {
    /**
     * List products.
     *
     * Needs the scope `content:read`.
     */
    list(query?: ListProductsQuery, options?: CallOptions): Pages<ProductList, Product>;
    /**
     * Create a product.
     *
     * Needs the scope `content:write`.
     */
    create(body: CreateProductRequest, options?: CallOptions): Promise<Product>;
    /**
     * Get a product.
     *
     * Needs the scope `content:read`.
     */
    get(productId: string, options?: CallOptions): Promise<Product>;
    /**
     * Update a product.
     *
     * Needs the scope `content:write`.
     */
    update(productId: string, body: UpdateProductRequest, options?: CallOptions): Promise<Product>;
    /**
     * Delete a product.
     *
     * Needs the scope `content:write`.
     */
    delete(productId: string, options?: CallOptions): Promise<void>;
  };
  styles: {
    /**
     * List styles.
     *
     * Needs the scope `content:read`.
     */
    list(query?: ListStylesQuery, options?: CallOptions): Pages<StyleList, Style>;
    /**
     * Create a style.
     *
     * Needs the scope `content:write`.
     */
    create(body: CreateStyleRequest, options?: CallOptions): Promise<Style>;
    /**
     * Get a style.
     *
     * Needs the scope `content:read`.
     */
    get(styleId: string, options?: CallOptions): Promise<Style>;
    /**
     * Update a style.
     *
     * Needs the scope `content:write`.
     */
    update(styleId: string, body: UpdateStyleRequest, options?: CallOptions): Promise<Style>;
    /**
     * Delete a style.
     *
     * Needs the scope `content:write`.
     */
    delete(styleId: string, options?: CallOptions): Promise<void>;
  };
  characters: {
    /**
     * List characters.
     *
     * Needs the scope `content:read`.
     */
    list(query?: ListCharactersQuery, options?: CallOptions): Pages<CharacterList, Character>;
    /**
     * Create a character.
     *
     * Needs the scope `content:write`.
     */
    create(body: CreateCharacterRequest, options?: CallOptions): Promise<Character>;
    /**
     * Get a character.
     *
     * Needs the scope `content:read`.
     */
    get(characterId: string, options?: CallOptions): Promise<Character>;
    /**
     * Update a character.
     *
     * Needs the scope `content:write`.
     */
    update(characterId: string, body: UpdateCharacterRequest, options?: CallOptions): Promise<Character>;
    /**
     * Delete a character.
     *
     * Needs the scope `content:write`.
     */
    delete(characterId: string, options?: CallOptions): Promise<void>;
  };
  inspo: {
    /**
     * List projects.
     *
     * Needs the scope `content:read`.
     */
    list(query?: ListInspoQuery, options?: CallOptions): Pages<InspoList, Project>;
    /**
     * Create a project.
     *
     * Needs the scope `content:write`.
     */
    create(body: CreateInspoRequest, options?: CallOptions): Promise<Project>;
    /**
     * Get a project.
     *
     * Needs the scope `content:read`.
     */
    get(inspoId: string, options?: CallOptions): Promise<Project>;
    /**
     * Update a project.
     *
     * Needs the scope `content:write`.
     */
    update(inspoId: string, body: UpdateInspoRequest, options?: CallOptions): Promise<Project>;
    /**
     * Delete a project.
     *
     * Needs the scope `content:write`.
     */
    delete(inspoId: string, options?: CallOptions): Promise<void>;
  };
  brandKit: {
    /**
     * Get the brand kit.
     *
     * Needs the scope `content:read`.
     */
    get(options?: CallOptions): Promise<BrandKit>;
    /**
     * Set the brand kit.
     *
     * Replaces the whole brand kit. New videos and images use its colors, logo and fonts, unless the product or the style of the request sets its own.
     *
     * Needs the scope `content:write`.
     */
    replace(body: ReplaceBrandKitRequest, options?: CallOptions): Promise<BrandKit>;
  };
  fonts: {
    /**
     * List fonts.
     *
     * Needs the scope `content:read`.
     */
    list(options?: CallOptions): Pages<FontList, Font>;
    /**
     * Upload a font.
     *
     * For captions, text overlays, headings and text. The font is checked, renamed and stored as TTF or OTF. Fonts whose license forbids embedding (`fsType`) are refused. Missing characters are drawn with built-in fonts. For a variable font, the default instance is used.
     *
     * Needs the scope `content:write`. Counts against the `fonts` rate limit.
     */
    create(body: FormData, options?: CallOptions): Promise<Font>;
    /**
     * Delete a font.
     *
     * Returns 409 while the brand kit uses the font.
     *
     * Needs the scope `content:write`.
     */
    delete(fontId: string, options?: CallOptions): Promise<void>;
  };
  uploads: {
    /**
     * Upload a file.
     *
     * Send multipart/form-data with a `file` field to store the file directly. Send JSON `{fileName, contentType, size}` to get a one-time URL for a PUT, whole or in parts, or JSON `{url}` to copy a file. You can edit and post a video immediately: see `videoId`.
     *
     * The one-time URL also accepts a file in consecutive parts, so that an upload survives lost connections: PUT each part with `Content-Range: bytes 0-8388607/52428800`. All parts but the last must have at least 1 MiB. The response is 202 with `received`, and 200 after the last part. `Content-Range: bytes *\/52428800` without a body returns the number of bytes received. Received bytes are kept for 24 hours after each part. If the response to the last part is lost, the same request returns the stored upload for a day.
     *
     * Needs the scope `media:write`. Shows `uploadUrl` once: replays with the same Idempotency-Key mask it.
     */
    create(body: CreateUploadRequest | ImportUploadRequest | FormData, options?: CallOptions): Promise<Upload>;
    /**
     * List uploads.
     *
     * Needs the scope `media:read`.
     */
    list(query?: ListUploadsQuery, options?: CallOptions): Pages<UploadList, Upload>;
    tags: {
      /**
       * List the tags of uploads.
       *
       * Needs the scope `media:read`.
       */
      list(options?: CallOptions): Pages<UploadTagList, UploadTag>;
    };
    /**
     * Change the name or the tags of an upload.
     *
     * Needs the scope `media:write`.
     */
    update(uploadId: string, body: UpdateUploadRequest, options?: CallOptions): Promise<Upload>;
    /**
     * Delete an upload and its file.
     *
     * Needs the scope `media:write`.
     */
    delete(uploadId: string, options?: CallOptions): Promise<void>;
  };
  templates: {
    /**
     * List templates.
     *
     * Your own, newest first, then those of plug-ins and the built-in ones.
     *
     * Needs the scope `media:read`.
     */
    list(query?: ListTemplatesQuery, options?: CallOptions): Pages<TemplateList, TemplateSummary>;
    /**
     * Create a template.
     *
     * A request with its `templateId` and `fields` fills in the body, then runs like a request with that body. A line or a scene whose fields are hidden is left out. The body is checked with the examples of the fields.
     *
     * Needs the scope `media:write`.
     */
    create(body: CreateTemplateRequest, options?: CallOptions): Promise<Template>;
    /**
     * Get a template with its fields and body.
     *
     * Needs the scope `media:read`.
     */
    get(templateId: string, query?: GetTemplateQuery, options?: CallOptions): Promise<Template>;
    /**
     * Delete a template with all its versions.
     *
     * Videos and images made from it stay.
     *
     * Needs the scope `media:write`.
     */
    delete(templateId: string, options?: CallOptions): Promise<void>;
    versions: {
      /**
       * Add a version to a template.
       *
       * Versions never change. Requests without `templateVersion` use the newest one.
       *
       * Needs the scope `media:write`.
       */
      create(templateId: string, body: CreateTemplateVersionRequest, options?: CallOptions): Promise<Template>;
    };
  };
  videos: {
    /**
     * Generate a video.
     *
     * Costs 2 credits a second. Needs the scope `media:write`. Counts against the `generation` rate limit.
     */
    generate(body: GenerateVideoRequest, options?: CallOptions): Promise<GenerateVideoResponse>;
    storyboard: {
      /**
       * Write the storyboard of a video, free of charge.
       *
       * Takes the body of POST /videos/generate and returns its scenes. Change them and send them back as `scenes`; they are shown exactly as sent. Prices, places, contacts, ratings, menus, figures and comparisons have kinds of their own.
       *
       * Needs the scope `media:write`. Counts against the `storyboard` rate limit.
       */
      create(body: GenerateVideoRequest, options?: CallOptions): Promise<VideoStoryboard>;
    };
    /**
     * List videos.
     *
     * Needs the scope `media:read`.
     */
    list(query?: ListVideosQuery, options?: CallOptions): Pages<VideoList, Video>;
    /**
     * Create a video from an upload.
     *
     * Free of charge. POST /upload does this automatically for every video. Use this route for another copy, a different title or a video at a URL.
     *
     * Needs the scope `media:write`.
     */
    create(body: UploadVideo, options?: CallOptions): Promise<Video>;
    /**
     * Get a video with its versions.
     *
     * Needs the scope `media:read`.
     */
    get(videoId: string, options?: CallOptions): Promise<Video>;
    /**
     * Change the title, tags or folder of a video.
     *
     * Needs the scope `media:write`.
     */
    update(videoId: string, body: UpdateVideoRequest, options?: CallOptions): Promise<Video>;
    /**
     * Delete a video and all its versions, or cancel it.
     *
     * A pending or processing resource is cancelled instead: it becomes `failed` with the code `cancelled` and stays readable. The credits are refunded unless a vendor has already started.
     *
     * Needs the scope `media:write`.
     */
    delete(videoId: string, options?: CallOptions): Promise<void>;
    captionGuides: {
      /**
       * Measure the speech and visible text of a video, to preview captions.
       *
       * Free of charge. Captions follow the speech and avoid the visible text, so a preview that uses these values matches the exported file. Takes a second or more. The result for a version never changes.
       *
       * Needs the scope `media:read`. Counts against the `storyboard` rate limit.
       */
      get(videoId: string, query?: GetVideoCaptionGuidesQuery, options?: CallOptions): Promise<VideoCaptionGuides>;
    };
    transcript: {
      /**
       * Get the transcript of a video with word times.
       *
       * Available for narrated videos and voice-overs whose speech engine reports word times, and for versions with a transcript created by POST. Others return 404.
       *
       * Needs the scope `media:read`.
       */
      get(videoId: string, query?: GetVideoTranscriptQuery, options?: CallOptions): Promise<VideoTranscript>;
      /**
       * Transcribe a video.
       *
       * Returns the transcript. If it already exists, nothing is charged. Captions without a text use it. Returns 202 if it takes long, or immediately with `Prefer: respond-async`; GET then returns its state. Returns 503 if no transcription engine is configured.
       *
       * Costs 1 credit. Needs the scope `media:write`. Counts against the `generation` rate limit.
       */
      create(videoId: string, body?: CreateVideoTranscriptRequest, options?: CallOptions): Promise<VideoTranscript>;
    };
    /**
     * Burn captions into a video.
     *
     * Returns 202 and the id of the edit if the edit takes longer than the server waits, or immediately with `Prefer: respond-async` (RFC 7240). GET /edits/{editId} then returns its state.
     *
     * Costs 2 credits. Needs the scope `media:write`. Counts against the `generation` rate limit.
     */
    addCaptions(videoId: string, body: AddCaptionsRequest, options?: CallOptions): Promise<VideoEdit>;
    /**
     * Add a text or image overlay to a video.
     *
     * Returns 202 and the id of the edit if the edit takes longer than the server waits, or immediately with `Prefer: respond-async` (RFC 7240). GET /edits/{editId} then returns its state.
     *
     * Costs 1 credit. Needs the scope `media:write`. Counts against the `generation` rate limit.
     */
    addOverlay(videoId: string, body: AddOverlayRequest, options?: CallOptions): Promise<VideoEdit>;
    /**
     * Add a voice-over to a video.
     *
     * Returns 202 and the id of the edit if the edit takes longer than the server waits, or immediately with `Prefer: respond-async` (RFC 7240). GET /edits/{editId} then returns its state.
     *
     * Costs 3 credits (voiceover) or 1 credit (recording). Needs the scope `media:write`. Counts against the `generation` rate limit.
     */
    addVoiceover(videoId: string, body: AddVoiceoverRequest, options?: CallOptions): Promise<VideoEdit>;
    /**
     * Trim a video.
     *
     * Returns 202 and the id of the edit if the edit takes longer than the server waits, or immediately with `Prefer: respond-async` (RFC 7240). GET /edits/{editId} then returns its state.
     *
     * Costs 1 credit. Needs the scope `media:write`. Counts against the `generation` rate limit.
     */
    addTrim(videoId: string, body: AddTrimRequest, options?: CallOptions): Promise<VideoEdit>;
    /**
     * Replace the layers of a video.
     *
     * Applies all layers to the original in one pass and adds one version. Every version is made from the original, so quality does not suffer from repeated edits. Costs the sum of the layers that are new or changed; layers that are kept cost nothing, and their speech is not spoken again. Captions without text after a voice-over show its text. A voice-over lowers the music of earlier layers. Unchanged layers add no version. Returns 202 and the id of the edit if the edit takes longer than the server waits, or immediately with `Prefer: respond-async` (RFC 7240). GET /edits/{editId} then returns its state.
     *
     * Costs 2 credits (captions) or 1 credit (overlay) or 3 credits (voiceover) or 1 credit (recording) or 1 credit (trim) or 1 credit (tighten) or 1 credit (reframe) or 1 credit (music layer). Needs the scope `media:write`. Counts against the `generation` rate limit.
     */
    addRender(videoId: string, body: AddRenderRequest, options?: CallOptions): Promise<VideoEdit>;
    versions: {
      /**
       * Get a version of a video with its layers.
       *
       * Times are in seconds of the version. Versions made by a release that did not store layers have none; later edits use their file as the original.
       *
       * Needs the scope `media:read`.
       */
      get(videoId: string, version: string, options?: CallOptions): Promise<VideoVersionDetail>;
      timeline: {
        /**
         * Export the timeline of a version.
         *
         * `srt` and `vtt` contain its captions, `otio` (OpenTimelineIO) its cuts and sounds for editing programs, with URLs of the files. `losses` lists what these formats cannot represent.
         *
         * Needs the scope `media:read`.
         */
        export(
          videoId: string,
          version: string,
          query?: ExportVideoVersionTimelineQuery,
          options?: CallOptions,
        ): Promise<VideoVersionTimeline>;
      };
    };
    clips: {
      /**
       * Find the best moments of a long video and make clips of them.
       *
       * Looks for parts of a talk, podcast or stream that stand on their own, and makes a video of each: in another shape, with captions. If there is a transcript, moments begin and end with a sentence. Each clip costs extra and is refunded if it cannot be made. A clip is a video: its boundaries, its shape and its captions can be changed with POST /videos/{videoId}/render. Searches at most 3 hours.
       *
       * Costs 5 credits. Needs the scope `media:write`. Counts against the `generation` rate limit.
       */
      find(videoId: string, body: FindVideoClipsRequest, options?: CallOptions): Promise<FindVideoClipsResponse>;
    };
    /**
     * Analyse a video.
     *
     * Costs 3 credits. Needs the scope `research:write`. Counts against the `research` rate limit.
     */
    analyze(body: AnalyzeVideoRequest, options?: CallOptions): Promise<AnalyzeVideoResponse>;
  };
  edits: {
    /**
     * Get the state of an edit.
     *
     * Needs the scope `media:read`.
     */
    get(editId: string, options?: CallOptions): Promise<Edit>;
  };
  clips: {
    /**
     * Make videos of more moments of a search.
     *
     * Costs 2 credits. Needs the scope `media:write`. Counts against the `generation` rate limit.
     */
    render(clipsId: string, body: RenderClipsRequest, options?: CallOptions): Promise<ClipSearch>;
    /**
     * List searches for clips.
     *
     * Needs the scope `media:read`.
     */
    list(query?: ListClipsQuery, options?: CallOptions): Pages<ClipList, ClipSearch>;
    /**
     * Get a search for clips.
     *
     * Needs the scope `media:read`.
     */
    get(clipsId: string, options?: CallOptions): Promise<ClipSearch>;
    /**
     * Delete or cancel a search for clips.
     *
     * A pending or processing resource is cancelled instead: it becomes `failed` with the code `cancelled` and stays readable. The credits are refunded unless a vendor has already started.
     *
     * Needs the scope `media:write`.
     */
    delete(clipsId: string, options?: CallOptions): Promise<void>;
  };
  images: {
    /**
     * Generate an image, or edit one when imageId or imageUrl is given.
     *
     * Costs 6 credits (image) or 2 credits (image edit). Needs the scope `media:write`. Counts against the `generation` rate limit.
     */
    generate(body: GenerateImageRequest, options?: CallOptions): Promise<GenerateImageResponse>;
    /**
     * Edit an image.
     *
     * Costs 2 credits. Needs the scope `media:write`. Counts against the `generation` rate limit.
     */
    edit(body: EditImageRequest, options?: CallOptions): Promise<GenerateImageResponse>;
    /**
     * List images.
     *
     * Needs the scope `media:read`.
     */
    list(query?: ListImagesQuery, options?: CallOptions): Pages<ImageList, Image>;
    /**
     * Get an image.
     *
     * Needs the scope `media:read`.
     */
    get(imageId: string, options?: CallOptions): Promise<Image>;
    /**
     * Change the title, tags or folder of an image.
     *
     * Needs the scope `media:write`.
     */
    update(imageId: string, body: UpdateImageRequest, options?: CallOptions): Promise<Image>;
    /**
     * Delete or cancel an image.
     *
     * A pending or processing resource is cancelled instead: it becomes `failed` with the code `cancelled` and stays readable. The credits are refunded unless a vendor has already started.
     *
     * Needs the scope `media:write`.
     */
    delete(imageId: string, options?: CallOptions): Promise<void>;
  };
  music: {
    /**
     * Generate music.
     *
     * Costs 3 credits. Needs the scope `media:write`. Counts against the `generation` rate limit.
     */
    generate(body: GenerateMusicRequest, options?: CallOptions): Promise<GenerateMusicResponse>;
    /**
     * List music.
     *
     * Needs the scope `media:read`.
     */
    list(query?: ListMusicQuery, options?: CallOptions): Pages<MusicList, Track>;
    /**
     * Get a track.
     *
     * Needs the scope `media:read`.
     */
    get(musicId: string, options?: CallOptions): Promise<Track>;
    /**
     * Change the title, tags or folder of a track.
     *
     * Needs the scope `media:write`.
     */
    update(musicId: string, body: UpdateMusicRequest, options?: CallOptions): Promise<Track>;
    /**
     * Delete or cancel a track.
     *
     * A pending or processing resource is cancelled instead: it becomes `failed` with the code `cancelled` and stays readable. The credits are refunded unless a vendor has already started.
     *
     * Needs the scope `media:write`.
     */
    delete(musicId: string, options?: CallOptions): Promise<void>;
  };
  library: {
    /**
     * List folders and tags.
     *
     * Needs the scope `media:read`.
     */
    get(query?: GetLibraryQuery, options?: CallOptions): Promise<Library>;
    folders: {
      /**
       * Rename or remove a folder.
       *
       * Resources of a removed folder stay, without a folder. If the new name already exists, both folders are merged.
       *
       * Needs the scope `media:write`.
       */
      rename(body: RenameLibraryFolderRequest, options?: CallOptions): Promise<RenameLibraryFolderResponse>;
    };
  };
  drafts: {
    /**
     * List your drafts.
     *
     * Returns the 100 most recently changed drafts, without their content.
     *
     * Needs a key, of any scope.
     */
    list(query?: ListDraftsQuery, options?: CallOptions): Pages<DraftList, Draft>;
    /**
     * Get a draft.
     *
     * Needs a key, of any scope.
     */
    get(name: string, options?: CallOptions): Promise<GetDraftResponse>;
    /**
     * Save a draft.
     *
     * Send the `revision` that you last read, or 0 for a new draft. If the draft has changed since, nothing is stored: the response is 409 `draft_changed`, or 404 if the draft was deleted.
     *
     * Needs a key, of any scope.
     */
    save(name: string, body: SaveDraftRequest, options?: CallOptions): Promise<Draft>;
    /**
     * Delete a draft.
     *
     * Needs a key, of any scope.
     */
    delete(name: string, options?: CallOptions): Promise<void>;
  };
  viralLibrary: {
    /**
     * Search the viral library by meaning.
     *
     * Covers the analysed videos of the account and of the shared library, or the account's own media with `library=media`. Filters in the query text are applied and listed in `interpreted`. The score is the similarity of meaning, raised by shared words; a named @creator or #hashtag counts most. During a large import, the newest videos are found by meaning immediately, and by words some seconds later.
     *
     * Needs the scope `research:read`. Counts against the `search` rate limit.
     */
    search(query: SearchViralLibraryQuery, options?: CallOptions): Promise<SearchViralLibraryResponse>;
    videos: {
      /**
       * List viral library videos.
       *
       * Needs the scope `research:read`.
       */
      list(query?: ListViralLibraryVideosQuery, options?: CallOptions): Pages<ViralLibraryVideoList, ViralLibraryVideo>;
      /**
       * Import videos into the viral library.
       *
       * Videos are analysed afterwards: first the caption and the metrics (`basis: caption`), then, while no job waits, the clip itself (`basis: video`) if its `videoUrl` can be read. Each URL is tried once, by the built-in engine only. At most 100 clips of an account wait at a time; other videos keep the analysis of their caption. Nothing is charged, no event is sent, and GET /analyses does not list these analyses.
       *
       * Needs the scope `research:write`.
       */
      import(body: ImportViralLibraryVideosRequest, options?: CallOptions): Promise<ImportViralLibraryVideosResponse>;
      /**
       * Get a viral library video.
       *
       * Needs the scope `research:read`.
       */
      get(id: string, options?: CallOptions): Promise<ViralLibraryVideo>;
      /**
       * Delete a viral library video.
       *
       * Needs the scope `research:write`.
       */
      delete(id: string, options?: CallOptions): Promise<void>;
      similar: {
        /**
         * Find similar videos.
         *
         * Analysed videos of the account and of the shared library, most similar first, in any language that the model supports. Excludes the video itself.
         *
         * Needs the scope `research:read`. Counts against the `search` rate limit.
         */
        list(
          id: string,
          query?: ListSimilarViralLibraryVideosQuery,
          options?: CallOptions,
        ): Pages<ViralLibraryVideoSimilar, SearchViralLibraryResult>;
      };
    };
    demo: {
      /**
       * Load the sample videos into the shared library.
       *
       * About 300 sample videos with fictional captions, creators and metrics.
       *
       * Needs the scope `admin`.
       */
      load(options?: CallOptions): Promise<ViralLibraryDemo>;
    };
  };
  webhooks: {
    /**
     * List webhooks.
     *
     * Needs the scope `webhooks:manage`.
     */
    list(query?: ListWebhooksQuery, options?: CallOptions): Pages<WebhookList, Webhook>;
    /**
     * Create a webhook.
     *
     * The secret is shown once. Messages are signed as defined by Standard Webhooks: verify the signature before you trust one. A webhook receives only what its creator may read: named events require their read scope, and a pattern covers the readable events. A webhook is disabled when its creating key or person is removed. Whoever changes its `url` or `events`, or enables it, becomes its creator.
     *
     * Needs the scope `webhooks:manage`. Shows `secret` once: replays with the same Idempotency-Key mask it.
     */
    create(body: CreateWebhookRequest, options?: CallOptions): Promise<CreateWebhookResponse>;
    /**
     * Get a webhook.
     *
     * Needs the scope `webhooks:manage`.
     */
    get(webhookId: string, options?: CallOptions): Promise<Webhook>;
    /**
     * Update a webhook.
     *
     * Needs the scope `webhooks:manage`.
     */
    update(webhookId: string, body: UpdateWebhookRequest, options?: CallOptions): Promise<Webhook>;
    /**
     * Delete a webhook and its deliveries.
     *
     * Needs the scope `webhooks:manage`.
     */
    delete(webhookId: string, options?: CallOptions): Promise<void>;
    /**
     * Rotate the secret of a webhook.
     *
     * Returns a new secret. Messages are also signed with the old one for a day.
     *
     * Needs the scope `webhooks:manage`. Shows `secret` once: replays with the same Idempotency-Key mask it.
     */
    rotateSecret(webhookId: string, options?: CallOptions): Promise<RotateWebhookSecretResponse>;
    /**
     * Send a test message.
     *
     * Sends a `webhook.test` message once, without retries, or a sample of an event type with `test: true`, whether or not the webhook subscribes to it.
     *
     * Needs the scope `webhooks:manage`.
     */
    test(webhookId: string, body?: TestWebhookRequest, options?: CallOptions): Promise<WebhookDelivery>;
    deliveries: {
      /**
       * List the deliveries of a webhook.
       *
       * Only deliveries of events that the caller may read.
       *
       * Needs the scope `webhooks:manage`.
       */
      list(
        webhookId: string,
        query?: ListWebhookDeliveriesQuery,
        options?: CallOptions,
      ): Pages<WebhookDeliveryList, WebhookDelivery>;
      /**
       * Get a delivery.
       *
       * Needs the scope `webhooks:manage`.
       */
      get(webhookId: string, deliveryId: string, options?: CallOptions): Promise<GetWebhookDeliveryResponse>;
      /**
       * Send a delivery again.
       *
       * Needs the scope `webhooks:manage`.
       */
      redeliver(webhookId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>;
    };
  };
  people: {
    /**
     * List people.
     *
     * Needs the scope `workspace:manage`.
     */
    list(query?: ListPeopleQuery, options?: CallOptions): Pages<PersonList, Person>;
    invitations: {
      /**
       * List pending invitations.
       *
       * Needs the scope `workspace:manage`.
       */
      list(query?: ListPersonInvitationsQuery, options?: CallOptions): Pages<PersonInvitationList, PersonInvitation>;
      /**
       * Invite a person.
       *
       * Sends the link by mail if mail is configured (`mailed`). Also returns it, only once, so that you can send it another way. Inviting the same address again replaces the link. People who belong to another account accept after signing in, and switch between their accounts.
       *
       * Needs the scope `workspace:manage`. Shows `link` once: replays with the same Idempotency-Key mask it.
       */
      create(body: CreatePersonInvitationRequest, options?: CallOptions): Promise<CreatePersonInvitationResponse>;
      /**
       * Revoke an invitation.
       *
       * Needs the scope `workspace:manage`.
       */
      delete(invitationId: string, options?: CallOptions): Promise<void>;
    };
    /**
     * Get a person.
     *
     * Needs the scope `workspace:manage`.
     */
    get(personId: string, options?: CallOptions): Promise<Person>;
    /**
     * Update a person.
     *
     * The role is the one in your account, or, for administrators, in the person's only account. Nobody can give a role with scopes that they lack. Lowering a role also revokes the keys that the person created there, which the response lists, and disables their webhooks. Changing the name needs the scope `admin`.
     *
     * Needs the scope `workspace:manage`.
     */
    update(personId: string, body: UpdatePersonRequest, options?: CallOptions): Promise<UpdatePersonResponse>;
    /**
     * Remove a person.
     *
     * Ends the person's sessions, revokes the keys they created and the keys created with these, and disables their webhooks. List these keys beforehand with GET /people/{personId}/created/keys. Without the scope `admin`, people who belong to other accounts too are removed from yours only.
     *
     * Needs the scope `workspace:manage`.
     */
    delete(personId: string, options?: CallOptions): Promise<void>;
    workspaces: {
      /**
       * Add a person to an account.
       *
       * If they already belong to the account, changes their role there. People with several accounts switch between them in the dashboard.
       *
       * Needs the scope `admin`.
       */
      set(
        personId: string,
        accountId: string,
        body: SetPersonWorkspaceRequest,
        options?: CallOptions,
      ): Promise<UpdatePersonResponse>;
      /**
       * Remove a person from an account.
       *
       * Revokes the keys that they created there and disables their webhooks. The only account of a person cannot be removed.
       *
       * Needs the scope `admin`.
       */
      delete(personId: string, accountId: string, options?: CallOptions): Promise<void>;
    };
    created: {
      keys: {
        /**
         * List the keys that a person created.
         *
         * Keys that would be revoked if the person were removed, including those created with these keys.
         *
         * Needs the scope `workspace:manage`.
         */
        list(
          personId: string,
          query?: ListPersonKeysQuery,
          options?: CallOptions,
        ): Pages<PersonCreatedKeyList, PersonCreatedKey>;
      };
    };
    password: {
      /**
       * Create a password reset link.
       *
       * Returns a link that is shown only once. The current password stays valid until the link is used. Earlier links stop working.
       *
       * Needs the scope `admin`. Shows `link` once: replays with the same Idempotency-Key mask it.
       */
      reset(personId: string, options?: CallOptions): Promise<PersonPasswordReset>;
    };
    signIn: {
      sessions: {
        /**
         * List the sessions of a person.
         *
         * Needs the scope `admin`.
         */
        list(
          personId: string,
          query?: ListPersonSessionsQuery,
          options?: CallOptions,
        ): Pages<PersonSignInSessionList, PersonSignInSession>;
        /**
         * End all sessions of a person.
         *
         * Takes effect immediately, on every server. Their API keys keep working, and they can sign in again.
         *
         * Needs the scope `admin`.
         */
        clear(personId: string, options?: CallOptions): Promise<void>;
        /**
         * End a session of a person.
         *
         * Needs the scope `admin`.
         */
        delete(personId: string, sessionId: string, options?: CallOptions): Promise<void>;
      };
      twoFactor: {
        /**
         * Turn off the two-factor authentication of a person.
         *
         * For people who have lost their authenticator app and their recovery codes.
         *
         * Needs the scope `admin`.
         */
        remove(personId: string, options?: CallOptions): Promise<void>;
      };
      provider: {
        /**
         * Unlink a person from the OpenID Connect provider.
         *
         * Ends the person's sessions. The next sign-in at the provider with their verified email address is linked to them. Use this if the provider has given them a new identity.
         *
         * Needs the scope `admin`.
         */
        unlink(personId: string, options?: CallOptions): Promise<void>;
      };
    };
  };
  notifications: {
    /**
     * Get the notification settings of a person.
     *
     * Needs a key, of any scope.
     */
    get(personId: string, options?: CallOptions): Promise<Notification>;
    /**
     * Change the notification settings of a person.
     *
     * Needs a key, of any scope.
     */
    update(personId: string, body: UpdateNotificationsRequest, options?: CallOptions): Promise<Notification>;
  };
  social: {
    platforms: {
      /**
       * List the platforms, and what a post to each one requires.
       *
       * One entry per provider and platform: what a post may show, the limits of its caption, and its settings. A post that lacks a required field can only be saved as a draft.
       *
       * Needs the scope `social:read`.
       */
      list(options?: CallOptions): Pages<SocialPlatformList, SocialPlatform>;
    };
    accounts: {
      /**
       * List the connected accounts.
       *
       * Needs the scope `social:read`.
       */
      list(query?: ListSocialAccountsQuery, options?: CallOptions): Pages<SocialAccountList, SocialAccount>;
      /**
       * Synchronise the connected accounts.
       *
       * Reads the accounts from the scheduling provider. Call this after an account was connected there.
       *
       * Needs the scope `social:write`.
       */
      sync(options?: CallOptions): Promise<SyncSocialAccountsResponse>;
      /**
       * Connect an account without a scheduling provider.
       *
       * Returns the URL of a page on the platform, where a person grants access. It redirects back to this server, which shows your Vireo account and asks the person to confirm. The account then appears in GET /social/accounts. Also renews the access to an expired account.
       *
       * Needs the scope `social:write`. Counts against the `posts` rate limit. Shows `authorizeUrl` once: replays with the same Idempotency-Key mask it.
       */
      connect(body: ConnectSocialAccountRequest, options?: CallOptions): Promise<SocialAccountConnect>;
      /**
       * Disconnect an account.
       *
       * Revokes the access and deletes the tokens. The account stays listed as disconnected, with its posts and their results. Its scheduled posts fail when they are due.
       *
       * Needs the scope `social:write`. Counts against the `posts` rate limit.
       */
      disconnect(accountId: string, options?: CallOptions): Promise<void>;
      slots: {
        /**
         * Get the queue slots of an account.
         *
         * Needs the scope `social:read`.
         */
        get(accountId: string, options?: CallOptions): Promise<SocialAccountSlotList>;
        /**
         * Set the queue slots of an account.
         *
         * Posts in mode queue take the next free slot. Already scheduled posts keep their times.
         *
         * Needs the scope `social:write`. Counts against the `posts` rate limit.
         */
        set(
          accountId: string,
          body: SetSocialAccountSlotsRequest,
          options?: CallOptions,
        ): Promise<SocialAccountSlotList>;
      };
      creatorInfo: {
        /**
         * Get the posting settings of a TikTok creator.
         *
         * Always read from TikTok. Clients that let people post to TikTok must first show them the creator, the privacy levels to choose from, and the interactions that can be allowed.
         *
         * Needs the scope `social:read`.
         */
        get(accountId: string, options?: CallOptions): Promise<SocialAccountCreatorInfo>;
      };
      bestTimes: {
        /**
         * Get the best times to post.
         *
         * Based on the account's own results of the last 180 days. Returns the number of posts behind each time.
         *
         * Needs the scope `social:read`.
         */
        get(accountId: string, options?: CallOptions): Promise<SocialAccountBestTimes>;
      };
    };
    groups: {
      /**
       * List the groups of social accounts.
       *
       * `group` filters posts, calendar, accounts and analytics by one.
       *
       * Needs the scope `social:read`.
       */
      list(options?: CallOptions): Pages<SocialGroupList, SocialGroup>;
      /**
       * Create a group of social accounts, or replace its accounts.
       *
       * Needs the scope `social:write`. Counts against the `posts` rate limit.
       */
      set(name: string, body: SetSocialGroupRequest, options?: CallOptions): Promise<SocialGroup>;
      /**
       * Delete a group of social accounts.
       *
       * Needs the scope `social:write`. Counts against the `posts` rate limit.
       */
      delete(name: string, options?: CallOptions): Promise<void>;
    };
    snippets: {
      /**
       * List the sets of hashtags and the caption templates.
       *
       * Needs the scope `social:read`.
       */
      list(options?: CallOptions): Pages<SocialSnippetList, SocialSnippet>;
      /**
       * Create a set of hashtags or a caption template, or replace it.
       *
       * Needs the scope `social:draft`. Counts against the `posts` rate limit.
       */
      set(name: string, body: SetSocialSnippetRequest, options?: CallOptions): Promise<SocialSnippet>;
      /**
       * Delete a set of hashtags or a caption template.
       *
       * Needs the scope `social:draft`. Counts against the `posts` rate limit.
       */
      delete(name: string, options?: CallOptions): Promise<void>;
    };
    posts: {
      metrics: {
        /**
         * Get the metrics of a post.
         *
         * Metrics are snapshots: they are added over time and never overwritten.
         *
         * Needs the scope `social:read`.
         */
        get(postId: string, options?: CallOptions): Promise<SocialPostMetrics>;
      };
      /**
       * List posts.
       *
       * Needs the scope `social:read`.
       */
      list(query?: ListSocialPostsQuery, options?: CallOptions): Pages<SocialPostList, SocialPost>;
      /**
       * Schedule a video or images, publish them now, or save a draft.
       *
       * Returns immediately; `targets` shows the result for each account. If the account requires an approval (GET /social/approval), the post gets the status `needs_approval`; otherwise all modes but `draft` also need the scope social:write. Each target is sent at most once. If the outcome of a call is unknown, the target becomes `unconfirmed` and is resolved only by reading from the provider.
       *
       * Needs the scope `social:draft`. Counts against the `posts` rate limit.
       */
      create(body: CreateSocialPostRequest, options?: CallOptions): Promise<SocialPost>;
      bulk: {
        /**
         * Create up to 100 posts, as JSON or from CSV.
         *
         * If one is invalid, none is created, and `errors` lists each problem, such as `posts.3.scheduledFor`. Otherwise each post has its own result.
         *
         * Needs the scope `social:draft`. Counts against the `posts` rate limit.
         */
        create(body: CreateSocialPostsRequest, options?: CallOptions): Promise<SocialPostBulk>;
      };
      /**
       * Get a post with its targets.
       *
       * Needs the scope `social:read`.
       */
      get(postId: string, options?: CallOptions): Promise<SocialPost>;
      /**
       * Update a draft or scheduled post.
       *
       * Changes only the fields that are sent. Where the account requires an approval, an approved post whose content changes needs one again. Scheduling without an approval needs the scope social:write.
       *
       * Needs the scope `social:draft`. Counts against the `posts` rate limit.
       */
      update(postId: string, body: UpdateSocialPostRequest, options?: CallOptions): Promise<SocialPost>;
      /**
       * Cancel a draft or scheduled post.
       *
       * The post stays readable.
       *
       * Needs the scope `social:draft`. Counts against the `posts` rate limit.
       */
      delete(postId: string, options?: CallOptions): Promise<void>;
      /**
       * Publish a draft or scheduled post now.
       *
       * Needs the scope social:write. Where the account requires an approval, the post is published when it is approved.
       *
       * Needs the scope `social:draft`. Counts against the `posts` rate limit.
       */
      publish(postId: string, options?: CallOptions): Promise<SocialPost>;
      /**
       * Retry the failed targets of a post.
       *
       * Other targets are not sent again.
       *
       * Needs the scope `social:write`. Counts against the `posts` rate limit.
       */
      retry(postId: string, options?: CallOptions): Promise<SocialPost>;
      /**
       * Approve a post.
       *
       * The post is then published at its time, or now if it has none. Returns 409 `revision_changed` if it was changed since you read it, `already_decided` if someone else decided first, and `schedule_passed` if its time has passed: send a new time, or `mode`.
       *
       * Needs the scope `social:approve`. Counts against the `posts` rate limit.
       */
      approve(postId: string, body: ApproveSocialPostRequest, options?: CallOptions): Promise<SocialPost>;
      /**
       * Reject a post and ask for changes.
       *
       * The post becomes a draft again.
       *
       * Needs the scope `social:approve`. Counts against the `posts` rate limit.
       */
      reject(postId: string, body: RejectSocialPostRequest, options?: CallOptions): Promise<SocialPost>;
      comments: {
        /**
         * List the comments on a post.
         *
         * Needs the scope `social:read`.
         */
        list(
          postId: string,
          query?: ListSocialPostCommentsQuery,
          options?: CallOptions,
        ): Pages<SocialPostCommentList, SocialPostComment>;
        /**
         * Comment on a post.
         *
         * Comments of the visibility client are also shown to people with a review link.
         *
         * Needs the scope `social:draft`. Counts against the `posts` rate limit.
         */
        create(postId: string, body: CreateSocialPostCommentRequest, options?: CallOptions): Promise<SocialPostComment>;
      };
    };
    analytics: {
      /**
       * Get metrics of posts by time, account, platform, post, hook or length.
       *
       * Adds up the newest metrics of each target published in this period. GET /social/analytics.csv returns the same as a table.
       *
       * Needs the scope `social:read`.
       */
      get(query: GetSocialAnalyticsQuery, options?: CallOptions): Promise<SocialAnalytics>;
    };
    calendar: {
      /**
       * Get the calendar: the first posts of each day, and their number.
       *
       * Groups posts by day in `timezone`. Without `status`, leaves out cancelled posts and drafts without a time. For the remaining posts of a busy day, use GET /social/posts with `from` and `to`.
       *
       * Needs the scope `social:read`.
       */
      get(query: GetSocialCalendarQuery, options?: CallOptions): Promise<SocialCalendar>;
    };
    approval: {
      /**
       * Get who needs an approval to publish posts.
       *
       * Needs the scope `social:read`.
       */
      get(options?: CallOptions): Promise<SocialApproval>;
      /**
       * Set who needs an approval to publish posts.
       *
       * Posts that wait for an approval keep waiting, and scheduled posts stay scheduled.
       *
       * Needs the scope `social:manage`.
       */
      set(body: SetSocialApprovalRequest, options?: CallOptions): Promise<SocialApproval>;
    };
    reviews: {
      /**
       * List reviews.
       *
       * Needs the scope `social:read`.
       */
      list(query?: ListSocialReviewsQuery, options?: CallOptions): Pages<SocialReviewList, SocialReview>;
      /**
       * Send posts to people without an account for review.
       *
       * Creates a link for each reviewer to a page with these posts. With `canDecide`, they can approve and reject posts there. The links end when they expire, when you revoke them, and when the person or key that created them is removed.
       *
       * Needs the scope `social:draft`. Counts against the `reviews` rate limit. Shows `links` once: replays with the same Idempotency-Key mask it.
       */
      create(body: CreateSocialReviewRequest, options?: CallOptions): Promise<CreateSocialReviewResponse>;
      /**
       * Get a review: who opened its links, and who decided.
       *
       * Needs the scope `social:read`.
       */
      get(reviewId: string, options?: CallOptions): Promise<SocialReview>;
      /**
       * Revoke the links of a review.
       *
       * The review can still be read.
       *
       * Needs the scope `social:draft`.
       */
      revoke(reviewId: string, options?: CallOptions): Promise<void>;
      reviewers: {
        /**
         * Revoke the link of one reviewer.
         *
         * Needs the scope `social:draft`.
         */
        revoke(reviewId: string, reviewerId: string, options?: CallOptions): Promise<void>;
      };
    };
  };
  /**
   * Find videos by keyword, hashtag or search.
   *
   * Waits for the source. If the source fails, returns 502 and refunds the credits.
   *
   * Costs 3 credits. Needs the scope `research:write`. Counts against the `research` rate limit.
   */
  scrapeTiktok(body: ScrapeTiktokRequest, options?: CallOptions): Promise<ScrapeTiktok>;
  scrapes: {
    /**
     * Get the result of a scrape.
     *
     * Kept for 30 days.
     *
     * Needs the scope `research:read`.
     */
    get(scrapeId: string, options?: CallOptions): Promise<ScrapeTiktok>;
  };
  analyses: {
    /**
     * List analyses.
     *
     * Needs the scope `research:read`.
     */
    list(query?: ListAnalysesQuery, options?: CallOptions): Pages<AnalysisList, Analysis>;
    /**
     * Get an analysis.
     *
     * Needs the scope `research:read`.
     */
    get(analysisId: string, options?: CallOptions): Promise<Analysis>;
    /**
     * Delete or cancel an analysis.
     *
     * A pending or processing resource is cancelled instead: it becomes `failed` with the code `cancelled` and stays readable. The credits are refunded unless a vendor has already started.
     *
     * Needs the scope `research:write`.
     */
    delete(analysisId: string, options?: CallOptions): Promise<void>;
  };
  contentPlans: {
    /**
     * List content plans.
     *
     * Needs the scope `research:read`.
     */
    list(query?: ListContentPlansQuery, options?: CallOptions): Pages<ContentPlanList, ContentPlan>;
    /**
     * Create a content plan.
     *
     * Costs 5 credits. Needs the scope `research:write`. Counts against the `research` rate limit.
     */
    create(body: CreateContentPlanRequest, options?: CallOptions): Promise<CreateContentPlanResponse>;
    /**
     * Get a content plan.
     *
     * Needs the scope `research:read`.
     */
    get(planId: string, options?: CallOptions): Promise<ContentPlan>;
    /**
     * Edit the items of a content plan.
     *
     * Send all items. Days, posts per day and platforms cannot change, nor can items that were produced.
     *
     * Needs the scope `research:write`.
     */
    update(planId: string, body: UpdateContentPlanRequest, options?: CallOptions): Promise<ContentPlan>;
    /**
     * Delete or cancel a content plan.
     *
     * A pending or processing resource is cancelled instead: it becomes `failed` with the code `cancelled` and stays readable. The credits are refunded unless a vendor has already started. Produced videos and posts are kept; videos in progress are not posted.
     *
     * Needs the scope `research:write`.
     */
    delete(planId: string, options?: CallOptions): Promise<void>;
    /**
     * Produce the videos of a content plan and schedule them.
     *
     * Makes a video from each item's script, and a post with its caption once the video is completed. `production` shows the progress. All videos are charged at once, or none is made. Each item is made only once, unless it failed: then it is made again, or only posted if its video exists. Also requires the scopes media:write and social:draft, and for mode schedule social:write, unless the account requires an approval: then the posts wait for it.
     *
     * Costs 2 credits a second. Needs the scope `research:write`. Counts against the `generation` rate limit.
     */
    produce(planId: string, body: ProduceContentPlanRequest, options?: CallOptions): Promise<ContentPlan>;
  };
  credits: {
    /**
     * Get the balance.
     *
     * Needs the scope `credits:read`.
     */
    get(options?: CallOptions): Promise<Credits>;
    transactions: {
      /**
       * List credit transactions.
       *
       * Needs the scope `credits:read`.
       */
      list(query?: ListCreditTransactionsQuery, options?: CallOptions): Pages<CreditTransactionList, CreditTransaction>;
    };
    pricing: {
      /**
       * List prices.
       *
       * Needs a key, of any scope.
       */
      get(options?: CallOptions): Promise<CreditPricing>;
    };
    grants: {
      /**
       * Grant credits to an account.
       *
       * Needs the scope `admin`.
       */
      create(body: CreateCreditGrantRequest, options?: CallOptions): Promise<CreditGrant>;
    };
  };
  accounts: {
    /**
     * Suspend an account.
     *
     * Its keys and sessions get 403 `account_suspended` immediately. Running jobs finish; queued jobs, due posts and webhook deliveries wait until the account is resumed. Nothing is published or charged. Your own account and the owner account cannot be suspended.
     *
     * Needs the scope `admin`.
     */
    suspend(accountId: string, options?: CallOptions): Promise<Account>;
    /**
     * Resume an account.
     *
     * Ends a suspension, and cancels a deletion that has not begun. Posts that are now too late fail with `missed`, and can be retried.
     *
     * Needs the scope `admin`.
     */
    resume(accountId: string, options?: CallOptions): Promise<Account>;
    /**
     * Get an account.
     *
     * Needs the scope `admin`.
     */
    get(accountId: string, options?: CallOptions): Promise<Account>;
    /**
     * Update an account.
     *
     * Changes the name and the quotas of an account.
     *
     * Needs the scope `admin`.
     */
    update(accountId: string, body: UpdateAccountRequest, options?: CallOptions): Promise<Account>;
    /**
     * Delete an account.
     *
     * Suspends the account, and deletes it with all its data at `deleteAt`: rows, media, search index, keys, people and secrets. Until then, POST /accounts/{accountId}/resume cancels it. Its audit entries stay, without names.
     *
     * Needs the scope `admin`.
     */
    delete(accountId: string, options?: CallOptions): Promise<Account>;
    /**
     * List accounts.
     *
     * Needs the scope `admin`.
     */
    list(query?: ListAccountsQuery, options?: CallOptions): Pages<AccountList, Account>;
    /**
     * Create an account.
     *
     * A person who creates one in the dashboard becomes its manager, and can switch to it.
     *
     * Needs the scope `admin`.
     */
    create(body: CreateAccountRequest, options?: CallOptions): Promise<Account>;
  };
  usage: {
    /**
     * Get the usage and quotas of your account.
     *
     * Needs a key, of any scope.
     */
    get(options?: CallOptions): Promise<Usage>;
  };
  keys: {
    /**
     * List API keys.
     *
     * Needs the scope `keys:manage`.
     */
    list(query?: ListKeysQuery, options?: CallOptions): Pages<KeyList, Key>;
    /**
     * Create an API key.
     *
     * The new key never has more rights than the key that creates it: its scopes are a subset, and its expiry and version are not later. `expiresAt` and `apiVersion` default to those of the creating key.
     *
     * Needs the scope `keys:manage`. Shows `key` once: replays with the same Idempotency-Key mask it.
     */
    create(body: CreateKeyRequest, options?: CallOptions): Promise<CreateKeyResponse>;
    /**
     * Get an API key.
     *
     * Needs the scope `keys:manage`.
     */
    get(keyId: string, options?: CallOptions): Promise<Key>;
    /**
     * Update an API key.
     *
     * A key cannot change a key with scopes that it lacks, and cannot set an expiry later than its own. So no key can extend its own expiry.
     *
     * Needs the scope `keys:manage`.
     */
    update(keyId: string, body: UpdateKeyRequest, options?: CallOptions): Promise<Key>;
    /**
     * Revoke an API key.
     *
     * Needs the scope `keys:manage`.
     */
    delete(keyId: string, options?: CallOptions): Promise<void>;
    /**
     * Rotate an API key.
     *
     * Needs the scope `keys:manage`. Shows `key` once: replays with the same Idempotency-Key mask it.
     */
    rotate(keyId: string, options?: CallOptions): Promise<CreateKeyResponse>;
  };
  workspace: {
    /**
     * Get your account.
     *
     * Needs a key, of any scope.
     */
    get(options?: CallOptions): Promise<Workspace>;
    /**
     * Update your account.
     *
     * Changes the name, color and image that people see in the dashboard.
     *
     * Needs the scope `workspace:manage`.
     */
    update(body: UpdateWorkspaceRequest, options?: CallOptions): Promise<Workspace>;
  };
  auditLog: {
    /**
     * List the audit log.
     *
     * Entries of all accounts, newest first. They are kept for 400 days, even if the resources they name are deleted, and never contain secrets.
     *
     * Needs the scope `admin`.
     */
    list(query?: ListAuditLogQuery, options?: CallOptions): Pages<AuditLogList, Entry>;
  };
}
