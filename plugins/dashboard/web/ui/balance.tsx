import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Coins } from "lucide-react";
import { VireoError } from "vireo/client";
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
      // On a phone, the name of the workspace is more important.
      visibleFrom="xs"
      aria-label={`${data.balance.toLocaleString()} credits`}
    >
      {data.balance.toLocaleString()}
    </Button>
  );
}

/** Stays at a form whose request cost more than there is. Nothing after other errors. */
export function NoCredits({ error }: { error: unknown }) {
  const isAdmin = useCan("admin");
  if (!(error instanceof VireoError) || error.kind !== "insufficient_credits") return null;
  return (
    <Alert color="orange" icon={<Coins />} title="Not enough credits" role="alert">
      {error.detail}{" "}
      {isAdmin ? (
        <Button component={Link} href="/credits" size="compact-sm" variant="default">
          Add credits
        </Button>
      ) : (
        "Ask an administrator for more."
      )}
    </Alert>
  );
}
