import { Button } from "@mantine/core";
import { Compass, Lock } from "lucide-react";
import { Link } from "wouter";
import { Empty } from "./empty";

export const NotFound = () => (
  <Empty icon={Compass} title="Page not found">
    <Button component={Link} href="/" variant="light">
      Go to Home
    </Button>
  </Empty>
);

/** A page that exists, but not for this person. */
export const Forbidden = () => (
  <Empty icon={Lock} title="You don't have access to this page" text="Ask an administrator if you need it.">
    <Button component={Link} href="/" variant="light">
      Go to Home
    </Button>
  </Empty>
);
