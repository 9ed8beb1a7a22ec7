import { useRoute } from "wouter";
import { One } from "./one";
import { Shelf } from "./shelf";

export default function ViralPage() {
  const [isOne, params] = useRoute("/viral/:id");
  return isOne ? <One key={params.id} id={params.id} /> : <Shelf />;
}
