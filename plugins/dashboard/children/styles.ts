import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Outputs } from "./scripts";

/** A component's stylesheet is named after its module. */
const MODULE = /\/@mantine\/core\/esm\/(?:.*\/)?(\w+)\.mjs$/;

/** Returns Mantine's styles without those of unused components, which are a third. */
async function readLibraryStyles(folder: string, outputs: Outputs): Promise<string> {
  const file = Bun.resolveSync("@mantine/core/styles.css", folder);
  const used = new Set(
    Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs).flatMap((path) => MODULE.exec(path)?.[1] ?? [])),
  );
  const parts = join(dirname(file), "styles");
  let styles = await Bun.file(file).text();
  for (const name of await readdir(parts)) {
    const [, component = ""] = /^([A-Z]\w+)\.css$/.exec(name) ?? [];
    if (!component || used.has(component)) continue;
    styles = styles.replace((await Bun.file(join(parts, name)).text()).trim(), () => "");
  }
  return styles;
}

/**
 * Puts Mantine's styles before our own, unchanged. The bundler would rewrite them for browsers that are too old for
 * these pages, at twice the size.
 */
export async function addLibraryStyles(target: string, folder: string, outputs: Outputs): Promise<void> {
  const page = join(target, "index.html");
  const html = await Bun.file(page).text();
  const [, path = ""] = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(html) ?? [];
  const own = join(target, basename(path));
  const styles = `${await readLibraryStyles(folder, outputs)}\n${await Bun.file(own).text()}`;
  const name = `style-${Bun.hash.xxHash64(styles).toString(36)}.css`;
  // The page loads one stylesheet. Remove the unused ones that the bundler created for each part.
  for (const other of await readdir(target)) if (other.endsWith(".css")) await rm(join(target, other));
  await Bun.write(join(target, name), styles);
  await Bun.write(page, html.replace(path, `/assets/${name}`));
}
