import { VisuallyHidden } from "@mantine/core";
import type { SocialPost } from "#client/index";
import { PlatformSign, platforms } from "../../ui/platform";
import { states } from "../../ui/post-state";
import { timeOf } from "../../ui/posts";

const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });

/** What people know a post by. */
export const wordsOfPost = (post: SocialPost): string =>
  post.title || post.content.trim().split("\n")[0] || "No caption";

/** One line of the calendar: state, time, words, platforms. */
export function Entry({ post, isNarrow }: { post: SocialPost; isNarrow: boolean }) {
  const { word, icon: Icon } = states[post.status];
  const at = timeOf(post);
  return (
    <span
      className="post-line"
      title={`${word}, ${post.platforms.map((one) => platforms[one]).join(", ")}: ${wordsOfPost(post)}`}
    >
      <span className="post-sign">
        <Icon size={13} aria-hidden />
        <VisuallyHidden>{word}</VisuallyHidden>
      </span>
      <time dateTime={new Date(at).toISOString()}>{clock.format(at)}</time>
      <span className="post-words">{isNarrow ? "" : wordsOfPost(post)}</span>
      {!isNarrow && (
        <span className="post-where">
          {post.platforms.map((platform) => (
            <PlatformSign key={platform} platform={platform} named />
          ))}
        </span>
      )}
    </span>
  );
}
