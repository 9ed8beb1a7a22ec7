import { Button, Group } from "@mantine/core";
import { CalendarPlus, Captions, Clapperboard, Download, Film, RotateCcw } from "lucide-react";
import { Link } from "wouter";
import { useCan } from "../session";
import type { MediaItem } from "./media";

const enc = encodeURIComponent;

/** What can be done with something that was made. */
export function MediaActions({ medium }: { medium: MediaItem }) {
  const { kind, id, url, status } = medium;
  const [mayMake, mayPost] = [useCan("media:write"), useCan("social:write")];
  const done = status === "completed" && url;
  return (
    <Group gap="xs">
      {done && (
        <Button component="a" href={url} download leftSection={<Download size={16} aria-hidden />} variant="default">
          Download
        </Button>
      )}
      {done && kind === "video" && mayMake && (
        <Button
          component={Link}
          href={`/library/video/${id}?edit=captions`}
          leftSection={<Captions size={16} aria-hidden />}
          variant="default"
        >
          Edit
        </Button>
      )}
      {done && kind === "video" && mayPost && (
        <Button component={Link} href={`/calendar?video=${id}`} leftSection={<CalendarPlus size={16} aria-hidden />}>
          Schedule
        </Button>
      )}
      {done && kind === "image" && mayMake && (
        <Button
          component={Link}
          href={`/create?kind=video&imageUrl=${enc(new URL(url, location.origin).href)}`}
          leftSection={<Film size={16} aria-hidden />}
          variant="default"
        >
          Use as first frame
        </Button>
      )}
      {done && kind === "music" && mayMake && (
        <Button
          component={Link}
          href={`/create?kind=video&musicId=${id}`}
          leftSection={<Clapperboard size={16} aria-hidden />}
          variant="default"
        >
          Use in a video
        </Button>
      )}
      {mayMake && (
        <Button
          component={Link}
          href={`/create?kind=${kind}&from=${id}`}
          leftSection={<RotateCcw size={16} aria-hidden />}
          variant="default"
        >
          {status === "failed" ? "Try again" : "Make another"}
        </Button>
      )}
    </Group>
  );
}
