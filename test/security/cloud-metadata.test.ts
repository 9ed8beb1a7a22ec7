/** An attacker gives the address of a cloud's metadata service as the URL of a picture. */
import { expect, test } from "bun:test";
import { createGuard } from "#core/fetch/guard";

const addresses = {
  "AWS, GCP, Azure, DigitalOcean, Hetzner, OpenStack": ["169.254.169.254", "::ffff:169.254.169.254"],
  "AWS ECS": ["169.254.170.2", "fd00:ec2::254"],
  "Azure WireServer": ["168.63.129.16", "::ffff:168.63.129.16", "64:ff9b::a83f:8110"],
  "GCP, IPv6": ["fd20:ce::254"],
  "Oracle Cloud": ["192.0.0.192", "fd00:c1::a9fe:a9fe"],
  "Alibaba Cloud": ["100.100.100.200"],
  "Tencent Cloud": ["169.254.0.23"],
  Scaleway: ["169.254.42.42", "fd00:42::42"],
  "IBM Cloud": ["161.26.0.10"],
};

for (const [cloud, all] of Object.entries(addresses)) {
  test.each(all)(`${cloud}: %s is refused, as an address and behind a name`, async (address) => {
    const family = address.includes(":") ? 6 : 4;
    const guard = createGuard({ lookup: async () => [{ address, family }] });
    const url = `http://${family === 6 ? `[${address}]` : address}/metadata`;
    await expect(guard.resolve(guard.parse(url))).rejects.toThrow("private or reserved network");
    await expect(guard.resolve(guard.parse("http://pictures.example.com/"))).rejects.toThrow("private");
  });
}

test("neighbours of those addresses stay reachable, and an operator may allow one", async () => {
  const guard = createGuard({});
  expect((await guard.resolve(guard.parse("http://168.63.129.17/"))).addresses).toHaveLength(1);
  const open = createGuard({ allowHosts: ["168.63.129.16"] });
  expect((await open.resolve(open.parse("http://168.63.129.16/"))).addresses).toHaveLength(1);
});
