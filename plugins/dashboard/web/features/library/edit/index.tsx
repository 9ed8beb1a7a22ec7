import { Alert } from "@mantine/core";
import { useCan } from "../../../session";
import { useBrandKit } from "../../../ui/brand-kit";
import { Breadcrumb } from "../../../ui/breadcrumb";
import { DraftProvider, useDraft } from "../../../ui/draft";
import { DraftConflict } from "../../../ui/draft-conflict";
import { Failure } from "../../../ui/failure";
import { Loading } from "../../../ui/loading";
import { useMediaItem, useVersion } from "../../../ui/media";
import { Forbidden } from "../../../ui/not-found";
import { Page } from "../../../ui/page";
import { QueryView } from "../../../ui/query-view";
import { takeEarlierDrafts } from "./earlier-drafts";
import { Editor } from "./editor";
import { isTab } from "./tabs";
import type { EditorProps } from "./use-edits";

/** Adds captions, an overlay or a voice-over to a finished video. */
export default function EditPage({ id, tab }: { id: string; tab: string }) {
  const kit = useBrandKit();
  const canWrite = useCan("media:write");
  const query = useMediaItem("video", id);
  if (!canWrite) return <Forbidden />;
  return (
    <QueryView query={query} lines={8} list={{ href: "/library", title: "Library" }}>
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

/** The editor, once the layers of the newest version and what was not exported yet are read. */
function LayeredEditor(props: Omit<EditorProps, "detail">) {
  const { id, versions } = props.item;
  const detail = useVersion(id, versions.at(-1)?.version ?? 1);
  const { draft, error, reload } = useDraft(`edit:${id}`, (loaded) => takeEarlierDrafts(loaded, id));
  if (error) return <Failure error={error} retry={reload} />;
  if (!detail || !draft) return <Loading lines={8} />;
  return (
    <DraftProvider value={draft}>
      <DraftConflict draft={draft} reload={reload} />
      <Editor {...props} detail={detail} />
    </DraftProvider>
  );
}
