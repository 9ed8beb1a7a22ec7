const VARIABLE = "VIREO_BACKUP_PASSPHRASE";

/** Reads a passphrase from VIREO_BACKUP_PASSPHRASE, or prompts for it in the terminal. */
export async function readPassphrase(question: string, minLength: number): Promise<string> {
  const configured = process.env[VARIABLE];
  if (!configured && !process.stdin.isTTY) throw new Error(`${question}: set ${VARIABLE}, or run this in a terminal.`);
  const passphrase = configured || (await ask(`${question}: `));
  if (passphrase.length < minLength) throw new Error(`The passphrase must have at least ${minLength} characters.`);
  return passphrase;
}

const ENTER = /[\r\n]/;
const BACKSPACE = "\x7f";
const CTRL_C = "\x03";

/** Prompts in the terminal without echoing the input. */
export async function ask(question: string): Promise<string> {
  const { stdin } = process;
  process.stderr.write(question);
  stdin.setRawMode(true);
  try {
    let text = "";
    for await (const chunk of stdin) {
      for (const character of String(chunk)) {
        if (ENTER.test(character)) return text;
        if (character === CTRL_C) throw new Error("Stopped.");
        text = character === BACKSPACE ? text.slice(0, -1) : text + character;
      }
    }
    return text;
  } finally {
    stdin.setRawMode(false);
    process.stderr.write("\n");
  }
}
