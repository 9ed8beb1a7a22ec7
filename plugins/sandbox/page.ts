import { getPlatformTitle } from "vireo/platform-titles";
import type { Platform } from "vireo/slots/social";
import { commands } from "./commands";
import type { SandboxPost } from "./migrations";
import { script, style } from "./page-assets";
import { platforms } from "./provider";

export interface Feed {
  posts: readonly SandboxPost[];
  /** Limits the feed to one platform. */
  platform?: Platform | undefined;
  /** True if the page shows a single post. */
  isSingle: boolean;
  path: string;
  /** Nonce for the Content-Security-Policy. */
  nonce: string;
}

const toHtml = (value: unknown): string => Bun.escapeHTML(String(value));

const privacy: Record<string, string> = {
  PUBLIC_TO_EVERYONE: "Public",
  MUTUAL_FOLLOW_FRIENDS: "Friends",
  FOLLOWER_OF_CREATOR: "Followers",
  SELF_ONLY: "Only me",
};
const commercial: Record<string, string> = { brand_organic: "Own brand", brand_content: "Paid partnership" };

/** Returns short labels for the settings of a post. */
function getLabels({ shown: { tiktok = {} }, in_inbox }: SandboxPost): string[] {
  const off = (["Comment", "Duet", "Stitch"] as const).flatMap((name) =>
    tiktok[`allow${name}`] === false ? [`${name === "Stitch" ? "Stitches" : `${name}s`} off`] : [],
  );
  return [
    ...(in_inbox ? ["In the inbox"] : []),
    ...(typeof tiktok.privacyLevel === "string" ? [privacy[tiktok.privacyLevel] ?? tiktok.privacyLevel] : []),
    ...(commercial[String(tiktok.commercialContentType)]
      ? [String(commercial[String(tiktok.commercialContentType)])]
      : []),
    ...(tiktok.madeWithAi === true ? ["Made with AI"] : []),
    ...off,
  ];
}

/** Renders the caption with highlighted hashtags. */
const renderCaption = (content: string) =>
  toHtml(content).replace(/#[\p{L}\p{N}_][\p{L}\p{N}_:-]*/gu, (tag) => `<b>${tag}</b>`);

/** Renders the video of a post, or its pictures and videos side by side. */
const renderShown = ({ video, shown: { items = [{ kind: "video" as const, src: video }] } }: SandboxPost): string =>
  items
    .map(({ kind, src }, index) =>
      kind === "video"
        ? `<video src="${toHtml(src)}" loop muted playsinline preload="metadata" controls></video>`
        : `<img src="${toHtml(src)}" alt="Picture ${index + 1} of ${items.length}">`,
    )
    .join("");

function renderPost(post: SandboxPost): string {
  const { shown, platform } = post;
  const time = post.published_at.toISOString();
  return `<article class="slide" id="${toHtml(post.id)}">
  <div class="shown">${renderShown(post)}</div>
  <p class="where ${platform}">${toHtml(getPlatformTitle(platform))}</p>
  <div class="text">
    <p class="who"><img src="/open/sandbox/avatar/${platform}.svg" alt="" width="32" height="32">@${toHtml(post.username)}</p>
    ${shown.title ? `<h2>${toHtml(shown.title)}</h2>` : ""}
    <p class="caption">${renderCaption(post.content)}</p>
    <p class="labels">${getLabels(post)
      .map((label) => `<span>${toHtml(label)}</span>`)
      .join(" ")}</p>
    <p class="time"><time datetime="${time}">${time.slice(0, 16).replace("T", " ")} UTC</time>${
      post.calls > 1 ? ` · published ${post.calls} times` : ""
    }</p>
  </div>
</article>`;
}

const renderTab = (path: string, name: string, isCurrent: boolean) =>
  `<a href="${toHtml(path)}"${isCurrent ? ' aria-current="page"' : ""}>${name}</a>`;

/** Renders the feed as on a phone, with an explanation next to it. */
export function renderFeed({ posts, platform, isSingle, path, nonce }: Feed): string {
  const tabs = [
    renderTab(path, "All", !platform && !isSingle),
    ...platforms.map((entry) => renderTab(`${path}?platform=${entry}`, getPlatformTitle(entry), platform === entry)),
  ];
  const empty = `<div class="empty"><p>Nothing here yet.</p><p>Publish a video to a sandbox account to see it here.</p></div>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>Sandbox feed · Vireo</title>
<link rel="icon" href="/open/sandbox/avatar/${platform ?? "sandbox"}.svg" type="image/svg+xml">
<style nonce="${nonce}">${style}</style>
<header>
  <h1><span>Sandbox</span> feed</h1>
  <p>A preview of posts to the sandbox accounts. Nothing on this page was sent to any platform.</p>
  <nav aria-label="Platform">${tabs.join("")}</nav>
  <details>
    <summary>Simulate errors</summary>
    <p>Add one of these hashtags to a caption to test your client. Append <code>:instagram</code> to limit it to a platform.</p>
    <dl>${Object.entries(commands)
      .map(([name, meaning]) => `<dt>#sandbox-${name}</dt><dd>${toHtml(meaning)}</dd>`)
      .join("")}</dl>
  </details>
</header>
<main class="phone"><div class="feed" tabindex="0" aria-label="Posts">${posts.map(renderPost).join("\n") || empty}</div></main>
<script nonce="${nonce}">${script}</script>
</html>
`;
}

/** Avatars exist for each platform and for the feed. */
type AvatarName = Platform | "sandbox";

const glyphs: Record<AvatarName, string> = {
  sandbox: '<path d="m26 20 20 12-20 12z" fill="#0c0e13"/>',
  tiktok:
    '<path d="M35 14v22a8 8 0 1 1-8-8" fill="none" stroke="#fff" stroke-width="5"/><path d="M35 14c1 6 5 9 10 10" fill="none" stroke="#fff" stroke-width="5"/>',
  instagram:
    '<rect x="16" y="16" width="32" height="32" rx="10" fill="none" stroke="#fff" stroke-width="4.5"/><circle cx="32" cy="32" r="7" fill="none" stroke="#fff" stroke-width="4.5"/>',
  youtube:
    '<rect x="12" y="19" width="40" height="26" rx="8" fill="none" stroke="#fff" stroke-width="4.5"/><path d="m28 26 11 6-11 6z" fill="#fff"/>',
};
const colors: Record<AvatarName, string> = {
  sandbox: "#ffd166",
  tiktok: "#0f766e",
  instagram: "#9d2f8a",
  youtube: "#b3261e",
};

/** Renders a round avatar with a symbol for the platform, not its logo. */
export const renderAvatar = (of: AvatarName): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="${colors[of]}"/>${glyphs[of]}</svg>`;
