/** Mails of this module. */
const NOT_YOU = "If you did not expect this mail, you can ignore it.";

const describeHours = (hours: number) => (hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`);

export const writeInvitation = (account: string, link: string, hours: number) => ({
  subject: "You are invited to Vireo",
  paragraphs: [
    `You are invited to the workspace ${account} on Vireo, a tool for creating, planning and publishing short videos.`,
    `Choose a password to begin, or sign in if you have one already. The link works once and expires after ${describeHours(hours)}.`,
  ],
  button: { label: "Accept the invitation", url: link },
  footer: NOT_YOU,
});

export const writeReset = (link: string, hours: number) => ({
  subject: "Reset your Vireo password",
  paragraphs: [
    "Someone, probably you, requested a password reset for your Vireo account.",
    `The link works once and expires after ${describeHours(hours)}. Your password does not change until you choose a new one.`,
  ],
  button: { label: "Choose a new password", url: link },
  footer: NOT_YOU,
});

export const writeWrongCodes = (count: number) => ({
  subject: "Wrong codes were entered for your Vireo account",
  paragraphs: [
    `Someone signed in with your email address and the right password, and then entered ${count} wrong codes of the authenticator app.`,
    "If it was you, you can ignore this mail. If not, they know your password: choose a new one in the settings. Nobody has signed in with a wrong code.",
  ],
  footer: "You get this mail at most once a day.",
});
