import { Button } from "@mantine/core";
import { Compass, Lock, type LucideIcon } from "lucide-react";
import { Link } from "wouter";
import { Empty } from "./empty";
import { useTitle } from "./page";

function DeadEnd(props: { icon: LucideIcon; title: string; text?: string }) {
  useTitle(props.title);
  return (
    <Empty {...props} isPage>
      <Button component={Link} href="/" variant="light">
        Go to Home
      </Button>
    </Empty>
  );
}

export const NotFound = () => <DeadEnd icon={Compass} title="Page not found" />;

/** A page that exists, but not for this person. */
export const Forbidden = () => (
  <DeadEnd icon={Lock} title="You don't have access to this page" text="Ask an administrator if you need it." />
);
