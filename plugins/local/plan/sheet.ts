/** Parses the planner's texts: blocks that start with `# head`, and lines `key: value` or with a prefix character. */
export interface Block {
  head: string;
  lines: { key: string; value: string }[];
}

export function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.split("\n")) {
    const heading = /^# (.+)$/.exec(line);
    if (heading) blocks.push({ head: heading[1]!.trim(), lines: [] });
    const [, key, value] = /^([*!-]|[a-z-]+(?: \d+)?:) (.+)$/.exec(line) ?? [];
    if (key && value) blocks.at(-1)!.lines.push({ key: key.replace(/:$/, ""), value: value.trim() });
  }
  return blocks;
}

export const getAll = ({ lines }: Block, key: string): string[] =>
  lines.filter((line) => line.key === key).map(({ value }) => value);
export const getOne = (block: Block, key: string): string => getAll(block, key)[0] ?? "";
export const getList = (block: Block, key: string, by: string): string[] =>
  getOne(block, key)
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean);
