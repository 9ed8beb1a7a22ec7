import { useParams, useSearch } from "wouter";
import { lazyPart } from "../../ui/lazy";
import { isKind } from "../../ui/media";
import { NotFound } from "../../ui/not-found";

const MediaPage = lazyPart(() => import("./media-page"));
const EditPage = lazyPart(() => import("./edit/index"));

const getEdit = (search: string) => new URLSearchParams(search).get("edit");
(getEdit(location.search) ? EditPage : MediaPage).preload();

/** The page of a library item, or the video editor. */
export default function ItemPage() {
  const { kind, id = "" } = useParams();
  const edit = getEdit(useSearch());
  if (!isKind(kind)) return <NotFound />;
  if (kind === "video" && edit) return <EditPage key={id} id={id} tab={edit} />;
  return <MediaPage key={id} kind={kind} id={id} />;
}
