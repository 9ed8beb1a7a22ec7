import { Avatar, Text } from "@mantine/core";
import { Bookmark, Heart, MessageCircle, Send, Share2, ThumbsDown, ThumbsUp } from "lucide-react";
import type { ReactNode } from "react";
import type { SocialAccount } from "vireo/client";
import { getPlatformName } from "../../../ui/platform";
import type { Platform } from "../../../ui/posts";
import { SafeZone } from "../../../ui/safe-zone";
import { toVisibleCaption } from "./length";
import "./phone-frame.css";

/** Buttons next to the video, in each platform's order. */
const rails: Readonly<Record<string, readonly (typeof Heart)[]>> = {
  tiktok: [Heart, MessageCircle, Bookmark, Share2],
  instagram: [Heart, MessageCircle, Send],
  youtube: [ThumbsUp, ThumbsDown, MessageCircle, Share2],
};

interface Props {
  platform: Platform;
  account: SocialAccount | undefined;
  content: string;
  title: string;
  showsSafeZone: boolean;
  /** The video. */
  children: ReactNode;
}

/** Shows a post as in a platform's feed, with the platform's texts and buttons over the video. */
export function PhoneFrame({ platform, account, content, title, showsSafeZone, children }: Props) {
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
        <Text size="xs" lh={1.35} style={{ overflowWrap: "anywhere" }}>
          {headline ?? caption.text}
          {!headline && caption.isCut && <b>… more</b>}
          {!headline && !caption.text && "No caption"}
        </Text>
      </figcaption>
      {showsSafeZone && <SafeZone platform={platform} />}
    </figure>
  );
}
