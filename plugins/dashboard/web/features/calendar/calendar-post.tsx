import { VisuallyHidden } from "@mantine/core";
import { Check, Eye } from "lucide-react";
import type { SocialPost } from "vireo/client";
import { usePostViews } from "../../ui/analytics";
import { formatCount } from "../../ui/numbers";
import { getPlatformName, PlatformIcon } from "../../ui/platform";
import { getPostStatus, statuses } from "../../ui/post-status";
import { usePoster } from "../../ui/poster";
import { getPostTime, getPostTitle } from "../../ui/posts";
import { useThumbnail } from "../../ui/thumbnail";
import { formatClock } from "../../ui/time";

/** Shortens "9:30 PM" to "9:30p", and "9:00p" to "9p" in narrow cells. */
const formatTime = (ms: number, isNarrow: boolean) => {
  const time = formatClock(ms).replace(/\s?([AP])M$/i, (_, half: string) => half.toLowerCase());
  return isNarrow ? time.replace(/:00(?=[ap]$)/, "") : time;
};

interface Props {
  post: SocialPost;
  /** True if there is no room for the title. Thumbnail, time and platforms are always visible. */
  isNarrow: boolean;
  isSelected: boolean;
}

/** A post on the calendar: thumbnail, status, time, platforms and title. */
export function CalendarPost({ post, isNarrow, isSelected }: Props) {
  const { label, icon: Icon } = statuses[getPostStatus(post)];
  const views = usePostViews(post);
  const [first] = post.media ?? [];
  const videoPoster = usePoster(post.videoId ?? first?.videoId);
  const picture = useThumbnail(first?.type === "image" ? first.url : undefined);
  const poster = picture ?? videoPoster;
  const at = getPostTime(post);
  const title = getPostTitle(post);
  const icons = (
    <span className="post-platforms">
      {post.platforms.map((platform) => (
        <PlatformIcon key={platform} platform={platform} named />
      ))}
    </span>
  );
  return (
    <span
      className={isNarrow ? "post-entry post-narrow" : "post-entry"}
      title={`${label}, ${post.platforms.map((platform) => getPlatformName(platform)).join(", ")}: ${title}`}
    >
      {isSelected && (
        <span className="post-check">
          <Check size={12} strokeWidth={3} role="img" aria-label="Selected" />
        </span>
      )}
      {poster && <img className="post-thumb" src={poster} alt="" loading="lazy" />}
      <span className="post-text">
        <span className="post-line">
          <span className="post-icon">
            {/* In narrow cells, the color of the edge shows the status. */}
            {!isNarrow && <Icon size={13} />}
            <VisuallyHidden>{label}</VisuallyHidden>
          </span>
          <time dateTime={new Date(at).toISOString()}>{formatTime(at, isNarrow)}</time>
          {!isNarrow && views !== undefined && (
            <span className="post-views" title={`${views.toLocaleString()} views`}>
              <Eye size={12} role="img" aria-label="Views" />
              {formatCount(views)}
            </span>
          )}
        </span>
        <span className={isNarrow ? "post-line" : "post-title"}>
          {icons}
          {isNarrow ? <VisuallyHidden>{title}</VisuallyHidden> : <> {title}</>}
        </span>
      </span>
    </span>
  );
}

/** Link to a day's posts that are not loaded. */
export const MoreLink = ({ count, isNarrow }: { count: number; isNarrow: boolean }) => (
  <span className="post-entry" title="View day">
    +{count.toLocaleString()}
    {isNarrow ? <VisuallyHidden> more</VisuallyHidden> : " more"}
  </span>
);
