/** The compose files, without Docker: what they name exists. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";

interface Service {
  image?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

const folder = join(import.meta.dir, "../../deploy");
const documented = await Bun.file(join(folder, "../docs/configuration.md")).text();

describe.each(["compose.yml", "compose.full.yml"])("%s", async (name) => {
  const { services, volumes } = Bun.YAML.parse(await Bun.file(join(folder, name)).text()) as Compose;

  test("mounts volumes that it declares, and files that exist", async () => {
    const sources = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((it) => it.split(":")[0]!),
    );
    for (const source of sources) {
      if (source.startsWith(".")) expect(await Bun.file(join(folder, source)).exists()).toBe(true);
      else expect(Object.keys(volumes)).toContain(source);
    }
  });

  test("waits for services that it has, and for their health only if they report it", () => {
    for (const { depends_on = {} } of Object.values(services)) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(Object.keys(services)).toContain(other);
        // The image of Vireo brings its own health check.
        const { image, healthcheck } = services[other]!;
        if (condition === "service_healthy") expect(image === "vireo" || healthcheck !== undefined).toBe(true);
      }
    }
  });

  test("sets variables that Vireo reads", () => {
    const own = Object.values(services).filter(({ image }) => image === "vireo");
    expect(own.length).toBeGreaterThan(0);
    const unknown = own
      .flatMap(({ environment = {} }) => Object.keys(environment))
      .filter((it) => !documented.includes(`\`${it}\``));
    expect(unknown).toEqual([]);
  });
});
