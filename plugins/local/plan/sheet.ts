/** Reads the planner's texts: blocks that start with `# head`, and lines `key: value` or with a sign in front. */
export interface Block {
  head: string;
  lines: { key: string; value: string }[];
}

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.split("\n")) {
    const heading = /^# (.+)$/.exec(line);
    if (heading) blocks.push({ head: heading[1]!.trim(), lines: [] });
    const [, key, value] = /^([*!-]|[a-z-]+(?: \d+)?:) (.+)$/.exec(line) ?? [];
    if (key && value) blocks.at(-1)!.lines.push({ key: key.replace(/:$/, ""), value: value.trim() });
  }
  return blocks;
}

export const allOf = ({ lines }: Block, key: string): string[] =>
  lines.filter((line) => line.key === key).map(({ value }) => value);
export const oneOf = (block: Block, key: string): string => allOf(block, key)[0] ?? "";
export const listOf = (block: Block, key: string, by: string): string[] =>
  oneOf(block, key)
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean);
