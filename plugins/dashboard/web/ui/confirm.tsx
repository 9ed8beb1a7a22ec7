import { type ReactNode, useState } from "react";
import type { Question } from "./confirm-dialog";
import { lazyDialog } from "./lazy-dialog";

export const ConfirmDialog = lazyDialog(() => import("./confirm-dialog"));

/** Asks for confirmation. `children` renders the button that opens the dialog. */
export function Confirm({ children, ...question }: Question & { children(open: () => void): ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen && <ConfirmDialog question={question} close={() => setOpen(false)} />}
    </>
  );
}

/** Asks before unsaved changes are lost. */
export const toDiscardQuestion = (discard: () => void): Question => ({
  title: "Discard changes?",
  text: "Your changes aren't saved.",
  verb: "Discard",
  dismiss: "Keep editing",
  run: async () => discard(),
});

/** Asks before unsaved changes are lost. Render `question` and close with `requestClose`. */
export function useCloseGuard(isDirty: boolean, close: () => void) {
  const [isAsking, setAsking] = useState(false);
  return {
    requestClose: () => (isDirty ? setAsking(true) : close()),
    question: isAsking && <ConfirmDialog question={toDiscardQuestion(close)} close={() => setAsking(false)} />,
  };
}
