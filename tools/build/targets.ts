/** A platform that the program in one file can be made for. */
export interface Target {
  /** As Bun names it, without `bun-`. */
  name: string;
  os: "linux" | "darwin" | "win32";
  cpu: "x64" | "arm64";
  /** Ends the names of napi-rs packages. */
  abi: string;
  /** PostgreSQL's package; the server of Windows is not started by Vireo. */
  postgres?: string;
}

/** The first is the one that `bun run build` makes. */
export const targets: readonly Target[] = [
  { name: "linux-x64", os: "linux", cpu: "x64", abi: "linux-x64-gnu", postgres: "linux-x64" },
  { name: "linux-arm64", os: "linux", cpu: "arm64", abi: "linux-arm64-gnu", postgres: "linux-arm64" },
  { name: "darwin-arm64", os: "darwin", cpu: "arm64", abi: "darwin-arm64", postgres: "darwin-arm64" },
  { name: "windows-x64", os: "win32", cpu: "x64", abi: "win32-x64-msvc" },
];
