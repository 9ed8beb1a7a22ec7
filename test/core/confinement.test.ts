import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Order } from "#core/process/confine";
import { getLandlockVersion, listDevices, planChild } from "#core/process/confinement";

const root = mkdtempSync(join(tmpdir(), "vireo-dev-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, "dri"));
const cards = ["dri/renderD128", "nvidia-uvm", "nvidia0", "nvidiactl"];
const others = ["dri/card0", "kfd", "mem", "nvidia-modeset", "nvidia-uvm-tools", "sda", "tty"];
for (const name of [...cards, ...others, "null"]) writeFileSync(join(root, name), "");
const basic = ["full", "null", "random", "urandom", "zero"];
const listNames = async (gpu: boolean) => (await listDevices(gpu, root)).map((path) => path.slice(root.length + 1));

describe("a child process", () => {
  test("opens no graphics card", async () => expect((await listNames(false)).sort()).toEqual(basic));

  test("opens what encodes on a graphics card if it is asked to, and nothing else", async () => {
    expect((await listNames(true)).sort()).toEqual([...cards, ...basic].sort());
  });

  test.skipIf(getLandlockVersion() === 0)("reads nothing of the drivers unless it is asked to", async () => {
    const readOrder = async (gpu?: boolean): Promise<Order> => {
      const { env } = await planChild({ plugins: [] }, ["true"], { folder: root, ...(gpu ? { gpu } : {}) });
      return JSON.parse((env as { VIREO_CONFINE: string }).VIREO_CONFINE);
    };
    const [without, asked] = [await readOrder(), await readOrder(true)];
    expect(without.devices).toEqual(await listDevices(false));
    expect(asked.devices).toEqual(await listDevices(true));
    const added = (list: "reads" | "lists" | "writes") => asked[list].filter((path) => !without[list].includes(path));
    expect(JSON.stringify([without.reads, without.lists])).not.toMatch(/nvidia|dri\b/);
    expect(added("lists")).toEqual(["/dev/dri"]);
    expect(added("writes")).toEqual([]);
    const drivers = ["/etc/drirc", "/etc/libva.conf", "/proc/devices", "/proc/driver/nvidia", "/proc/modules"];
    expect(added("reads")).toEqual(drivers);
  });
});
