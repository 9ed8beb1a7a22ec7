import { ActionIcon, Menu } from "@mantine/core";
import { EllipsisVertical } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { ConfirmDialog } from "./confirm";
import type { Question } from "./confirm-dialog";

interface MenuAction {
  label: string;
  isDestructive?: boolean;
  run?(): void;
  /** Asks for confirmation first. */
  confirm?: Question;
  /** A page of the dashboard. */
  href?: string;
  /** A file, saved under `name`. */
  download?: { url: string; name: string };
}

interface Props {
  label: string;
  /** Actions that don't apply can be `false`. */
  actions: readonly (MenuAction | false | undefined)[];
  variant?: "subtle" | "default";
}

/** A "⋮" button with a menu. */
export function ActionMenu({ label, actions, variant = "subtle" }: Props) {
  const [question, setQuestion] = useState<Question>();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant={variant} size={variant === "default" ? "lg" : "md"} aria-label={label}>
            <EllipsisVertical size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => {
            if (!action) return null;
            const { label, isDestructive, run, confirm, href, download } = action;
            const target = download
              ? { component: "a", href: download.url, download: download.name }
              : { component: Link, href };
            if (href || download) {
              return (
                <Menu.Item key={label} {...(target as { component: "a" })}>
                  {label}
                </Menu.Item>
              );
            }
            return (
              <Menu.Item
                key={label}
                color={isDestructive ? "var(--mantine-color-error)" : undefined}
                onClick={confirm ? () => setQuestion(confirm) : run}
              >
                {label}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      {question && <ConfirmDialog question={question} close={() => setQuestion(undefined)} />}
    </>
  );
}
