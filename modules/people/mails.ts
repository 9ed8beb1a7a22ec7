/** The mails of this module. */
const NOT_YOU = "If you did not expect this mail, you can ignore it.";

const describeHours = (hours: number) => (hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`);

export const writeInvitation = (account: string, link: string, hours: number) => ({
  subject: "You are invited to Vireo",
  paragraphs: [
    `You are invited to the workspace ${account} on Vireo, where short videos are made, planned and published.`,
    `Choose a password to begin. The link works once, for ${describeHours(hours)}.`,
  ],
  button: { label: "Accept the invitation", url: link },
  footer: NOT_YOU,
});

export const writeReset = (link: string, hours: number) => ({
  subject: "Reset your Vireo password",
  paragraphs: [
    "Somebody, probably you, asked for a new password for your Vireo account.",
    `The link works once, for ${describeHours(hours)}. Your password stays as it is until you choose a new one.`,
  ],
  button: { label: "Choose a new password", url: link },
  footer: NOT_YOU,
});
