import { AspectRatio, Badge, Box, Image, Text } from "@mantine/core";
import { type CSSProperties, useState } from "react";
import type { ViralLibraryVideo } from "vireo/client";
import { formatDuration } from "../../ui/media";
import { isSample } from "./queries";
import "./viral.css";

/** Derives a color from a text. */
function getHue(text: string): number {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return hash;
}

/** Shows the video's thumbnail, or its hashtag on a color. */
export function Thumbnail({ video }: { video: ViralLibraryVideo }) {
  const { thumbnailUrl, hashtags, username, duration } = video;
  const [isBroken, setBroken] = useState(false);
  const hashtag = hashtags.at(-1);
  return (
    <AspectRatio ratio={9 / 14} style={{ overflow: "hidden" }}>
      <Box pos="relative">
        {thumbnailUrl && !isBroken ? (
          <Image
            src={thumbnailUrl}
            alt=""
            loading="lazy"
            fit="cover"
            w="100%"
            h="100%"
            onError={() => setBroken(true)}
          />
        ) : (
          <div className="viral-tile" style={{ "--hue": getHue(hashtag ?? username) } as CSSProperties} aria-hidden>
            <Text fw={600} size="xl" lh={1.2} truncate>
              {hashtag ? `#${hashtag}` : `@${username}`}
            </Text>
          </div>
        )}
        {isSample(video) && (
          <Badge pos="absolute" top={8} left={8} color="yellow.4" c="black" radius="sm" variant="filled">
            Sample
          </Badge>
        )}
        {duration !== undefined && (
          <Badge pos="absolute" top={8} right={8} color="dark.9" c="white" radius="sm" variant="filled">
            {formatDuration(duration)}
          </Badge>
        )}
      </Box>
    </AspectRatio>
  );
}
