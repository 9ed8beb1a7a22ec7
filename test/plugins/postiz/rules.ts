/** What Postiz asks of the body of POST /posts, written down from its public contract, apart from the adapter. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

const Yes = Type.Boolean();
const OneOf = (...words: string[]) => Type.Union(words.map((word) => Type.Literal(word)));

const tiktok = (name: string) =>
  Type.Object({
    __type: Type.Literal(name),
    privacy_level: OneOf("PUBLIC_TO_EVERYONE", "MUTUAL_FOLLOW_FRIENDS", "FOLLOWER_OF_CREATOR", "SELF_ONLY"),
    duet: Yes,
    stitch: Yes,
    comment: Yes,
    autoAddMusic: OneOf("yes", "no"),
    brand_content_toggle: Yes,
    brand_organic_toggle: Yes,
    video_made_with_ai: Type.Optional(Yes),
    content_posting_method: OneOf("DIRECT_POST", "UPLOAD"),
    title: Type.Optional(Type.String({ maxLength: 90 })),
  });

const settings: Record<string, TSchema> = {
  tiktok: tiktok("tiktok"),
  "tiktok-business": tiktok("tiktok-business"),
  instagram: Type.Object({ __type: Type.Literal("instagram"), post_type: OneOf("post", "story") }),
  "instagram-standalone": Type.Object({
    __type: Type.Literal("instagram-standalone"),
    post_type: OneOf("post", "story"),
  }),
  youtube: Type.Object({
    __type: Type.Literal("youtube"),
    title: Type.String({ minLength: 2, maxLength: 100 }),
    type: OneOf("public", "private", "unlisted"),
    selfDeclaredMadeForKids: Type.Optional(OneOf("yes", "no")),
    thumbnail: Type.Optional(Type.Object({ id: Type.String(), path: Type.String() })),
  }),
  x: Type.Object({
    __type: Type.Literal("x"),
    who_can_reply_post: OneOf("everyone", "following", "mentionedUsers", "subscribers", "verified"),
    made_with_ai: Type.Optional(Yes),
  }),
  pinterest: Type.Object({
    __type: Type.Literal("pinterest"),
    board: Type.String({ pattern: "^\\d+$" }),
    title: Type.Optional(Type.String({ maxLength: 100 })),
    link: Type.Optional(Type.String({ pattern: "^https?://" })),
  }),
  discord: Type.Object({ __type: Type.Literal("discord"), channel: Type.String({ minLength: 1 }) }),
  ...Object.fromEntries(
    ["linkedin", "linkedin-page", "facebook", "threads", "bluesky", "gmb", "mastodon", "telegram"].map((name) => [
      name,
      Type.Object({ __type: Type.Literal(name) }),
    ]),
  ),
};

const Order = Type.Object({
  type: OneOf("draft", "schedule", "now", "update"),
  date: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT" }),
  shortLink: Type.Boolean(),
  tags: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
  posts: Type.Array(
    Type.Object({
      integration: Type.Object({ id: Type.String() }),
      value: Type.Array(
        Type.Object({
          content: Type.String({ minLength: 6 }),
          image: Type.Array(Type.Object({ id: Type.String(), path: Type.String(), alt: Type.Optional(Type.String()) })),
        }),
        { minItems: 1 },
      ),
      settings: Type.Record(Type.String(), Type.Unknown()),
    }),
    { minItems: 1 },
  ),
});
export type Order = Static<typeof Order>;

export interface Integration {
  id: string;
  identifier: string;
  name: string;
  picture: string;
  profile: string;
  disabled: boolean;
  customer?: { id: string; name: string };
}

const texts = ["linkedin", "linkedin-page", "facebook", "threads", "x", "bluesky", "mastodon", "telegram", "discord"];

const faultOf = (schema: TSchema, value: unknown) => {
  const first = Value.Errors(schema, value).First();
  return first && `${first.path.slice(1).replaceAll("/", ".")} ${first.message}`;
};

/** What is wrong with an order; undefined where nothing is. */
export function mistakeIn(body: unknown, integrations: readonly Integration[]): string | undefined {
  const wrong = faultOf(Order, body);
  if (wrong) return wrong;
  for (const post of (body as Order).posts) {
    const channel = integrations.find(({ id }) => id === post.integration.id);
    if (!channel) return `Integration with id ${post.integration.id} not found`;
    const isText = post.value.every(({ image }) => image.length === 0);
    if (isText && !texts.includes(channel.identifier)) return `${channel.identifier} requires an attachment`;
    const fault = faultOf(settings[channel.identifier] ?? Type.Never(), post.settings);
    if (fault) return fault;
  }
  return undefined;
}

/** What reaches the platform of a post's HTML: without paragraphs it goes out as it is, entities and all. */
export function textOf(html: string): string {
  if (!/<p[\s>]/.test(html)) return html;
  return html
    .replace(/^<p>/, "")
    .replaceAll("<p>", "\n")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}
