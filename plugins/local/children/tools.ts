import type { ChildTask } from "vireo/module";
import { nativeFfmpeg } from "../ffmpeg/native";
import type { Ffmpeg, RenderTools } from "../render";

/** Common render input: the ffmpeg found by the parent process. */
export interface Common {
  ffmpeg: { kind: Ffmpeg["kind"]; path?: string };
}

/** A child task which renders with ffmpeg at hand. */
export const renderer =
  <Input extends Common, Output>(render: (input: Input, tools: RenderTools) => Promise<Output>) =>
  async (input: Input, tools: Parameters<ChildTask>[1]): Promise<Output> => {
    const { path } = input.ffmpeg;
    const ffmpeg = path ? nativeFfmpeg(path) : (await import("../ffmpeg/wasm")).wasmFfmpeg();
    return render(input, { ...tools, ffmpeg });
  };
