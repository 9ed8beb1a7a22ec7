import { useRoute } from "wouter";
import { VideoGrid } from "./video-grid";
import { VideoPage } from "./video-page";

export default function ViralPage() {
  const [isOne, params] = useRoute("/viral/:id");
  return isOne ? <VideoPage key={params.id} id={params.id} /> : <VideoGrid />;
}
