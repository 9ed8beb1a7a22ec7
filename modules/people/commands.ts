import type { Command } from "vireo/command";
import type { PeopleService } from "./reset";

export const commands: readonly Command<PeopleService>[] = [
  {
    name: "people setup",
    summary: "Create a link to set up the first administrator",
    description: "Until there is an administrator. The server shows such a link when it starts in a terminal.",
    async run({ out, service }) {
      const { row, link } = await service.setupLink();
      out.result({ link, expiresAt: row.expires_at.getTime() }, link);
    },
  },
  {
    name: "people reset",
    summary: "Create a password reset link",
    description: "For people who can no longer sign in, including the last administrator. The link works once.",
    arguments: [{ name: "email", description: "Email address of the person" }],
    examples: ["vireo people reset ann@example.com"],
    async run({ arguments: { email = "" }, out, service }) {
      const { row, link } = await service.resetLink(email);
      out.result({ link, expiresAt: row.expires_at.getTime() }, link);
    },
  },
];
