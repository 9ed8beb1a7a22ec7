import { afterAll } from "bun:test";
import { createLog } from "#core/observability/log";
import { runChild } from "#core/process/child";
import { createEngines } from "#plugins/local/engines";
import type { AnalyseRequest } from "#sdk/slots/analyse";
import type { MomentsRequest } from "#sdk/slots/moments";
import type { PlanRequest } from "#sdk/slots/plan";
import { judgeAnalysis } from "#sdk/testing/conformance/analyse";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { judgeMoments } from "#sdk/testing/conformance/moments";
import { judgePlan } from "#sdk/testing/conformance/plan";
import { serveFiles } from "#test/files";
import { planRequests } from "#test/plugins/local/plan-requests";

const { engines, stop } = createEngines({
  settings: { renders: 1, timeLimitSeconds: 60, hardware: "off" },
  child: (task, input, options) => runChild({ plugins: [] }, "local", task, input, options),
  log: createLog({ level: "silent", format: "text" }),
});
afterAll(stop);
const files = serveFiles();

const video: AnalyseRequest = { model: "local-measure-1", url: files.clip };
engineConformance<AnalyseRequest>("local analyse", {
  engine: () => engines.analyse,
  produces: "facts",
  requests: [
    video,
    {
      ...video,
      caption: "3 ways to test a screen. Which one is yours? #screens",
      username: "tester",
      hashtags: ["screens"],
      stats: { views: 5000, likes: 900, comments: 80, shares: 60, saves: 200 },
    },
  ],
  refused: [
    { request: { ...video, url: files.picture }, code: "source_not_video" },
    { request: { ...video, url: files.text }, code: "source_unreadable" },
    { request: { ...video, url: files.missing }, code: "download_failed" },
  ],
  judge: judgeAnalysis,
  slow: video,
});

const search: MomentsRequest = {
  ...{ model: "local-moments-1", sourceUrl: files.clip, minSeconds: 0.5, maxSeconds: 3, content: "auto" },
};
engineConformance<MomentsRequest>("local moments", {
  engine: () => engines.moments,
  produces: "facts",
  requests: [
    search,
    { ...search, content: "action", range: { start: 0, end: 1.5 } },
    { ...search, transcript: [{ start: 0, end: 2, text: "A short film. Nobody says much in it." }], prompt: "film" },
  ],
  refused: [{ request: { ...search, sourceUrl: files.picture }, code: "source_unreadable" }],
  judge: judgeMoments,
});

engineConformance<PlanRequest>("local plan", {
  engine: () => engines.plan,
  produces: "facts",
  requests: Object.entries(planRequests).flatMap(([name, request]) => (name === "odd" ? [] : [request])),
  judge: judgePlan,
});
