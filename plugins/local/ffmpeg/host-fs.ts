import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  type Stats,
  statSync,
  truncateSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { EmscriptenFs, FsMount, FsNode, FsStream } from "@ffmpeg/core";

/** WASI error numbers, as Emscripten uses them. */
const ERRNO: Readonly<Record<string, number>> = { EACCES: 2, ENOENT: 44, ENOSPC: 51, ENOTDIR: 54, EPERM: 63 };
const EIO = 29;
const DIRECTORY = 0o040777;
const FILE = 0o100666;
const ACCESS_MODE = 3;

interface HostStream extends FsStream {
  file?: number;
}

/**
 * An Emscripten file system that shows one real folder, so that WebAssembly reads and writes files on disk in place:
 * a video of any size never lies in its 4 GB of memory. Mount it with `{ root: "/absolute/folder" }`.
 */
export function hostFolder(fs: EmscriptenFs) {
  const attempt = <Result>(action: () => Result): Result => {
    try {
      return action();
    } catch (error) {
      throw new fs.ErrnoError(ERRNO[(error as NodeJS.ErrnoException).code ?? ""] ?? EIO);
    }
  };

  const roots = new Map<FsNode, string>();
  const hostPath = (node: FsNode): string => roots.get(node) ?? join(hostPath(node.parent), node.name);
  const createNode = (parent: FsNode | null, name: string, mode: number): FsNode =>
    Object.assign(fs.createNode(parent, name, mode, 0), { node_ops: nodeOperations, stream_ops: streamOperations });

  const nodeOperations = {
    getattr: (node: FsNode) =>
      attributes(
        node,
        attempt(() => statSync(hostPath(node))),
      ),
    setattr: (node: FsNode, change: { size?: number }) => {
      const { size } = change;
      if (size !== undefined) attempt(() => truncateSync(hostPath(node), size));
    },
    lookup: (parent: FsNode, name: string) => {
      const stats = attempt(() => statSync(join(hostPath(parent), name)));
      return createNode(parent, name, stats.isDirectory() ? DIRECTORY : FILE);
    },
    mknod: (parent: FsNode, name: string) => {
      attempt(() => closeSync(openSync(join(hostPath(parent), name), "w")));
      return createNode(parent, name, FILE);
    },
    rename: (node: FsNode, parent: FsNode, name: string) => {
      attempt(() => renameSync(hostPath(node), join(hostPath(parent), name)));
      node.name = name;
    },
    unlink: (parent: FsNode, name: string) => attempt(() => unlinkSync(join(hostPath(parent), name))),
    readdir: (node: FsNode) => [".", "..", ...attempt(() => readdirSync(hostPath(node)))],
  };

  const streamOperations = {
    open: (stream: HostStream) => {
      const flags = (stream.flags & ACCESS_MODE) === 0 ? "r" : "r+";
      if ((stream.node.mode & DIRECTORY) !== (DIRECTORY & 0o170000)) {
        stream.file = attempt(() => openSync(hostPath(stream.node), flags));
      }
    },
    close: (stream: HostStream) => {
      const { file } = stream;
      if (file !== undefined) attempt(() => closeSync(file));
    },
    read: (stream: HostStream, buffer: Int8Array, offset: number, length: number, position: number) =>
      length === 0 ? 0 : attempt(() => readSync(stream.file!, buffer, offset, length, position)),
    write: (stream: HostStream, buffer: Int8Array, offset: number, length: number, position: number) =>
      attempt(() => writeSync(stream.file!, buffer, offset, length, position)),
    llseek: (stream: HostStream, offset: number, whence: number) => {
      const starts = [0, stream.position, whence === 2 ? attempt(() => statSync(hostPath(stream.node))).size : 0];
      return starts[whence]! + offset;
    },
    allocate: (stream: HostStream, offset: number, length: number) =>
      attempt(() => ftruncateSync(stream.file!, offset + length)),
  };

  return {
    mount: ({ opts }: FsMount): FsNode => {
      const node = createNode(null, "/", DIRECTORY);
      roots.set(node, (opts as { root: string }).root);
      return node;
    },
  };
}

function attributes(node: FsNode, { size, atime, mtime, ctime }: Stats) {
  return {
    dev: 1,
    ino: node.id,
    mode: node.mode,
    nlink: 1,
    uid: 0,
    gid: 0,
    rdev: 0,
    size,
    atime,
    mtime,
    ctime,
    blksize: 4096,
    blocks: Math.ceil(size / 4096),
  };
}
