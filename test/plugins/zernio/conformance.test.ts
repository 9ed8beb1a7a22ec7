import { afterAll } from "bun:test";
import { socialConformance } from "#sdk/testing/conformance/social";
import { providerOf } from "./order";
import { startZernio } from "./server";

const zernio = await startZernio();
afterAll(() => zernio.stop());

socialConformance("zernio", {
  provider: () => providerOf(zernio),
  owner: () => "owner",
  refused: "Too long for TikTok [fault:bad-request]",
  lost: "Stored, then the answer is lost [fault:reset-after]",
  endless: "No answer ever [fault:silent-before]",
});
