import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Coins } from "lucide-react";
import { Link } from "wouter";
import { vireo } from "../api";
import { keys } from "../query-keys";
import { useCan } from "../session";

/** Reads the account's balance. Undefined while loading and without the scope. */
export function useBalance() {
  const canRead = useCan("credits:read");
  return useQuery({ queryKey: keys.balance, queryFn: () => vireo.credits.get(), enabled: canRead }).data;
}

/** Shows the balance in the header. */
export function Balance() {
  const data = useBalance();
  if (!data) return null;
  return (
    <Button
      component={Link}
      href="/credits"
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<Coins size={16} />}
      aria-label={`${data.balance.toLocaleString()} credits`}
    >
      {data.balance.toLocaleString()}
    </Button>
  );
}
