import type { DesignName } from "../design-name";
import type { Design } from "../scene";
import * as ends from "./end";
import * as few from "./few";
import { hookKinetic, hookLead, hookStack } from "./hook";
import {
  layoutBand,
  layoutBubble,
  layoutCorner,
  layoutCount,
  layoutFrame,
  layoutPlates,
  layoutSplit,
  layoutSpot,
} from "./layouts";
import * as photos from "./photo";
import { card, pointNumbered } from "./point";
import { quotation } from "./quotation";
import { statement } from "./statement";

/** All scene designs. */
export const designs: Record<DesignName, Design> = {
  ...few,
  ...photos,
  ...ends,
  hookStack,
  hookLead,
  hookKinetic,
  card,
  pointNumbered,
  statement,
  quotation,
  layoutBand,
  layoutCorner,
  layoutSplit,
  layoutFrame,
  layoutPlates,
  layoutSpot,
  layoutBubble,
  layoutCount,
};
