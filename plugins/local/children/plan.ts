import type { PlanRequest } from "vireo/slots/plan";
import { writePlan } from "../plan/plan";

export const plan = async (request: PlanRequest) => writePlan(request);
