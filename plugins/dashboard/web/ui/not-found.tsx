import { Button } from "@mantine/core";
import { Compass } from "lucide-react";
import { Link } from "wouter";
import { Empty } from "./empty";

export const NotFound = () => (
  <Empty icon={Compass} title="There is no such page">
    <Button component={Link} href="/" variant="light">
      Home
    </Button>
  </Empty>
);
