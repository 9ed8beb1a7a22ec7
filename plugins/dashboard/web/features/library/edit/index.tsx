import { Alert } from "@mantine/core";
import { useBrandKit } from "../../../ui/brand-kit";
import { Breadcrumb } from "../../../ui/breadcrumb";
import { Loading } from "../../../ui/loading";
import { useMediaItem, useVersion } from "../../../ui/media";
import { Page } from "../../../ui/page";
import { QueryView } from "../../../ui/query-view";
import { Editor } from "./editor";
import { isTab } from "./tabs";
import type { EditorProps } from "./use-edits";

/** Adds captions, an overlay or a voice-over to a finished video. */
export default function EditPage({ id, tab }: { id: string; tab: string }) {
  const kit = useBrandKit();
  return (
    <QueryView query={useMediaItem("video", id)} lines={8} list={{ href: "/library", title: "Library" }}>
      {(item) => (
        <Page
          title="Edit video"
          text={
            <Breadcrumb
              links={[
                { href: "/library?kind=video", title: "Library" },
                { href: `/library/video/${id}`, title: item.title },
              ]}
            />
          }
        >
          {item.url && kit ? (
            <LayeredEditor item={item} url={item.url} tab={isTab(tab) ? tab : "captions"} kit={kit} />
          ) : item.url ? (
            <Loading lines={8} />
          ) : (
            <Alert color="orange" title="Nothing to edit yet">
              You can edit a video once it has finished rendering.
            </Alert>
          )}
        </Page>
      )}
    </QueryView>
  );
}

/** The editor, once the layers of the newest version are read. */
function LayeredEditor(props: Omit<EditorProps, "detail">) {
  const { id, versions } = props.item;
  const detail = useVersion(id, versions.at(-1)?.version ?? 1);
  return detail ? <Editor {...props} detail={detail} /> : <Loading lines={8} />;
}
