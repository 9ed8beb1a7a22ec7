import type { Scene } from "vireo/slots/storyboard";
import type { Focus } from "#plugins/local/draw/focus";
import { findIcon } from "#plugins/local/draw/icons";
import { splitPieces } from "#plugins/local/draw/linebreaks";
import { countSigns } from "#plugins/local/storyboard/timing";
import type { Shot } from "./design";
import type { DesignName } from "./design-name";
import { hasCard } from "./designs/content";
import { splitName } from "./designs/end-words";
import { getKineticSeconds } from "./designs/hook";
import type { Look } from "./look";
import { loudBackdrops } from "./patterns";
import type { Pacing } from "./timeline";

export interface PlannedShot extends Shot, Pacing {
  /** Index of its scene. */
  scene: number;
}

/** What kind of picture it is, which its designs depend on. `cutout`: transparent around its subject. */
export type PictureKind = Focus["kind"] | "cutout";

/** A scene with the index of its photo. */
export interface PhotoScene extends Scene {
  photo?: number;
}

interface ShotInput {
  scenes: readonly PhotoScene[];
  pictures: readonly PictureKind[];
  /** True if the video begins with the unchanged photo of the first scene. */
  opensOnPhoto: boolean;
  subject: string;
  look: Look;
  random(): number;
}

type Idea = Omit<Shot, "tone" | "backdrop">;

/** Maximum seconds of a scene in one design. Longer ones are shown in several. */
const LONGEST_SHOT = 5.2;
/** The same for an end card, because people write down what it says. */
const LONGEST_END = 7;
const MOST_SHOTS = 4;
/** Maximum distance that a cut may move to a beat, as a fraction of the scene. */
const GIVE = 0.3;

/** A film with few words is cut faster, so that it does not stand still. */
const LONGEST_OF_FEW = 2.2;
const MOST_OF_FEW = 6;
/** Maximum number of letters of such a text. */
const FEW = 26;

/** True if a film shows only one scene with a few words, and its closing card. */
const saysLittle = ({ scenes, pictures }: ShotInput): boolean => {
  const [first, ...others] = scenes;
  if (!first?.text || first.subtext || pictures.length > 0 || /\n/.test(first.text)) return false;
  return (
    (first.kind === "hook" || first.kind === "point") &&
    countSigns(first.text) <= FEW &&
    others.every(({ kind }) => kind === "cta")
  );
};

/** Plans the shots: one per scene, or several if a scene is long. */
export function planShots(input: ShotInput): PlannedShot[] {
  const used: DesignName[] = [];
  const steps = input.scenes.filter(({ kind }) => kind === "step").length;
  const few = saysLittle(input);
  let step = 0;
  const shots = input.scenes.flatMap((scene, i) => {
    if (scene.kind === "step") step++;
    const seconds = scene.seconds ?? 1;
    const common: Omit<Idea, "design"> = {
      kind: scene.kind,
      text: scene.kind === "quote" && scene.photo !== undefined ? `“${scene.text}”` : (scene.text ?? ""),
      subtext: scene.subtext ?? "",
      price: scene.price,
      photo: scene.photo,
      number: scene.kind === "step" ? step : undefined,
      total: scene.kind === "step" ? steps : undefined,
      lead: i === 0,
    };
    const isFew = few && i === 0;
    const designs = isFew ? chooseFewDesigns(scene, input) : chooseDesigns(scene, i, input);
    const closes = i > 0 && i === input.scenes.length - 1 && isClosing(scene);
    const [longest, most] = isFew
      ? [LONGEST_OF_FEW, MOST_OF_FEW]
      : [(closes ? LONGEST_END : LONGEST_SHOT) * Math.max(1, input.look.pace), MOST_SHOTS];
    const count = Math.min(Math.ceil(seconds / longest), designs.length, most);
    return Array.from({ length: count }, (_, part) => {
      const design = closes && part === count - 1 ? input.look.closing : takeFreshest(designs, used);
      return { ...common, design, scene: i, least: (seconds / count) * (1 - GIVE), weight: seconds / count };
    });
  });
  return dress(shots, input);
}

/** Maximum letters of a text that an end card shows, and of a name and an address. */
const LONGEST_CLOSING = { text: 64, place: 110 } as const;

/** True if a last scene is a name, an address or a short sentence, which an end card shows. */
const isClosing = ({ text = "", ...scene }: PhotoScene): boolean => {
  const signs = countSigns(text);
  const most = LONGEST_CLOSING[signs > LONGEST_CLOSING.text && splitName(text)[1] !== "" ? "place" : "text"];
  return scene.kind === "point" && !hasFacts({ text, ...scene }) && signs > 0 && signs <= most;
};

