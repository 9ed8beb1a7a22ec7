import { Button } from "@mantine/core";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Confirm } from "./confirm";

interface Props {
  title: string;
  text: ReactNode;
  run(): Promise<unknown>;
}

/** Button that deletes after a confirmation. */
export const DeleteButton = (question: Props) => (
  <Confirm {...question} verb="Delete">
    {(open) => (
      <Button
        variant="light"
        color="red"
        leftSection={<Trash2 size={16} />}
        onClick={open}
        style={{ alignSelf: "flex-start" }}
      >
        Delete
      </Button>
    )}
  </Confirm>
);
