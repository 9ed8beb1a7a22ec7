/** The most common words of languages. They reveal the language of a text, but not its subject. */
const lists: Readonly<Record<string, string>> = {
  en:
    "a about after again all also always am an and any are as at be because been before being but by can cannot could did do does " +
    "don't doing down each even every few for from get gets getting go goes going got had has have having he her here him his how i " +
    "if in into is it it's its just know let like made make makes many may me might more most much must my need never no not now of off on " +
    "once only or other our out over own put really say see she should so some still such take than that that's the their them then there " +
    "these they they're this those through to too up us use very want was way we well were what when where which while who why will with " +
    "without won't would you you're your yours here's i'm isn't doesn't can't",
  de:
    "aber alle als also am an auch auf aus bei bin bis bist da damit dann das dass dein deine dem den der des dich die dies diese dir doch du " +
    "durch ein eine einem einen einer eines er es euch für gegen hab habe haben hat hier ich ihr ihre im in ist ja jede jeden jeder jetzt kann " +
    "kein keine können man mehr mein meine mich mir mit muss nach nicht noch nun nur oder ohne schon sehr sein seine sich sie sind so über um " +
    "und uns unser unsere unter viel vom von vor war was weil wenn wer werden wie wieder wir wird wo zu zum zur",
  fr:
    "à ai alors au aussi autre aux avec avez avoir bien c'est car ce ces cette chaque comme d dans de des donc du elle elles en encore est et " +
    "être eu faire fait faut il ils je jusque l la le les leur leurs lui ma mais me même mes moi mon ne nos notre nous on ont ou où par pas peu " +
    "peut plus pour qu que quel quelle qui quoi s sa sans se ses si son sont sous sur ta te tes toi ton tous tout toute très tu un une vos votre vous y",
  es:
    "a al algo como con cuando cada de del desde donde dos e el ella ellos en entre era es esa ese eso esta está están estas este esto estos fue " +
    "ha hace hacer han hasta hay la las le les lo los más me mi mis mucho muy nada ni no nos nosotros nuestra nuestro o os otra otro para pero " +
    "por porque puede que qué quien se sea ser si sí sin sobre solo son su sus también te tiene todo todos tu tus un una uno unos ya yo",
  it:
    "a ad ai al alla alle anche ancora che chi ci come con cosa così da dal dalla degli dei del della delle di dopo dove e è ed essere fa fare " +
    "gli ha hai hanno ho i il in io la le lei li lo loro lui ma mi mia mio molto ne nei nel nella no noi non nostro o ogni per perché più può " +
    "qual quale quando quanto quello questa questo se sei senza si sia solo sono sta su sua sul sulla suo te ti tra tu tua tuo tutti tutto un una uno vi voi",
  pt:
    "a ao aos as até cada com como da das de dela dele depois do dos e é ela ele eles em entre era essa esse esta está este eu fazer foi há isso " +
    "isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós nossa nosso o os ou para pela pelo por porque pode quando que quem " +
    "se sem ser seu seus só são sua suas também te tem ter teu toda todo todos tu tua tudo um uma você vocês",
  nl:
    "aan al alle alles als altijd andere ben bij daar dan dat de deze die dit doen door dus een en er gaan geen had heb hebben heeft het hier hij " +
    "hoe hun iets ik in is ja je jij jou jouw kan komen kunnen maar me meer met mij mijn moet na naar niet nog nu of om omdat ons onze ook op over " +
    "te tot u uit uw van veel voor waar wat we wel werd wie wij wil worden wordt zal ze zeer zich zij zijn zo zonder",
};

const words = new Map(Object.entries(lists).map(([language, list]) => [language, new Set(list.split(" "))]));

/** Languages that are recognised by their script, more specific ones first. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Han}/u, "zh"],
  [/\p{Script=Thai}/u, "th"],
  [/[іїєґ]/iu, "uk"],
  [/\p{Script=Cyrillic}/u, "ru"],
  [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Devanagari}/u, "hi"],
];

const tokenize = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
const normalize = (word: string) => word.toLowerCase().replaceAll("’", "'");

/** Guesses the language of a text by its number of common words. Defaults to English. */
export function guessLanguage(text: string): string {
  const script = SCRIPTS.find(([pattern]) => pattern.test(text));
  if (script) return script[1];
  const all = tokenize(text).map(normalize);
  let best = { language: "en", count: 0 };
  for (const [language, common] of words) {
    const count = all.filter((word) => common.has(word)).length;
    if (count > best.count) best = { language, count };
  }
  return best.language;
}

/** True if a word is not a function word of its language. */
export const isContentWord = (word: string, language: string): boolean =>
  normalize(word).length > 1 && !words.get(language)?.has(normalize(word));
