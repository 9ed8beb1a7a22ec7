import { defineModule } from "vireo/module";
import { Group } from "vireo/settings";
import { createSampleScraper } from "./scraper";

/** Makes research work without a key or network, on the viral library's samples, which are marked as such. */
export const sampleLibrary = defineModule({
  name: "sample-library",
  description: "Sample videos as a video source, if no other is configured.",
  settings: Group({}),
  uses: ["viral-library"],
  start({ services }) {
    const library = services["viral-library"];
    return library ? { engines: { scrape: createSampleScraper(library.samples) } } : {};
  },
});
