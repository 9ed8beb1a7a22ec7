import { Button } from "@mantine/core";
import {
  CalendarPlus,
  Captions,
  Clapperboard,
  Download,
  Film,
  LayoutTemplate,
  type LucideIcon,
  RotateCcw,
  Scissors,
} from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { useCan } from "../session";
import { lazyDialog } from "./lazy-dialog";
import type { MediaItem } from "./media";
import "./media.css";

const SaveTemplate = lazyDialog(() => import("./save-template"));

interface Action {
  label: string;
  icon: LucideIcon;
  href: string;
  isPrimary?: boolean;
}

/** Shortest video, in seconds, that clips are made of. */
export const MIN_CLIP_SOURCE = 30;

/** Actions for a finished item: schedule, edit, use elsewhere, repeat, download. */
export function MediaActions({ item }: { item: MediaItem }) {
  const { kind, id, url, status, scenes = [], source, templateId, duration = 0 } = item;
  const [isSaving, setSaving] = useState(false);
  const [canCreate, canPost] = [useCan("media:write"), useCan("social:draft")];
  const file = status === "completed" ? url : undefined;
  const isReady = (required: MediaItem["kind"]) => kind === required && file !== undefined;
  const imageUrl = encodeURIComponent(new URL(file ?? "", location.origin).href);
  const actions: (Action | false)[] = [
    isReady("video") &&
      canPost && { label: "Schedule", icon: CalendarPlus, href: `/calendar?video=${id}`, isPrimary: true },
    isReady("image") &&
      canPost && { label: "Schedule", icon: CalendarPlus, href: `/calendar?image=${id}`, isPrimary: true },
    isReady("video") && canCreate && { label: "Edit", icon: Captions, href: `/library/video/${id}?edit=captions` },
    isReady("video") &&
      canCreate &&
      source !== "clip" &&
      duration >= MIN_CLIP_SOURCE && { label: "Make clips", icon: Scissors, href: `/clips/new?video=${id}` },
    canCreate &&
      scenes.length > 0 && {
        label: "Edit storyboard",
        icon: Clapperboard,
        href: `/create?kind=video&from=${id}&storyboard=1`,
      },
    isReady("image") &&
      canCreate && { label: "Use in a video", icon: Film, href: `/create?kind=video&imageUrl=${imageUrl}` },
    isReady("music") &&
      canCreate && { label: "Use in a video", icon: Clapperboard, href: `/create?kind=video&musicId=${id}` },
    canCreate &&
      source !== "upload" &&
      source !== "clip" && {
        label: status === "failed" ? "Try again" : "Generate again",
        icon: RotateCcw,
        href: templateId ? `/create?kind=${kind}&template=${templateId}` : `/create?kind=${kind}&from=${id}`,
      },
  ];
  return (
    <div className="media-actions">
      {actions.map(
        (action) =>
          action && (
            <Button
              key={action.label}
              component={Link}
              href={action.href}
              leftSection={<action.icon size={16} />}
              variant={action.isPrimary ? "filled" : "default"}
            >
              {action.label}
            </Button>
          ),
      )}
      {canCreate && scenes.length > 0 && (
        <Button leftSection={<LayoutTemplate size={16} />} variant="default" onClick={() => setSaving(true)}>
          Save as template
        </Button>
      )}
      {isSaving && <SaveTemplate item={item} close={() => setSaving(false)} />}
      {file && (
        <Button component="a" href={file} download leftSection={<Download size={16} />} variant="default">
          Download
        </Button>
      )}
    </div>
  );
}
