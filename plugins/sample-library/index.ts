import { defineModule } from "vireo/module";
import { Group } from "vireo/settings";
import { createSampleScraper } from "./scraper";

/** Lets research work without a key or network, on the viral library's samples, which are marked as such. */
export const sampleLibrary = defineModule({
  name: "sample-library",
  description: "The sample videos as a source of short videos, if no other is configured.",
  settings: Group({}),
  uses: ["viral-library"],
  start({ services }) {
    const library = services["viral-library"];
    return library ? { engines: { scrape: createSampleScraper(library.samples) } } : {};
  },
});
