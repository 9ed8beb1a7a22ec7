import { lookAtPictures } from "#plugins/local/reframe/look";
import { readSource } from "#plugins/local/edit/source";
import { tools } from "#test/plugins/local/edit-clips";
const kit = tools();
const source = await readSource("/tmp/rf/talk.mp4", kit);
let c0 = process.cpuUsage().user, t0 = performance.now();
const s = await lookAtPictures(source);
console.log((performance.now() - t0) / 1000, (process.cpuUsage().user - c0) / 1e6, s.seen.length, s.cuts, s.seen.map((x) => x.faces.length).join(""));
process.exit(0);
