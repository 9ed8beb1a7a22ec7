import type { DesignName } from "../design-name";
import type { Design } from "../scene";
import { offer } from "./badge";
import { cta, ctaPanel } from "./cta";
import { fewDrawn, fewGiant, fewWall } from "./few";
import { hookBadge, hookKinetic, hookLead, hookStack } from "./hook";
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
import { checklist } from "./list";
import { opening, photoFull, photoLabel, photoTop } from "./photo";
import { photoCard, photoSplit, photoWhole } from "./photocard";
import { pointCard, pointIcon, pointNumbered } from "./point";
import { productClose } from "./product";
import { quotation } from "./quotation";
import { statement } from "./statement";

/** All scene designs. */
export const designs: Record<DesignName, Design> = {
  hookStack,
  hookLead,
  hookBadge,
  hookKinetic,
  opening,
  photoFull,
  photoTop,
  photoLabel,
  photoCard,
  photoSplit,
  photoWhole,
  productClose,
  pointIcon,
  pointCard,
  pointNumbered,
  checklist,
  statement,
  offer,
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
  cta,
  ctaPanel,
};
