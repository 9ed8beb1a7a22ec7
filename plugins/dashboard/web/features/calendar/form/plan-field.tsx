import { Segments } from "../../../ui/segments";
import type { Gate } from "../use-gate";

export type Plan = "schedule" | "draft";

interface Props {
  gate: Gate | undefined;
  value: Plan;
  onChange(plan: Plan): void;
}

/** Chooses whether several new posts are scheduled or saved as drafts. */
export const PlanField = ({ gate, value, onChange }: Props) => (
  <Segments
    label="Posts"
    data={[
      { value: "schedule", label: gate === "approval" ? "Ask for approval" : "Schedule" },
      { value: "draft", label: "Save as drafts" },
    ]}
    value={value}
    onChange={(plan) => onChange(plan as Plan)}
  />
);
