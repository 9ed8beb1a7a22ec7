import type { Module } from "vireo/module";
import { accounts } from "./accounts/index";
import { auditLog } from "./audit-log/index";
import { clips } from "./clips/index";
import { content } from "./content/index";
import { credits } from "./credits/index";
import { drafts } from "./drafts/index";
import { edits } from "./edits/index";
import { images } from "./images/index";
import { library } from "./library/index";
import { mail } from "./mail/index";
import { music } from "./music/index";
import { notifications } from "./notifications/index";
import { people } from "./people/index";
import { research } from "./research/index";
import { social } from "./social/index";
import { tasks } from "./tasks/index";
import { templates } from "./templates/index";
import { upload } from "./upload/index";
import { videos } from "./videos/index";
import { viralLibrary } from "./viral-library/index";
import { voices } from "./voices/index";
import { webhooks } from "./webhooks/index";

/** Modules in the order of the reference page. */
export const modules: readonly Module[] = [
  videos,
  edits,
  clips,
  images,
  music,
  templates,
  library,
  drafts,
  voices,
  upload,
  content,
  viralLibrary,
  research,
  social,
  webhooks,
  credits,
  accounts,
  people,
  mail,
  notifications,
  auditLog,
  tasks,
];
