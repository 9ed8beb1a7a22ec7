import type { Command } from "vireo/command";
import type { PeopleService } from "./reset";

export const commands: readonly Command<PeopleService>[] = [
  {
    name: "people reset",
    summary: "Make a link by which somebody sets a new password",
    description: "For who cannot sign in any more, the last administrator too. It works once, and is shown this once.",
    arguments: [{ name: "email", description: "With what they sign in." }],
    examples: ["vireo people reset ann@example.com"],
    async run({ arguments: { email = "" }, out, service }) {
      const { row, link } = await service.resetLink(email);
      out.result({ link, expiresAt: row.expires_at.getTime() }, link);
    },
  },
];
