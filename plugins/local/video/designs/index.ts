import type { Design } from "../design";
import type { DesignName } from "../design-name";
import { endAccent, endCentre, endDisc, endFrame, endLeft, endPanel, endRoof, endSlant, endStrip } from "./end";
import { fewDrawn, fewGiant, fewWall } from "./few";
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
import {
  opening,
  photoCard,
  photoCardFlip,
  photoDisc,
  photoFlip,
  photoFull,
  photoGround,
  photoLabel,
  photoPart,
} from "./photo";
import { card, pointNumbered, quotation, statement } from "./text";

/** All designs of shots. */
export const designs: Record<DesignName, Design> = {
  hookStack,
  hookLead,
  hookKinetic,
  opening,
  photoFull,
  photoLabel,
  photoPart,
  photoFlip,
  photoCard,
  photoCardFlip,
  photoGround,
  photoDisc,
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
  fewGiant,
  fewDrawn,
  fewWall,
  endCentre,
  endLeft,
  endFrame,
  endAccent,
  endRoof,
  endDisc,
  endSlant,
  endPanel,
  endStrip,
};
