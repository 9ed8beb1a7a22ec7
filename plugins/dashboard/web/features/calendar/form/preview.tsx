import { Avatar, Center, Paper, SegmentedControl, Stack, Switch, Text, Title } from "@mantine/core";
import {
  Bookmark,
  ChevronLeft,
  ChevronRight,
  Film,
  Heart,
  MessageCircle,
  Send,
  Share2,
  ThumbsDown,
  ThumbsUp,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import type { SocialAccount } from "vireo/client";
import { toLocalUrl, useMediaItem } from "../../../ui/media";
import { getPlatformName, platforms } from "../../../ui/platform";
import type { Platform } from "../../../ui/posts";
import { QueryView } from "../../../ui/query-view";
import { SafeZone } from "../../../ui/safe-zone";
import { toVisibleCaption } from "./length";
import { getPlatforms, type SelectedMedia, type Values } from "./values";
import "./phone-frame.css";

/** Buttons next to the video, in each platform's order. */
const rails: Readonly<Record<string, readonly (typeof Heart)[]>> = {
  tiktok: [Heart, MessageCircle, Bookmark, Share2],
  instagram: [Heart, MessageCircle, Send],
  youtube: [ThumbsUp, ThumbsDown, MessageCircle, Share2],
};

interface PhoneFrameProps {
  platform: Platform;
  account: SocialAccount | undefined;
  content: string;
  title: string;
  showsSafeZone: boolean;
  /** The video. */
  children: ReactNode;
}

/** Shows a post as in a platform's feed, with the platform's texts and buttons over the video. */
function PhoneFrame({ platform, account, content, title, showsSafeZone, children }: PhoneFrameProps) {
  const caption = toVisibleCaption(content, platform);
  const name = account?.username ?? "your-account";
  // YouTube shows the title, or the first line of the caption.
  const headline = platform === "youtube" ? title.trim() || content.trim().split("\n")[0] : undefined;
  return (
    <figure className="phone" aria-label={`Preview on ${getPlatformName(platform)}`}>
      <div className="phone-video">{children}</div>
      <div className="phone-shade" />
      <div className="phone-rail" aria-hidden>
        {(rails[platform] ?? [Heart, MessageCircle, Share2]).map((Icon, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <Icon key={index} size={22} />
        ))}
      </div>
      <figcaption className="phone-text">
        <span className="phone-name">
          <Avatar src={account?.avatarUrl ?? null} alt="" name={name} size={22} />@{name}
        </span>
        <span className="phone-caption">
          {headline ?? caption.text}
          {!headline && caption.isCut && <b>… more</b>}
          {!headline && !caption.text && "No caption"}
        </span>
      </figcaption>
      {showsSafeZone && <SafeZone platform={platform} />}
    </figure>
  );
}

interface VideoProps {
  url: string;
  title: string;
  posterUrl?: string | undefined;
  /** Reports the length of the video. */
  onSeconds(seconds: number): void;
}

/** Plays or pauses. A video that cannot be played, or is paused before it begins, stays still. */
const togglePlay = (video: HTMLVideoElement) => (video.paused ? void video.play().catch(() => {}) : video.pause());

/** A video without controls, as in the platforms' feeds. A click plays or pauses it. */
const FeedVideo = ({ url, title, posterUrl, onSeconds }: VideoProps) => (
  // biome-ignore lint/a11y/useMediaCaption: captions are part of the picture
  <video
    key={url}
    src={url}
    poster={posterUrl}
    aria-label={`${title}: play or pause`}
    tabIndex={0}
    playsInline
    loop
    preload="metadata"
    onLoadedMetadata={({ currentTarget }) => onSeconds(currentTarget.duration)}
    onClick={({ currentTarget }) => togglePlay(currentTarget)}
    onKeyDown={({ key, currentTarget }) => {
      if (key === "Enter" || key === " ") togglePlay(currentTarget);
    }}
  />
);

const LibraryVideo = ({ id, onSeconds }: { id: string; onSeconds(seconds: number): void }) => (
  <QueryView query={useMediaItem("video", id)}>
    {(video) =>
      video.url ? (
        <FeedVideo url={video.url} title={video.title} posterUrl={video.posterUrl} onSeconds={onSeconds} />
      ) : (
        <Text size="sm">This video is not ready yet</Text>
      )
    }
  </QueryView>
);

function PostItem({ item, onSeconds }: { item: SelectedMedia; onSeconds(seconds: number): void }) {
  const { kind, id, url, title = "Video" } = item;
  if (kind === "image") return <img src={url && toLocalUrl(url)} alt={title} />;
  if (url) return <FeedVideo url={toLocalUrl(url)} title={title} onSeconds={onSeconds} />;
  return id ? <LibraryVideo id={id} onSeconds={onSeconds} /> : null;
}

interface MediaProps {
  media: readonly SelectedMedia[];
  onSeconds(seconds: number): void;
}

/** What the post shows. Of several items one at a time, as in a carousel. */
function PostMedia({ media, onSeconds }: MediaProps) {
  const [index, setIndex] = useState(0);
  const at = Math.min(index, media.length - 1);
  const item = media[at];
  if (!item)
    return (
      <Center h="100%">
        <Stack align="center" gap="xs">
          <Film size={28} />
          <Text size="sm">No media selected</Text>
        </Stack>
      </Center>
    );
  return (
    <>
      <PostItem key={item.id ?? item.url} item={item} onSeconds={onSeconds} />
      {media.length > 1 && (
        <div className="phone-pages">
          <button type="button" aria-label="Previous" disabled={at === 0} onClick={() => setIndex(at - 1)}>
            <ChevronLeft size={18} />
          </button>
          <span>
            {at + 1} / {media.length}
          </span>
          <button type="button" aria-label="Next" disabled={at === media.length - 1} onClick={() => setIndex(at + 1)}>
            <ChevronRight size={18} />
          </button>
        </div>
      )}
    </>
  );
}

/** Returns the caption on a channel: its own, that of its platform, or that of the post. */
function getCaption({ overrides, content }: Values, platform: Platform, account: SocialAccount | undefined): string {
  const own = [account?.accountId, platform].map((place) => (place ? overrides[place]?.content : undefined));
  const text = own.find((each) => typeof each === "string" && each.trim());
  return typeof text === "string" ? text : content;
}

interface Props {
  values: Values;
  accounts: readonly SocialAccount[];
  onSeconds(seconds: number): void;
}

/** Previews the post in the feeds of the selected platforms. */
export function Preview({ values, accounts, onSeconds }: Props) {
  const [choice, setChoice] = useState<Platform>("tiktok");
  const [showsSafeZone, setSafeZone] = useState(false);
  const selected = getPlatforms(values, accounts);
  const options = selected.length > 0 ? selected : (Object.keys(platforms) as Platform[]);
  const platform = options.includes(choice) ? choice : (options[0] ?? "tiktok");
  const onPlatform = accounts.filter((account) => account.platform === platform);
  const account = onPlatform.find(({ accountId }) => values.accountIds.includes(accountId)) ?? onPlatform[0];
  return (
    <Paper withBorder p="md" component="section" aria-label="Preview">
      <Stack gap="sm">
        <Title order={3} size="h5">
          Preview
        </Title>
        <SegmentedControl
          aria-label="Platform"
          size="xs"
          fullWidth
          data={options.map((value) => ({ value, label: getPlatformName(value) }))}
          value={platform}
          onChange={(next) => setChoice(next as Platform)}
        />
        <PhoneFrame
          platform={platform}
          account={account}
          content={getCaption(values, platform, account)}
          title={values.title}
          showsSafeZone={showsSafeZone}
        >
          <PostMedia media={values.media} onSeconds={onSeconds} />
        </PhoneFrame>
        <Switch
          size="xs"
          label="Show safe zone"
          checked={showsSafeZone}
          onChange={(event) => setSafeZone(event.currentTarget.checked)}
        />
      </Stack>
    </Paper>
  );
}
