import { ActionIcon, Button, Kbd } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";

const load = () => import("./palette");
const Palette = lazy(load);
/** The palette is loaded ahead of time. Otherwise, the first letters typed after the shortcut would be lost. */
const LOAD_AFTER_MS = 2_000;
const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

/** Opens the command palette, with a click or with Ctrl+K or ⌘K. */
export function CommandButton() {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useHotkeys([["mod+K", () => setOpen((before) => !before)]], []);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        visibleFrom="sm"
        leftSection={<Search size={14} />}
        rightSection={<Kbd size="xs">{shortcut}</Kbd>}
        onClick={open}
      >
        Search
      </Button>
      <ActionIcon size="lg" hiddenFrom="sm" aria-label="Search" onClick={open}>
        <Search size={18} />
      </ActionIcon>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
