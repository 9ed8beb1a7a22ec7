import type { Command } from "vireo/command";
import type { Favourites } from "./favourites";

/** `vireo gradients list <account>`. `service` is what `start` returned. */
export const listCommand: Command<Favourites> = {
  name: "gradients list",
  summary: "List an account's favourite gradients",
  arguments: [{ name: "account", description: "The account's id, a UUID." }],
  examples: ["vireo gradients list 018f6f3e-7d3c-7a55-8f0e-0d6f3b1f2a11"],
  async run({ arguments: { account = "" }, service, out }) {
    out.list(await service.list(account), { id: "ID", prompt: "PROMPT" });
  },
};
