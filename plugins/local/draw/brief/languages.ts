/**
 * Language data for splitting briefs. Everything else uses Unicode classes, so a language
 * that is not listed still gets its hook and points, only no call to action of its own.
 */
export interface Language {
  /** Common small words: they tell the language, and may not end a shortened line. */
  small: string;
  /** First words of a call to action. */
  calls: string;
  /** The call to action when the brief has none. */
  call: string;
}

export const languages: Readonly<Record<string, Language>> = {
  en: {
    small:
      "a an the and or but nor with without of for to in on at by from as into onto over under that which who whose your our my their his her its this these is are be was were will can so than then if when while because about up off via per vs plus & not no very more most",
    calls:
      "try buy shop get order download join start grab book discover visit sign subscribe learn call reserve register claim explore taste swipe tap click follow watch apply contact donate",
    call: "Discover more",
  },
  de: {
    small:
      "der die das den dem des ein eine einen einem einer und oder aber mit ohne von für zu zum zur in im am an auf bei aus nach vom als über unter dass ist sind dein deine deinen deiner unser unsere ihr ihre sie wir nicht so sehr mehr alle jeden",
    calls:
      "jetzt probiere probier kaufe kauf hol hole bestelle bestell entdecke buche starte teste sichere besuche melde lade",
    call: "Jetzt entdecken",
  },
  fr: {
    small:
      "le la les un une des du de et ou mais avec sans pour à au aux en dans sur par chez que qui est sont votre vos notre nos ton ta tes mon ma ne pas plus très ce cette ces l d",
    calls:
      "achetez essayez découvrez commandez profitez réservez rejoignez téléchargez visitez inscrivez goûtez offrez achète essaie découvre commande profite",
    call: "Découvrir",
  },
  es: {
    small:
      "el la los las un una unos unas y o pero con sin de del para por en a al que es son tu tus su sus nuestro nuestra mi más muy este esta estos como",
    calls:
      "compra prueba descubre pide ordena reserva únete descarga visita consigue aprovecha regístrate empieza llama",
    call: "Descubre más",
  },
  it: {
    small:
      "il lo la i gli le un uno una e o ma con senza di del della dei delle per in nel nella a al alla che è sono tuo tua nostro nostra più molto questo questa come",
    calls: "compra prova scopri ordina prenota unisciti scarica visita acquista approfitta iscriviti inizia chiama",
    call: "Scopri di più",
  },
  pt: {
    small:
      "o a os as um uma uns umas e ou mas com sem de do da dos das para por em no na nos nas que é são seu sua nosso nossa meu mais muito este esta como ao à",
    calls: "compre experimente descubra peça reserve junte baixe visite garanta aproveite inscreva comece ligue",
    call: "Saiba mais",
  },
  nl: {
    small:
      "de het een en of maar met zonder van voor naar in op aan bij uit als dat die is zijn je jouw jullie ons onze mijn meer zeer niet ook nu",
    calls: "koop probeer ontdek bestel boek start download bezoek shop pak schrijf",
    call: "Ontdek meer",
  },
  ru: {
    small:
      "и или но а с со без в во на для до от из за под над о об про по к ко у что как это ваш ваша ваши наш наша не очень",
    calls:
      "купи купите закажи закажите попробуй попробуйте узнай узнайте скачай скачайте забронируй забронируйте приходи приходите подпишись",
    call: "Узнать больше",
  },
  ja: { small: "", calls: "", call: "詳しくはこちら" },
  ko: { small: "", calls: "", call: "자세히 보기" },
};

const lists = new Map(
  Object.entries(languages).map(([code, { small, calls }]) => [
    code,
    { small: new Set(small.split(" ")), calls: new Set(calls.split(" ").filter(Boolean)) },
  ]),
);

/** Detects the likely language from common words or the script. Undefined if unclear. */
export function detectLanguage(text: string): string | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  if (/\p{Script=Hangul}/u.test(text)) return "ko";
  const words = splitWords(text);
  const scores = [...lists].map(([code, { small, calls }]) => ({
    code,
    score: words.filter((word) => small.has(word) || calls.has(word)).length,
  }));
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.score > 0) return best.code;
  return /^[\p{ASCII}\p{P}\p{S}\p{N}\s]*[a-z]+[\p{ASCII}\p{P}\p{S}\p{N}\s]*$/iu.test(text) ? "en" : undefined;
}

/** True if a shortened line must not end on this word in any of the possible languages. */
export function isSmallWord(word: string, language: string | undefined): boolean {
  return lists.get(language ?? "en")?.small.has(word.toLowerCase()) ?? false;
}

/** True for a call to action: it starts with a call, or contains one in a script without spaces. */
export function isCall(clause: string, language: string | undefined): boolean {
  if (/(?:ください|下さい|しよう|はこちら|今すぐ.*|チェック|하세요|보세요|받기|주문하기)[!！。]?$/u.test(clause))
    return true;
  if (/^(?:立即|马上|立刻|现在就|今すぐ|지금)/u.test(clause)) return true;
  if (/^(?:اطلب|اشتر|تسوق|احجز|اكتشف|جرب|سجل|حمل|הזמינו|קנו|גלו|נסו)/u.test(clause)) return true;
  const first = splitWords(clause)[0] ?? "";
  return lists.get(language ?? "en")?.calls.has(first) ?? false;
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}
