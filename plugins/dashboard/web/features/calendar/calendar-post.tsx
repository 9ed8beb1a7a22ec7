import { VisuallyHidden } from "@mantine/core";
import type { SocialPost } from "vireo/client";
import { PlatformIcon, platforms } from "../../ui/platform";
import { statuses } from "../../ui/post-status";
import { getPostTime, getPostTitle } from "../../ui/posts";

const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
/** "9:30p" instead of "9:30 PM", to save room. */
const formatTime = (ms: number) => clock.format(ms).replace(/\s?([AP])M$/i, (_, half: string) => half.toLowerCase());

/** A post on the calendar: status, time, platforms and title. Without room, only the status is visible. */
export function CalendarPost({ post, isNarrow }: { post: SocialPost; isNarrow: boolean }) {
  const { label, icon: Icon } = statuses[post.status];
  const at = getPostTime(post);
  const title = getPostTitle(post);
  const tooltip = `${label}, ${post.platforms.map((one) => platforms[one]).join(", ")}: ${title}`;
  const time = <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>;
  const icon = (
    <span className="post-icon">
      <Icon size={13} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
  if (isNarrow) {
    return (
      <span className="post-entry post-narrow" title={tooltip}>
        {icon}
        <VisuallyHidden>
          {time} {title}
        </VisuallyHidden>
      </span>
    );
  }
  return (
    <span className="post-entry" title={tooltip}>
      <span className="post-line">
        {icon}
        {time}
      </span>
      <span className="post-line">
        <span className="post-platforms">
          {post.platforms.map((platform) => (
            <PlatformIcon key={platform} platform={platform} named />
          ))}
        </span>
        <span className="post-title">{title}</span>
      </span>
    </span>
  );
}

/** Link to the posts of a day that do not fit. */
export const MoreLink = ({ count, isNarrow }: { count: number; isNarrow: boolean }) => (
  <span className="post-entry" title="View day">
    +{count.toLocaleString()}
    {isNarrow ? <VisuallyHidden> more</VisuallyHidden> : " more"}
  </span>
);
