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
  /** Where the button leads. */
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

/** True for the response about something that doesn't exist, or no longer. */
export const isGone = (error: unknown): error is VireoError =>
  error instanceof VireoError && error.kind === "not_found";

/** A path without a page, or with `error` the page of something that is gone. */
export const NotFound = ({ error, list }: { error?: VireoError; list?: Target }) => (
  <DeadEnd
    icon={Compass}
    title={error ? error.detail.replace(/\.$/, "") : "Page not found"}
    text={error ? "It may have been deleted." : "Check the address, or use the search."}
    to={list}
  />
);

/** A page that exists, but not for this person. */
export const Forbidden = () => (
  <DeadEnd icon={Lock} title="You don't have access to this page" text="Ask an administrator if you need it." />
);
