import { useSearchParams } from "wouter";

/** State of a dialog. It is in the URL as `?new=1`, so that it can be linked to. */
export function useDialogParam(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const setOpen = (isOpen: boolean) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (isOpen) next.set("new", "1");
        else next.delete("new");
        return next;
      },
      { replace: true },
    );
  return [params.has("new"), setOpen];
}
