import type { Key } from "vireo/client";
import { vireo } from "../../api";
import { useCan } from "../../session";
import { useAction } from "../../ui/action";
import { ActionMenu } from "../../ui/action-menu";

export function KeyActions({ apiKey, onRotated }: { apiKey: Key; onRotated(key: string): void }) {
  const { keyId, name, scopes } = apiKey;
  const isAdmin = useCan("admin");
  const rotate = useAction(async () => onRotated((await vireo.keys.rotate(keyId)).key), { stale: ["keys"] });
  const revoke = useAction(() => vireo.keys.delete(keyId), { stale: ["keys"], done: "API key revoked" });
  // The API refuses changes to a key with more scopes than the person has.
  if (!isAdmin && scopes.includes("admin")) return null;
  return (
    <ActionMenu
      label={`${name}: actions`}
      actions={[
        {
          label: "Rotate",
          confirm: {
            title: `Rotate “${name}”?`,
            text: "You get a new key. The old one stops working immediately.",
            verb: "Rotate",
            run: () => rotate.mutateAsync(undefined),
          },
        },
        {
          label: "Revoke",
          isDestructive: true,
          confirm: {
            title: `Revoke “${name}”?`,
            text: "Applications that use this key stop working immediately. You can't undo this.",
            verb: "Revoke",
            run: () => revoke.mutateAsync(undefined),
          },
        },
      ]}
    />
  );
}
