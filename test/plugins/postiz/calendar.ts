import type { Integration, Order } from "./rules";
import { textOf } from "./rules";

export interface StoredPost {
  id: string;
  order: Order["posts"][number];
  type: string;
  publishDate: string;
  state: string;
  creationMethod: string;
  releaseURL: string | null;
  releaseId: string | null;
  /** What people see on the platform. */
  text: string;
  /** Lists that do not show it yet. */
  hidden: number;
  /** Lists that show it in the queue. */
  queued: number;
}

const MINUTE = 60_000;

/** TikTok's id and address of a post. */
export const tiktokId = (task: string) => BigInt(`0x${task.replaceAll("-", "").slice(0, 14)}`).toString();
export const tiktokUrl = (task: string) => `https://www.tiktok.com/@shop/video/${tiktokId(task)}`;

/** The posts that Postiz has, and how it lists them. */
export function createCalendar(integrations: readonly Integration[]) {
  const posts: StoredPost[] = [];
  const control = {
    /** Lists that show a new post in the queue. */
    queued: 1,
    /** What becomes of it then; QUEUE: it is stuck. */
    fate: "PUBLISHED" as "PUBLISHED" | "ERROR" | "QUEUE" | "DRAFT",
    /** Lists by which a new post is late. */
    lag: 0,
    /** Older servers list neither settings nor who made a post; one may drop settings that it does not know. */
    settings: "kept" as "kept" | "dropped" | "unlisted",
  };

  function progress(post: StoredPost): void {
    if (post.state !== "QUEUE" || post.queued-- > 0) return;
    post.state = control.fate;
    if (post.state !== "PUBLISHED") return;
    const isTikTok = String(post.order.settings.__type).startsWith("tiktok");
    post.releaseId = isTikTok ? tiktokId(post.id) : `out-${post.id}`;
    post.releaseURL = isTikTok ? tiktokUrl(post.id) : `https://platform.example/${post.id}`;
  }

  function view(post: StoredPost) {
    const { id, order, publishDate, releaseURL, releaseId, state, creationMethod } = post;
    const channel = integrations.find((one) => one.id === order.integration.id);
    const { vireo, ...known } = order.settings;
    const settings = JSON.stringify(control.settings === "kept" ? { vireo, ...known } : known);
    return {
      ...{ id, publishDate, releaseURL, releaseId, state },
      content: order.value[0]?.content,
      intervalInDays: null,
      group: `group-${id}`,
      tags: [],
      integration: { id: order.integration.id, providerIdentifier: channel?.identifier, name: "Shop", picture: "" },
      ...(control.settings === "unlisted" ? {} : { settings, creationMethod }),
    };
  }

  return {
    posts,
    control,
    /** Takes an order of one post. Postiz keeps only the minute of it. */
    store({ type, posts: [order] }: Order): StoredPost {
      const post = {
        id: crypto.randomUUID(),
        order: order as StoredPost["order"],
        type,
        publishDate: new Date(Math.floor(Date.now() / MINUTE) * MINUTE).toISOString(),
        state: "QUEUE",
        creationMethod: "API",
        releaseURL: null,
        releaseId: null,
        text: textOf(order?.value[0]?.content ?? ""),
        hidden: control.lag,
        queued: control.queued,
      };
      posts.push(post);
      return post;
    },
    list(from: number, to: number) {
      const found = posts.filter(({ publishDate }) => from <= Date.parse(publishDate) && Date.parse(publishDate) <= to);
      const shown = found.filter((post) => post.hidden-- <= 0);
      shown.forEach(progress);
      return shown.map(view);
    },
  };
}
