import { basename } from "node:path";
import type { BuildOutput } from "bun";

export type Outputs = NonNullable<BuildOutput["metafile"]>["outputs"];

/** A page of a feature, a part of one, or the frame of all pages. Each is loaded when it is first needed. */
const PAGE = /\/web\/(?:features\/(\w+)\/(?:index|schedule|(item|media-page|edit\/index))|shell)\.tsx$/;

/** Feature whose pages are shown without the frame. */
export const WITHOUT_FRAME = "auth";

/** Scripts of a build by name, with the imports that each needs before it runs. */
export function readScripts(outputs: Outputs) {
  const scripts = new Map(
    Object.entries(outputs).flatMap(([path, output]) =>
      path.endsWith(".js") ? [[basename(path), output] as const] : [],
    ),
  );
  function collect(name: string | undefined, found = new Set<string>()): Set<string> {
    if (!name || found.has(name)) return found;
    found.add(name);
    for (const { path, kind } of scripts.get(name)?.imports ?? [])
      if (kind === "import-statement") collect(basename(path), found);
    return found;
  }
  const [index] = [...scripts].find(([, { entryPoint = "" }]) => entryPoint.endsWith("/web/index.html")) ?? [];
  const pages = [...scripts].flatMap(([name, { entryPoint = "" }]) => {
    const match = PAGE.exec(entryPoint);
    return match ? [{ name, feature: match[1], part: match[2] && `${match[1]}/${match[2]}` }] : [];
  });
  return {
    scripts,
    collect,
    /** Pages of features. A part has its own URL. */
    pages: pages.flatMap(({ name, feature, part }) => (feature ? [{ name, feature, part }] : [])),
    /** Scripts that are loaded before anything else. */
    first: collect(index),
    /** Frame of all pages except those of `WITHOUT_FRAME`. */
    frame: collect(pages.find(({ feature }) => !feature)?.name),
  };
}
