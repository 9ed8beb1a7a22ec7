import { Button } from "@mantine/core";
import { Compass, Lock, type LucideIcon } from "lucide-react";
import { VireoError } from "vireo/client";
import { Link } from "wouter";
import { Empty } from "./empty";
import { useTitle } from "./page";

interface Target {
  href: string;
  title: string;
}

interface Props {
  icon: LucideIcon;
  title: string;
  text?: string;
  /** Target of the button. */
  to?: Target | undefined;
}

function DeadEnd({ to = { href: "/", title: "Home" }, ...props }: Props) {
  useTitle(props.title);
  return (
    <Empty {...props} isPage>
      <Button component={Link} href={to.href} variant="light">
        Go to {to.title}
      </Button>
    </Empty>
  );
}

/** True if the API responded that something doesn't exist. */
export const isGone = (error: unknown): error is VireoError =>
  error instanceof VireoError && error.kind === "not_found";

/** Shown for a path without a page, or with `error` for a deleted item. */
export const NotFound = ({ error, list }: { error?: VireoError; list?: Target }) => (
  <DeadEnd
    icon={Compass}
    title={error ? error.detail.replace(/\.$/, "") : "Page not found"}
    text={error ? "It may have been deleted." : "Check the address, or use the search."}
    to={list}
  />
);

/** Shown for a page that the person has no access to. */
export const Forbidden = () => (
  <DeadEnd icon={Lock} title="You don't have access to this page" text="Ask an administrator if you need it." />
);