/** Returns designs that emphasise a few words; the subject's own icon first, if it has one. */
function chooseFewDesigns({ text }: PhotoScene, { subject, look, random }: ShotInput): DesignName[] {
  const hasIcon = findIcon(`${text} ${subject}`) !== undefined;
  const large: DesignName[] = hasIcon ? ["fewDrawn", "fewGiant", "fewWall"] : ["fewGiant", "fewWall"];
  const turn = Math.floor(random() * large.length);
  const turned = [...large.slice(turn), ...large.slice(0, turn)];
  return [...turned, ...new Set([...look.hooks, ...look.points].filter((design) => design.startsWith("layout")))];
}

const hasFacts = (scene: PhotoScene): boolean => hasCard({ text: "", subtext: "", ...scene });

/** Returns designs that suit a scene, best first. */
function chooseDesigns(scene: PhotoScene, index: number, input: ShotInput): DesignName[] {
  const { pictures, look } = input;
  const picture = scene.photo === undefined ? undefined : pictures[scene.photo];
  if (picture && scene.kind !== "cta") {
    if (index === 0 && scene.kind === "hook" && input.opensOnPhoto) return ["opening"];
    const designs = photoDesigns[picture](look);
    if (!scene.text && !scene.price && !scene.subtext) return designs.slice(0, 1);
    const beside = designs.filter((design) => design === "photoPart" || design === "photoFlip");
    // Facts are larger beside a picture than on it.
    return hasFacts(scene) && beside.length > 0 ? beside : designs;
  }
  if (scene.kind !== "cta" && hasFacts(scene)) return ["card"];
  switch (scene.kind) {
    case "cta":
      return [look.closing];
    case "quote":
      return ["quotation"];
    case "media":
      return ["hookStack"];
    case "hook":
      return chooseHookDesigns(scene, input);
    case "step":
      return look.steps;
    default:
      return look.points;
  }
}

/** Designs of scenes with a picture, preferred ones first. */
export const photoDesigns: Record<PictureKind, (look: Look) => DesignName[]> = {
  faces: ({ shapes }) => fillFrame(shapes),
  thing: ({ shapes }) => fillFrame(shapes),
  detail: ({ shapes }) => fillFrame(shapes),
  product: () => ["photoGround", "photoPart", "photoFlip"],
  graphic: () => ["photoCard", "photoCardFlip"],
  cutout: ({ shapes }) => (shapes.radius === 0 ? ["photoGround", "photoDisc"] : ["photoDisc", "photoGround"]),
};

const fillFrame = ({ shadow }: Look["shapes"]): DesignName[] =>
  shadow === "hard"
    ? ["photoLabel", "photoFull", "photoFlip", "photoCard"]
    : ["photoFull", "photoFlip", "photoLabel", "photoPart", "photoCard"];

/** A word takes a quarter of a second, so long headlines are not split into words. */
const KINETIC_WORDS = 6;

function chooseHookDesigns({ text = "", subtext = "", seconds = 0 }: PhotoScene, { look }: ShotInput): DesignName[] {
  const words = splitPieces(text).length;
  const isKinetic = subtext === "" && words >= 2 && words <= KINETIC_WORDS && seconds >= getKineticSeconds(words) + 1.2;
  return look.hooks.filter((design) => design !== "hookKinetic" || isKinetic);
}

/** Returns the least recently used of the designs. */
function takeFreshest(designs: readonly DesignName[], used: DesignName[]): DesignName {
  const age = (design: DesignName) => (used.includes(design) ? used.length - used.lastIndexOf(design) : 99);
  const chosen = designs.reduce((best, design) => (age(design) > age(best) ? design : best));
  used.push(chosen);
  return chosen;
}

/** Gives each shot a tone and a backdrop that differ from the previous one's. */
function dress(shots: readonly (Idea & Pacing & { scene: number })[], { look, random }: ShotInput): PlannedShot[] {
  const offset = Math.floor(random() * 2);
  const { turns } = look;
  return shots.map((shot, i) => {
    const last = i === shots.length - 1;
    const closing = i % 2 && turns.includes("bright") ? "bright" : "main";
    const tone = i === 0 ? "main" : last ? closing : turns[(i - 1 + offset * 2) % turns.length]!;
    const turned = [...look.backdrops.slice(i % look.backdrops.length), ...look.backdrops];
    // The text beside a picture is where a loud one is.
    const calm = shot.photo === undefined ? undefined : turned.find((name) => !loudBackdrops.has(name));
    return { ...shot, tone, backdrop: calm ?? turned[0]! };
  });
}
