import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Coins } from "lucide-react";
import { Link } from "wouter";
import { vireo } from "../api";
import { useCan } from "../session";

/** The account's credits, always in sight. */
export function Balance() {
  const may = useCan("credits:read");
  const { data } = useQuery({ queryKey: ["credits", "balance"], queryFn: () => vireo.credits.get(), enabled: may });
  if (!may || !data) return null;
  return (
    <Button
      component={Link}
      href="/credits"
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<Coins size={16} aria-hidden />}
      aria-label={`${data.balance} credits`}
    >
      {data.balance.toLocaleString()}
    </Button>
  );
}
