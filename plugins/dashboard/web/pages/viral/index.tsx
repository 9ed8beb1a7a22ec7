import { useRoute } from "wouter";
import { Grid } from "./video-grid";
import { One } from "./video-page";

export default function ViralPage() {
  const [isOne, params] = useRoute("/viral/:id");
  return isOne ? <One key={params.id} id={params.id} /> : <Grid />;
}
