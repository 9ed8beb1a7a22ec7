import { Drawer, type DrawerProps, Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";

/** Finds the element that opened a dialog. If it is in a menu, which closes, that is the menu's button. */
function findOpener(): HTMLElement | null {
  const menu = document.activeElement?.closest("[role=menu]");
  return menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : (document.activeElement as HTMLElement | null);
}

/** Gives the focus back when the component unmounts. Mantine does so only for dialogs that stay mounted. */
function useFocusReturn(): void {
  const [opener] = useState(findOpener);
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}

/** A dialog that is open for as long as it is mounted. */
export function Dialog(props: Omit<ModalProps, "opened">) {
  useFocusReturn();
  return <Modal opened {...props} />;
}

/** A panel at the side of the page that is open for as long as it is mounted. */
export function SidePanel(props: Omit<DrawerProps, "opened" | "position">) {
  useFocusReturn();
  return <Drawer opened position="right" size="lg" {...props} />;
}
