import { AspectRatio, Badge, Box, Image, Text } from "@mantine/core";
import { type CSSProperties, useState } from "react";
import type { ViralLibraryVideo } from "vireo/client";
import { formatDuration } from "../../ui/media";
import { isSample } from "./queries";
import "./viral.css";

/** The same words, the same colour. */
function getHue(words: string): number {
  let hash = 7;
  for (const letter of words) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return hash;
}

/** A still of the video; where there is none, its subject on a colour of its own. */
export function Picture({ video, ratio = 1 }: { video: ViralLibraryVideo; ratio?: number }) {
  const { thumbnailUrl, hashtags, username, duration } = video;
  const [broken, setBroken] = useState(false);
  const subject = hashtags.at(-1);
  return (
    <AspectRatio ratio={ratio} style={{ overflow: "hidden" }}>
      <Box pos="relative">
        {thumbnailUrl && !broken ? (
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
          <div className="viral-tile" style={{ "--hue": getHue(subject ?? username) } as CSSProperties} aria-hidden>
            <Text fw={650} size="xl" lh={1.2} truncate>
              {subject ? `#${subject}` : `@${username}`}
            </Text>
          </div>
        )}
        {isSample(video) && (
          <Badge pos="absolute" top={8} left={8} color="yellow.4" c="black" radius="sm" tt="none" autoContrast={false}>
            Sample
          </Badge>
        )}
        {duration !== undefined && (
          <Badge pos="absolute" top={8} right={8} color="dark.9" c="white" radius="sm" tt="none" autoContrast={false}>
            {formatDuration(duration)}
          </Badge>
        )}
      </Box>
    </AspectRatio>
  );
}
