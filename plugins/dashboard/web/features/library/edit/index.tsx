import { Alert } from "@mantine/core";
import { useCan } from "../../../session";
import { useBrandKit } from "../../../ui/brand-kit";
import { type Draft, DraftProvider, useDraft } from "../../../ui/draft";
import { DraftConflict } from "../../../ui/draft-conflict";
import { Failure } from "../../../ui/failure";
import { Loading } from "../../../ui/loading";
import { useMediaItem, useVersion } from "../../../ui/media";
import { Forbidden } from "../../../ui/not-found";
import { useTitle } from "../../../ui/page";
import { QueryView } from "../../../ui/query-view";
import { BarFrame } from "./bar";
import "./edit.css";
import { Editor } from "./editor";
import { isTab, tabs } from "./tabs";
import type { EditorProps } from "./use-edits";

/** Takes the parts of a draft from this tab's storage, where earlier versions kept them. Saved parts stay as they are. */
function takeEarlierDrafts(draft: Draft, videoId: string): void {
  for (const tab of Object.keys(tabs)) {
    const key = `edit:${tab}:${videoId}`;
    for (const [stored, part] of [
      [key, tab],
      [`${key}:applied`, `${tab}:applied`],
    ] as const) {
      const text = sessionStorage.getItem(stored);
      sessionStorage.removeItem(stored);
      if (text && !draft.has(part)) draft.write(part, JSON.parse(text));
    }
  }
}

/** Edits a finished video in the whole window: captions, overlays, voice-over, music and trim. */
export default function EditPage({ id, tab }: { id: string; tab: string }) {
  const kit = useBrandKit();
  const canWrite = useCan("media:write");
  const query = useMediaItem("video", id);
  const { data: item } = query;
  const openTab = isTab(tab) ? tab : "captions";
  if (canWrite && item?.url && kit) return <LayeredEditor item={item} url={item.url} tab={openTab} kit={kit} />;
  return (
    <div className="editor-message">
      <BarFrame back={item ? `/library/video/${id}` : "/library"} title={item?.title ?? "Editor"} />
      {canWrite ? (
        <QueryView query={query} lines={8} list={{ href: "/library", title: "Library" }}>
          {({ url }) =>
            url ? (
              <Loading lines={8} />
            ) : (
              <Alert color="orange" title="Nothing to edit yet">
                You can edit a video once it has finished rendering.
              </Alert>
            )
          }
        </QueryView>
      ) : (
        <Forbidden />
      )}
    </div>
  );
}

/** The editor, once the layers of the newest version and what was not exported yet are read. */
function LayeredEditor(props: Omit<EditorProps, "detail">) {
  const { id, title, versions } = props.item;
  useTitle(title);
  const detail = useVersion(id, versions.at(-1)?.version ?? 1);
  const { draft, error, reload } = useDraft(`edit:${id}`, (loaded) => takeEarlierDrafts(loaded, id));
  if (error || !detail || !draft)
    return (
      <div className="editor-message">
        <BarFrame back={`/library/video/${id}`} title={title} />
        {error ? <Failure error={error} retry={reload} /> : <Loading lines={8} />}
      </div>
    );
  return (
    <DraftProvider value={draft}>
      <div className="editor">
        <Editor {...props} detail={detail} notice={<DraftConflict draft={draft} reload={reload} />} />
      </div>
    </DraftProvider>
  );
}
