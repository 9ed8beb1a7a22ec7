import { categoryIn, type Fate, fateIn } from "./faults";

export interface Order {
  content: string;
  title?: string;
  mediaItems?: { type: string; url: string; altText?: string; filename?: string; mimeType?: string; size?: number }[];
  platforms: { platform: string; accountId: string; platformSpecificData: Record<string, unknown> }[];
  publishNow?: boolean;
  metadata?: Record<string, unknown>;
}

interface Target {
  platform: string;
  accountId: unknown;
  status: string;
  platformPostId?: string;
  platformPostUrl?: string | null;
  publishedAt?: string;
  errorMessage?: string;
  errorCategory?: string;
}

export interface StoredPost {
  _id: string;
  order: Order;
  status: string;
  target: Target;
  createdAt: string;
  fate: Fate | undefined;
  /** Reads so far. */
  reads: number;
}

/** Reads that a slow platform takes. */
const SLOW_READS = 2;
const objectId = () => crypto.randomUUID().replaceAll("-", "").slice(0, 24);

function publish(post: StoredPost): void {
  const { target, fate } = post;
  const id = `7${Math.floor(Math.random() * 1e15)}`;
  Object.assign(target, { status: "published", platformPostId: id, publishedAt: new Date().toISOString() });
  target.platformPostUrl = fate === "late-url" ? null : `https://${target.platform}.example/@shop/video/${id}`;
  post.status = "published";
}

function fail(post: StoredPost, category: string): void {
  post.status = "failed";
  const said = {
    errorMessage: `The platform refused it: ${category}`,
    errorCategory: category,
    errorSource: "platform",
  };
  Object.assign(post.target, { status: "failed", ...said });
}

/** The posts that Zernio has. */
export function createPosts() {
  const posts: StoredPost[] = [];

  return {
    posts,
    /** Makes a post and publishes it at once, as far as the platform is quick. */
    make(order: Order): StoredPost {
      const [first] = order.platforms;
      if (!first) throw new Error("A post without a target.");
      const post: StoredPost = {
        _id: objectId(),
        order,
        status: "publishing",
        target: { platform: first.platform, accountId: first.accountId, status: "processing" },
        createdAt: new Date().toISOString(),
        fate: fateIn(order.content),
        reads: 0,
      };
      posts.unshift(post);
      const category = categoryIn(order.content);
      if (post.fate === "partial") fail(post, category ?? "platform_rejected");
      else if (post.fate === "retried") post.target.status = "failed";
      else if (post.fate !== "slow" && post.fate !== "stuck" && post.fate !== "aborted") publish(post);
      return post;
    },
    /** What happens meanwhile: seen with each look at a post. */
    progress(post: StoredPost): void {
      post.reads++;
      const category = categoryIn(post.order.content);
      if (post.fate === "late-url" && post.reads > 1)
        post.target.platformPostUrl = "https://tiktok.example/@shop/video/7123";
      if (post.fate === "stuck" || post.status !== "publishing" || post.reads < SLOW_READS) return;
      if (category) fail(post, category);
      else publish(post);
    },
    view: ({ _id, order, status, target, createdAt }: StoredPost) => ({
      _id,
      userId: "65f0c0ffee",
      content: order.content,
      mediaItems: order.mediaItems,
      platforms: [{ ...target, platformSpecificData: order.platforms[0]?.platformSpecificData }],
      status,
      timezone: "UTC",
      metadata: { ...order.metadata, usageCounted: true },
      createdAt,
      updatedAt: createdAt,
    }),
    count: (content: string) => posts.filter(({ order }) => order.content === content).length,
  };
}
