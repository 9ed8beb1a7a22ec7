import { useRoute, useSearchParams } from "wouter";
import { useCan } from "../../session";
import { Make } from "./new-plan";
import { List } from "./plan-list";
import { One } from "./plan-page";

export default function PlansPage() {
  const [isOne, route] = useRoute("/plans/:id");
  const [params] = useSearchParams();
  const may = useCan("research:write");
  if (isOne) return <One key={route.id} id={route.id} />;
  return may && (params.has("new") || params.has("from")) ? <Make /> : <List />;
}
