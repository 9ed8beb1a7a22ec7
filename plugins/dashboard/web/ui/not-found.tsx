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
  <Empty icon={Lock} title="Administrators only" text="Ask an administrator if you need something from this page.">
    <Button component={Link} href="/" variant="light">
      Go to Home
    </Button>
  </Empty>
);
