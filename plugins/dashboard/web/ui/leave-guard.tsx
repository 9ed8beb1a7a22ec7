import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { ConfirmDialog } from "./confirm";

/**
 * Asks before a page with unsaved changes is left, by a link or by closing the tab. Returns the question to render.
 */
export function useLeaveGuard(isDirty: boolean): ReactNode {
  const [, navigate] = useLocation();
  const [target, setTarget] = useState<string>();
  useEffect(() => {
    if (!isDirty) return undefined;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.("a[href]") as HTMLAnchorElement | null;
      const opensHere = link && !link.target && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (!opensHere || link.origin !== location.origin || link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(link.pathname + link.search);
    };
    addEventListener("beforeunload", onUnload);
    // Before the router's own handler.
    document.addEventListener("click", onClick, true);
    return () => {
      removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [isDirty]);
  if (target === undefined) return null;
  const question = {
    title: "Discard changes?",
    text: "Your changes aren't saved.",
    verb: "Discard",
    dismiss: "Keep editing",
    run: async () => navigate(target),
  };
  return <ConfirmDialog question={question} close={() => setTarget(undefined)} />;
}
