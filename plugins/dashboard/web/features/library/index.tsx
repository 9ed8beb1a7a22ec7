import { lazy } from "react";
import { useRoute, useSearch } from "wouter";
import { isKind } from "../../ui/media";
import { NotFound } from "../../ui/not-found";
import { MediaGrid } from "./media-grid";

const MediaPage = lazy(() => import("./media-page"));
const EditPage = lazy(() => import("./edit/index"));

export default function LibraryPage() {
  const [isOne, params] = useRoute("/library/:kind/:id");
  const edit = new URLSearchParams(useSearch()).get("edit");
  if (!isOne) return <MediaGrid />;
  const { kind, id } = params;
  if (!isKind(kind)) return <NotFound />;
  if (kind === "video" && edit) return <EditPage key={id} id={id} tab={edit} />;
  return <MediaPage key={id} kind={kind} id={id} />;
}
