import type { Module } from "#core/module";
import { accounts } from "./accounts";
import { content } from "./content";
import { credits } from "./credits";
import { images } from "./images";
import { music } from "./music";
import { people } from "./people";
import { research } from "./research";
import { social } from "./social";
import { tasks } from "./tasks";
import { upload } from "./upload";
import { videos } from "./videos";
import { viralLibrary } from "./viral-library";
import { webhooks } from "./webhooks";

/** In the order of the reference page. */
export const modules: readonly Module[] = [
  videos,
  images,
  music,
  upload,
  content,
  viralLibrary,
  research,
  social,
  webhooks,
  credits,
  accounts,
  people,
  tasks,
];
