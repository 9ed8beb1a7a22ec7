declare module "@ffmpeg/core" {
  export default function createFFmpegCore(module: {
    wasmBinary: Uint8Array;
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }): Promise<Core>;

  interface Core {
    FS: EmscriptenFs;
    /** Returns ffmpeg's exit code. */
    exec(...args: string[]): number;
    setLogger(logger: (line: { type: string; message: string }) => void): void;
    /** `time` is in microseconds of output. */
    setProgress(handler: (progress: { progress: number; time: number }) => void): void;
  }

  export interface EmscriptenFs {
    ErrnoError: new (errno: number) => Error;
    mkdir(path: string): void;
    mount(type: { mount(mount: FsMount): FsNode }, options: object, at: string): void;
    chdir(path: string): void;
    createNode(parent: FsNode | null, name: string, mode: number, device: number): FsNode;
    makedev(major: number, minor: number): number;
    registerDevice(device: number, operations: object): void;
    mkdev(path: string, mode: number, device: number): void;
  }

  export interface FsMount {
    opts: object;
  }
  export interface FsNode {
    id: number;
    name: string;
    mode: number;
    parent: FsNode;
    node_ops: object;
    stream_ops: object;
  }
  export interface FsStream {
    node: FsNode;
    flags: number;
    position: number;
    fd?: number;
    seekable?: boolean;
  }
}

declare module "@ffmpeg/core/wasm" {
  const path: string;
  export default path;
}
