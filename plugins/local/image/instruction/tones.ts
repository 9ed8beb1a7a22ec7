import { clamp } from "../../numbers";
import type { Pixels } from "../pixels/pixels";
import { changeBrightness, changeContrast, changeSaturation, changeWarmth } from "../pixels/tone";
import type { Rule } from "./operation";
import { amount, matchWholeWords, parseAmount } from "./patterns";

/** A property that can be raised or lowered. */
interface Tone {
  name: string;
  up: string;
  down: string;
  nouns: string;
  /** The usual change. */
  step: number;
  run(picture: Pixels, amount: number): Pixels;
}

const tones: readonly Tone[] = [
  {
    name: "saturation",
    up: "vivid|vibrant|saturated?|colou?rful|more colou?rs?|pop(?:ping)?|kräftiger|leuchtender|vif|vives?|saturé|vívidos?|saturado",
    down: "desaturated?|muted|less colou?rs?|entsättigt|désaturé|desaturado",
    nouns: "saturation|vibrance|vibrancy|sättigung|saturación",
    step: 0.45,
    run: changeSaturation,
  },
  {
    name: "brightness",
    up: "bright(?:er|en)?(?: up)?|light(?:er|en)(?: up)?|more light|heller|aufhellen|helle(?: \\p{L}+){0,2} auf|plus claire?|plus lumineu(?:x|se)|más clar[oa]|más brillante",
    down: "dark(?:er|en)?|dim(?:mer)?|less light|dunkler|abdunkeln|dunkle(?: \\p{L}+){0,2} ab|plus sombre|más oscur[oa]",
    nouns: "brightness|exposure|helligkeit|luminosité|brillo",
    step: 0.28,
    run: changeBrightness,
  },
  {
    name: "contrast",
    up: "contrasty|punch(?:y|ier)|kontrastreicher|plus contrasté|más contrastad[oa]",
    down: "flat(?:ter)?|low contrast",
    nouns: "contrast|kontrast|contraste",
    step: 0.25,
    run: changeContrast,
  },
  {
    name: "warmth",
    up: "warm(?:er)?|wärmer|plus chaude?|más cálid[oa]",
    down: "cool(?:er)?|cold(?:er)?|kühler|kälter|plus froide?|más frí[oa]",
    nouns: "warmth|(?:colou?r )?temperature|wärme|chaleur|calidez",
    step: 0.4,
    run: changeWarmth,
  },
];

const more =
  "more|mehr|plus de|más|increase|raise|boost|enhance|higher|add|bring up|turn up|erhöhe|augmente[rz]?|aumenta[r]?";
const less =
  "less|weniger|moins de|moins|menos|decrease|reduce|lower|cut|drop|bring down|turn down|reduziere|verringere|réduis|réduire|reduce|baja";

/** Rules for "brighter", "a bit less contrast", "increase the saturation by 20%". */
export const toneRules: readonly Rule[] = tones.map((tone) => ({
  pattern: matchWholeWords(
    `(?:(?<before>${amount})\\s+)?(?:(?:(?<more>${more})|(?<less>${less}))\\s+(?:(?:the|its|some|den|die|das|le|la|el)\\s+)?)?` +
      `(?:(?<between>${amount})\\s+)?(?:(?<up>${tone.up})|(?<down>${tone.down})|(?:${tone.nouns}))(?:\\s+(?:(?:by|um|de)\\s+)?(?<after>${amount}))?`,
  ),
  make({ before, between, after, less: isLess, down }) {
    const { exact, factor } = parseAmount(before, between, after);
    const direction = (isLess ? -1 : 1) * (down ? -1 : 1);
    const change = clamp(direction * (exact ?? tone.step * factor), -1, 2);
    const label = `${tone.name} ${change < 0 ? "-" : "+"}${Math.round(Math.abs(change) * 100)}%`;
    return { kind: "pixels", phase: "tone", label, run: (picture) => tone.run(picture, change) };
  },
}));
