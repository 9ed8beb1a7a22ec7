import { Alert, Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { auth } from "../../api";
import { describeError } from "../../ui/failure";

/** Starts a sign-in with the OpenID Connect provider. */
export function ProviderButton({ name }: { name: string }) {
  const [isLeaving, setLeaving] = useState(false);
  const start = useMutation({
    mutationFn: () => {
      const next = new URLSearchParams(location.search).get("to");
      return auth<{ url: string }>("POST", "/oidc/start", next ? { next } : {});
    },
    onSuccess({ url }) {
      setLeaving(true);
      location.assign(url);
    },
  });
  return (
    <Stack>
      {start.error && (
        <Alert color="red" role="alert">
          {describeError(start.error).detail}
        </Alert>
      )}
      <Button variant="default" fullWidth loading={start.isPending || isLeaving} onClick={() => start.mutate()}>
        Continue with {name}
      </Button>
    </Stack>
  );
}
