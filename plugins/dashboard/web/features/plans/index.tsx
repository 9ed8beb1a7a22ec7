import { useRoute, useSearchParams } from "wouter";
import { useCan } from "../../session";
import { NewPlan } from "./new-plan";
import { PlanList } from "./plan-list";
import { PlanPage } from "./plan-page";

export default function PlansPage() {
  const [isOne, route] = useRoute("/plans/:id");
  const [params] = useSearchParams();
  const canWrite = useCan("research:write");
  if (isOne) return <PlanPage key={route.id} id={route.id} />;
  return canWrite && (params.has("new") || params.has("from")) ? <NewPlan /> : <PlanList />;
}
