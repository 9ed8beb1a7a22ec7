import { lazy } from "react";
import { useRoute, useSearch } from "wouter";
import { isKind } from "../../ui/media";
import { NotFound } from "../../ui/not-found";
import { Grid } from "./media-grid";
import { Item } from "./media-page";

/** Only those who edit need it. */
const Editor = lazy(() => import("./edit/index"));

export default function LibraryPage() {
  const [isOne, params] = useRoute("/library/:kind/:id");
  const edit = new URLSearchParams(useSearch()).get("edit");
  if (!isOne) return <Grid />;
  const { kind, id } = params;
  if (!isKind(kind)) return <NotFound />;
  if (kind === "video" && edit) return <Editor id={id} tab={edit} />;
  return <Item kind={kind} id={id} />;
}
