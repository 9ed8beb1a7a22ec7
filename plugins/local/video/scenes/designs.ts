import type { Design, DesignName } from "../scene";
import { offer, pointFigure } from "./badge";
import { cta } from "./cta";
import { hookBadge, hookKinetic, hookLead, hookStack } from "./hook";
import { checklist } from "./list";
import { marquee } from "./marquee";
import { opening, photoFull } from "./photo";
import { photoCard, photoSplit, photoWhole } from "./photocard";
import { pointCard, pointIcon, pointNumbered } from "./point";
import { collage, productClose } from "./product";
import { statement } from "./statement";

/** Every scene design there is. */
export const designs: Record<DesignName, Design> = {
  hookStack,
  hookLead,
  hookBadge,
  hookKinetic,
  opening,
  photoFull,
  photoCard,
  photoSplit,
  photoWhole,
  productClose,
  collage,
  pointIcon,
  pointCard,
  pointNumbered,
  pointFigure,
  checklist,
  statement,
  offer,
  marquee,
  cta,
};
