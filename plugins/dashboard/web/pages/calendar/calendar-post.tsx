import { VisuallyHidden } from "@mantine/core";
import type { SocialPost } from "vireo/client";
import { PlatformIcon, platforms } from "../../ui/platform";
import { states } from "../../ui/post-status";
import { getPostTime } from "../../ui/posts";

const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
/** "9:30p" where people write "9:30 PM": there is little room. */
const short = (ms: number) => clock.format(ms).replace(/\s?([AP])M$/i, (_, half: string) => half.toLowerCase());

/** What people know a post by. */
export const getPostTitle = (post: SocialPost): string =>
  post.title || post.content.trim().split("\n")[0] || "No caption";

/** A post on the calendar: state, time, platforms, and its words below; where there is no room, its state alone is seen. */
export function Entry({ post, isNarrow }: { post: SocialPost; isNarrow: boolean }) {
  const { word, icon: Icon } = states[post.status];
  const at = getPostTime(post);
  const words = getPostTitle(post);
  const title = `${word}, ${post.platforms.map((one) => platforms[one]).join(", ")}: ${words}`;
  const time = <time dateTime={new Date(at).toISOString()}>{short(at)}</time>;
  const sign = (
    <span className="post-sign">
      <Icon size={13} aria-hidden />
      <VisuallyHidden>{word}</VisuallyHidden>
    </span>
  );
  if (isNarrow) {
    return (
      <span className="post-entry post-narrow" title={title}>
        {sign}
        <VisuallyHidden>
          {time} {words}
        </VisuallyHidden>
      </span>
    );
  }
  return (
    <span className="post-entry" title={title}>
      <span className="post-line">
        {sign}
        {time}
      </span>
      <span className="post-line">
        <span className="post-where">
          {post.platforms.map((platform) => (
            <PlatformIcon key={platform} platform={platform} named />
          ))}
        </span>
        <span className="post-words">{words}</span>
      </span>
    </span>
  );
}

/** What a day has besides the posts that are shown. */
export const More = ({ count, isNarrow }: { count: number; isNarrow: boolean }) => (
  <span className="post-entry" title="Open the day">
    +{count.toLocaleString()}
    {isNarrow ? <VisuallyHidden> more</VisuallyHidden> : " more"}
  </span>
);
