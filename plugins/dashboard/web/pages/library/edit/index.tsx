import { Alert, Anchor, Breadcrumbs } from "@mantine/core";
import { ChevronRight } from "lucide-react";
import { Link } from "wouter";
import { Failure } from "../../../ui/failure";
import { Loading } from "../../../ui/loading";
import { useMediaItem } from "../../../ui/media";
import { Page } from "../../../ui/page";
import { Editor, isTab } from "./editor";

/** Captions, overlays and voice-overs for a finished video, as they will be. */
export default function EditPage({ id, tab }: { id: string; tab: string }) {
  const { data: medium, error, refetch } = useMediaItem("video", id);
  if (error) return <Failure error={error} retry={refetch} />;
  if (!medium) return <Loading lines={8} />;
  return (
    <Page
      title="Edit"
      text={
        <Breadcrumbs separator={<ChevronRight size={14} aria-hidden />} aria-label="Where this is">
          <Anchor component={Link} href="/library?kind=video" size="sm">
            Videos
          </Anchor>
          <Anchor component={Link} href={`/library/video/${id}`} size="sm" maw={360} truncate>
            {medium.title}
          </Anchor>
        </Breadcrumbs>
      }
    >
      {medium.url ? (
        <Editor medium={medium} url={medium.url} tab={isTab(tab) ? tab : "captions"} />
      ) : (
        <Alert color="orange" variant="light" title="There is nothing to edit yet">
          Only finished videos can be edited; this one is {medium.status}.
        </Alert>
      )}
    </Page>
  );
}
