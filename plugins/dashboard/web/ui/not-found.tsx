import { Button } from "@mantine/core";
import { Compass } from "lucide-react";
import { Link } from "wouter";
import { Empty } from "./empty";

export const NotFound = () => (
  <Empty icon={Compass} title="Page not found">
    <Button component={Link} href="/" variant="light">
      Go to Home
    </Button>
  </Empty>
);
