import type { WordLabel } from "./label";
import { isShown } from "./network";
import { type Range, type Reading, setLabel } from "./reading";
import { isName, type Word } from "./words";

/** Words of a request are its subject from this probability on, if nothing else is shown. */
const LIKELY = 0.4;

/** In a prompt of which nothing is shown, the first words that may be its subject are: "mach was über BROT". */
export function showSubject(reading: Reading): void {
  const { found, headings, quoted } = reading;
  const isLikely = (at: number) => at < found.length && found[at]!.shown > LIKELY && !headings[at] && !quoted[at];
  const from = found.findIndex((_, at) => isLikely(at));
  if (from < 0) return;
  let to = from;
  while (isLikely(to)) to++;
  setLabel(reading, { from, to }, "topic");
}

/** Hebrew and Arabic join "for" to the first word of a subject, unless that word is of the request: "to promote". */
const joinedFor = /^(?:ל(?=\p{Script=Hebrew}{3})|ل(?=\p{Script=Arabic}{3}))/u;
const promoting =
  /^(?:ל(?:קידום|קדם|פרסום|פרסם|שיווק|שווק|הציג|אינסטגרם|פייסבוק|טיקטוק|סטורי|וואטסאפ|יוטיוב|רילס)|لل?(?:ترويج|تسويق|إعلان|اعلان|دعاية|عرض|انستغرام|انستقرام|إنستغرام|انستا|فيسبوك|تيك|واتساب|سناب|يوتيوب|ستوري))$/u;

/** In "a video for-the-clinic in Jeddah", the clinic is a part of the subject. */
export function showJoined(reading: Reading, { from, to }: Range): void {
  const { words, found } = reading;
  const isJoined = (at: number) => joinedFor.test(words[at]!.text) && !promoting.test(words[at]!.text);
  for (let at = from; at < to - 1; at++)
    if (found[at]!.label === "request" && found[at + 1]!.label === "topic" && isJoined(at))
      setLabel(reading, { from: at, to: at + 1 }, "topic");
}

/**
 * Chinese puts the subject between the verb and the kind of the video, "make a <restaurant>'s promotion video", or behind
 * "for", and Japanese puts it first: パン教室の紹介動画.
 */
const asking = [
  /^(?:请|麻烦|想|我要|我想)*(?:帮我?们?|给我?们?|替我)?(?:做|制作|拍摄?|生成|设计|写|剪|来|出)(?:一?[个個条條支段部张張则]|一下|个)?(?<subject>\p{Script=Han}{2,12}?)(?<kind>的?(?:宣传|推广|广告|介绍|促销|招生|招聘|活动|短|小)*(?:视频|影片|短片|片子|海报|广告|图))/u,
  /^(?:给|为|替|幫|帮)(?:我们|咱们?|我们?家|我|自己)?的?(?<subject>\p{Script=Han}{2,12}?)(?<kind>用(?=[，,。；\s]|$)|(?:做|拍|制作)一?[个個条條支]?\p{Script=Han}{0,6}(?:视频|影片|短片))/u,
  /^(?<subject>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,20}?)(?<kind>の(?:お?(?:紹介|知らせ)|宣伝|告知|案内|募集|広告|プロモーション)+(?:用の?)?(?:ショート)?(?:動画|ムービー|ビデオ|リール|映像|ポスター|チラシ))/u,
];
/** Subjects that only describe the video. */
const describing =
  /^(?:一?[个個条條支段部张張则]|宣传|推广|广告|介绍|促销|竖屏|横屏|竖版|横版|直式|横式|方形|简短|高清|好看|精美|短|小|一点|发?(?:朋友圈|抖音|小红书|视频号|快手|微博|群))+$/u;
/** Characters of a sentence in which a request is looked for. */
const LONGEST_ASKED = 40;

/** In "做一个健身房短视频", the gym is the subject. */
export function showAsked(reading: Reading, { from, to }: Range): void {
  const { text, words, found, clauses } = reading;
  for (let first = from; first < to; first++) {
    if (first > from && clauses[first] === clauses[first - 1]) continue;
    const { start } = words[first]!;
    const clause = text.slice(start, start + LONGEST_ASKED);
    const match = asking.map((pattern) => pattern.exec(clause)).find(Boolean);
    const { subject = "", kind = "" } = match?.groups ?? {};
    if (!match || describing.test(subject)) continue;
    const at = start + match[0].length - kind.length;
    for (let i = first; i < to && words[i]!.start < at + kind.length; i++) {
      const isSubject = words[i]!.start >= at - subject.length && words[i]!.end <= at;
      if (found[i]!.label !== "viewer") setLabel(reading, { from: i, to: i + 1 }, isSubject ? "topic" : "request");
    }
  }
}

/** "My", "our" and their like, before and after what they go with. */
const leading =
  /^(?:my|our|mein(?:e[mnrs]?)?|unse?re?[mnrs]?|unser|mon|ma|mes|notre|nos|mis?|nuestr[oa]s?|meus?|minhas?|noss[oa]s?|mi[oae]|miei|nostr[oaie]|mijn|m'n|onze|ons|min|mitt?|mine|mina|vår|vårt|våra|vores|vore|meidän|minun|meva|nostr[ae]|m[oó]j|moj\p{L}{1,3}|nasz\p{L}{0,4}|m[ůé]\p{L}{0,3}|sv(?:ůj|ou|[áé]|ém?u?|ého|ých|oj(?:e|i|u|ho|ej|ich|im)?)|sw(?:ój|oj\p{L}{1,3})|сво(?:й|[яёеюи]|его|ей|ему|[её]м|их|ї[йхм]|го|єї|єму)|naš\p{L}{0,4}|мо[йяеёюи]|мо(?:ята|ят|ето|ите)|наш(?:ата|ият|ия|ето|ите)|моего|моему|моей|моих|мо[єї]\p{L}{0,2}|наш\p{L}{0,3}|benim|bizim|(?:我|我们|咱们?|我家|自己)的?|私|わたし|僕|うち|当店|当社|弊社|우리|저희|제|내|मेर[ीाे]|हमार[ीाे]|अपन[ीाे])$/u;
const trailing =
  /^(?:saya|kami|aku|gue|ya|dong|nih|của|mình|tôi|em|ของ|เรา|ฉัน|ผม|หนู|หน่อย|ด้วย|นะ|ครับ|ค่ะ|คะ|الخاصة?|بي|بنا|بتاعي|بتاعنا|بتاعتي|تبعي|حقي|عندنا|عندي|لدينا|שלי|שלנו|μου|μας|meu|mea|mele|nostru|noastră|yangu|yetu|langu|letu|mano|bro|mate|dude|güey|wey|kak|gan|yaar|abi|hocam)$/u;
/** Words that only mean "of mine" or "of ours", also in the middle of a subject. */
const ofMine = /^(?:بتاعي|بتاعنا|بتاعتي|بتاعتنا|تبعي|تبعنا|حقي|حقنا|شغلي)$/u;
/** Articles before "my" in "il mio" and "a nossa", and particles behind it in "我们的" and "私の". */
const article = /^(?:il|la|lo|i|gli|le|l|o|a|os|as)$/u;
const particle = /^(?:的|の|家)$/u;
/** Words behind a subject that lead to the kind of the video: "Exposé als Reel", 夏祭りの動画. */
const leadsOn = /^(?:için|icin|的|の|as|als|comme|como|come|som|jako|как|як)$/u;
/** Prepositions and conjunctions that a subject cannot end with. */
export const joining =
  /^(?:in|at|near|from|for|of|with|on|and|de|à|en|au|aux|du|des|près|pour|chez|dans|et|a|vicino|di|da|per|con|nel|nella|w|we|na|z|ze|dla|przy|pod|an|bei|aus|von|für|im|am|nahe|und|em|perto|para|cerca|del|por|y|te|bij|van|voor|op|på|vid|från|till|för|och|ve|в|во|на|из|у|для|по|с|и|з|із|від|та|di|dari|untuk|dekat|tại|ở|في|من|عن|على|مع|عند|के|की|का|में|से|पर|को)$/u;

/** Polite words, which ask the maker. */
export const polite = /^(?:please|pls|plz|porfa|porfis|plis|bitte|svp|stp|alstublieft|proszę|пожалуйста|пжл|lütfen)$/iu;
/** Articles that a subject cannot end with. */
const openArticle = /^(?:the|an|der|die|das|den|dem|ein|einen|eine|le|les|une|el|los|las|una|gli|uno|het|een)$/u;

/** Articles before a description: "Tallyroo, THE expense app". */
const anyArticle = new RegExp(`${openArticle.source}|^(?:an?|u[nm]|uma|o|il|lo|den|det|ett?)$`, "iu");

/** Prepositions of places. */
const placing = /^(?:in|at|near|bei|à|en|em|w|we|в|у|i|på|di|în|στη|στην|στο|στον|στα|στις|في|ở|tại|ที่)$/u;

/** Most words of a subject with its name and place. */
const LONGEST_SUBJECT = 8;

const howTo =
  /^(?:how to|wie man|comment(?= (?!here|there)(?:\p{L}+ )?\p{L}+(?:[eo]?ir|er|re)(?!\p{L}))|cómo|hoe je|hur man|jak(?= \p{L}+ć(?!\p{L}))|(?:как|як)(?= \p{L}+(?:ть|ти|чь)(?:ся)?(?!\p{L}))|cara(?= (?:me|ber|bikin|buat|daftar|pakai|pesan|cek|bayar|masak|ganti|beli|pasang))|cách)(?!\p{L})/iu;
/** Letters in which it is looked for. */
const LONGEST_HOW_TO = 40;

/** In a prompt without a subject, "how to" begins one: "a video about HOW TO SEE A DOCTOR". */
export function showHowTo(reading: Reading, { from, to }: Range): void {
  const { text, words, found, gaps } = reading;
  for (let at = from; at < to; at++) {
    if (isShown(found[at]!.label) || !howTo.test(text.slice(words[at]!.start, words[at]!.start + LONGEST_HOW_TO)))
      continue;
    let end = at + 1;
    while (end < to && gaps[end] === "space" && !isShown(found[end]!.label)) end++;
    if (end > at + 2) setLabel(reading, { from: at, to: end }, "topic");
    return;
  }
}
/** "For" behind a subject. */
const postposition = /^(?:için|icin|लिए)$/u;
/** Turkish says "my" and "our" at the end of a word. */
const possessed = /\p{L}{3}[ıiuü]m(?:[ıiuü]z)?$/u;

/** Words that such a subject cannot contain: "our", and greetings. */
const beforeSubject = new RegExp(
  `${leading.source}|^(?:merhaba|selam|slm|selamlar|arkadaşlar|नमस्ते|नमस्कार|भाई|सर)$`,
  "iu",
);

/** In a prompt without a subject, "for" goes behind it: "KADIKÖY'DEKİ KİTABEVİMİZ için bir video". */
export function showBefore(reading: Reading, { from, to }: Range): void {
  const { words, found, gaps } = reading;
  const at =
    from + words.slice(from, Math.min(to, from + LONGEST_SUBJECT)).findIndex(({ text }) => postposition.test(text));
  if (at <= from) return;
  const end = words[at - 1]!.text === "के" ? at - 1 : at;
  let start = end;
  while (start > from && gaps[start] === "space" && !beforeSubject.test(words[start - 1]!.text)) start--;
  const isMine = start > from && leading.test(words[start - 1]!.text);
  const isRequest = found.slice(start, at + 1).every(({ label }) => label === "request");
  if (isRequest && (isMine || possessed.test(words[end - 1]!.text)))
    setLabel(reading, { from: start, to: end }, "topic");
}

/** A prompt that begins with its subject and the kind of work: "Bakery promo video", "plumber video pls". */
const titled =
  /^(?!(?:make|create|need|want|do|can|could|please|pls|a|an|the|my|our|this|that|some|another|new|quick|short|viral|cool|nice|hi|hey|hello|promo|promotional|marketing|intro|launch|brief|briefing|script|storyboard|social|content|draft)\s)(?<subject>\p{L}[\p{L}\p{M}'’-]*(?: \p{L}[\p{L}\p{M}'’-]*){0,3}?) (?:(?:promo|promotional|marketing|short|intro|launch|ad|advert|poster|flyer|style) )*(?:video|reel|clip|poster|flyer|ad|advert|short|story)(?: (?:for|on) (?:facebook|fb|instagram|insta|ig|tiktok|youtube|linkedin|whatsapp|social media|socials))?(?: (?:pls|plz|please|thanks|thx))*$/iu;

/** The words before "promo video" are the subject. */
export function showTitled(reading: Reading, { from, to }: Range): void {
  const { text, words, gaps, found } = reading;
  if (from > 0) return;
  let end = 1;
  while (end < to && gaps[end] === "space") end++;
  while (end > 1 && words[end - 1]!.kind === "mark") end--;
  const { subject } = titled.exec(text.slice(0, words[end - 1]!.end).trimStart())?.groups ?? {};
  if (!subject || !found.slice(0, end).every(({ label }) => label === "request" || label === "topic")) return;
  const length = words[0]!.start + subject.length;
  for (let at = 0; at < end; at++)
    setLabel(reading, { from: at, to: at + 1 }, words[at]!.start < length ? "topic" : "request");
}

/** Words before the age of a team, and ages in letters: "under TWELVES". */
const ages = /^(?:under|over|sub|unter|über)$/iu;
const spelledAge = /^(?:fives|sixes|sevens|eights|nines|tens|elevens|twelves|(?:thir|four|fif|six|seven|eigh)teens)$/iu;

/** Adds the name before a number, "YEAR 6 leavers' assembly", and the ordinal before a noun, "80. Geburtstag". */
function joinNumbers(reading: Reading, { from, to }: Range): void {
  const { words, found, quoted } = reading;
  const isOpen = (at: number) => at >= from && ["request", "format"].includes(found[at]!.label);
  for (let at = from + 1; at < to; at++) {
    if (!isShown(found[at]!.label) || !isOpen(at - 1) || quoted[at]) continue;
    const [before, own] = [words[at - 1]!, words[at]!];
    const isOrdinal = before.text === "." && isOpen(at - 2) && /^\p{Nd}{1,3}$/u.test(words[at - 2]!.text);
    // "for the UNDER 12s"
    const isAge = (own.kind === "number" || spelledAge.test(own.text)) && ages.test(before.text);
    const isNumbered = own.kind === "number" && at - 1 > from && before.kind === "word" && isName(before);
    if (isOrdinal || isNumbered || isAge)
      setLabel(reading, { from: isOrdinal ? at - 2 : at - 1, to: at }, found[at]!.label);
  }
}

/** The subject is what a title says: without "my", with its whole name and the name of its place. */
export function trimSubject(reading: Reading, { from, to }: Range): void {
  const { words, found, gaps, quoted } = reading;
  joinNumbers(reading, { from, to });
  const isSubject = (at: number) => at < to && found[at]!.label === "topic" && !quoted[at];
  for (let start = from; start < to; start++) {
    const isNameBefore = start > from && quoted[start - 1] === 2 && isShown(found[start - 1]!.label);
    if (isNameBefore && placing.test(words[start]!.text)) setLabel(reading, findPlace(reading, start, to), "topic");
    const isFirst = found[start]!.label === "viewer" && start > from && gaps[start] === "space";
    // "with the attached PHOTOS: 3-room flat in Bamberg"
    if (isFirst && !isShown(found[start - 1]!.label) && pictures.test(words[start]!.text)) {
      setLabel(reading, { from: start, to: start + 1 }, "request");
      continue;
    }
    if (isFirst) setLabel(reading, { from: findKind(reading, start, from), to: start }, "topic");
    if (!isSubject(start)) continue;
    let end = start + 1;
    while (isSubject(end)) end++;
    const grown = growSubject(reading, end, to);
    const first = findKind(reading, start, from);
    setLabel(reading, { from: first, to: start }, "topic");
    setLabel(reading, { from: end, to: grown }, "topic");
    const title = findTitle(words, { from: first, to: grown });
    if (isWatched(reading, title) || isPlaceOfScreen(reading, first, from) || isInPlace(reading, first, from)) {
      setLabel(reading, { from: first, to: grown }, "format");
      start = grown - 1;
      continue;
    }
    if (title.to > title.from) {
      setLabel(reading, { from: first, to: title.from }, "request");
      setLabel(reading, { from: title.to, to: grown }, "request");
    }
    for (let at = title.from + 1; at < title.to - 1; at++) {
      const own = words[at]!.text;
      const next = words[at + 1]!.text;
      const isMine = ofMine.test(own) || (trailing.test(own) && (next === "," || placing.test(next)));
      if (isMine) setLabel(reading, { from: at, to: at + 1 }, "request");
    }
    if (grown < to && gaps[grown] === "space" && trailing.test(words[grown]!.text)) {
      setLabel(reading, { from: grown, to: grown + 1 }, "request");
      setLabel(reading, findPlace(reading, grown + 1, to), "topic");
    }
    start = grown - 1;
  }
}

/** Begins a clause that describes a subject: "our lollipop lady Maureen, WHO is retiring". */
const relative =
  /^(?:who|whose|which|qui|dont|que|quien|chi|cui|che|die|der|das|wiens|som|który|która|které|který|která|котор\p{L}+|який|яка|яке)$/u;

/** A clause that describes the subject is a part of its title, if it is for the viewer or has a figure. */
export function joinRelative({ words, found, clauses, quoted }: Reading): void {
  for (let at = 2; at < words.length; at++) {
    const isBehind = words[at - 1]!.text === "," && found[at - 2]!.label === "topic";
    if (!isBehind || quoted[at] || !relative.test(words[at]!.text)) continue;
    let to = at + 1;
    while (to < words.length && clauses[to] === clauses[at]) to++;
    const hasFigure = words.slice(at, to).some(({ kind }) => kind === "number");
    const isPart = ({ label }: WordLabel) => label === "viewer" || (hasFigure && label === "request");
    if (!isPart(found[at]!)) continue;
    for (let own = at - 1; own < to; own++) if (isPart(found[own]!)) found[own] = { label: "topic", shown: 1 };
  }
}

/** "For" before a subject, or before a place where a video is shown. */
const forWord = /^(?:for|für|voor|til|till|pour|para|per|dla|для)$/iu;

/** A name in a request belongs to its subject from this probability on. */
const MAYBE = 0.3;

/** "Launch teaser for TALLYROO, THE expense app", "a video for BLUEBIRD, our café": a name before what it is. */
export function showNamed(reading: Reading, { from, to }: Range): void {
  const { words, found } = reading;
  for (let start = from + 3; start < to; start++) {
    const isSubject = found[start]!.label === "topic" && found[start - 1]!.label === "request";
    const isMine = leading.test(words[start - 1]!.text);
    const isWhole = anyArticle.test(words[start]!.text) && words[start - 1]!.text === ",";
    // "la nostra trattoria"
    const comma = isWhole ? start - 1 : isMine && article.test(words[start - 2]!.text) ? start - 3 : start - 2;
    if (!isSubject || words[comma]!.text !== ",") continue;
    let name = comma;
    while (name > from && isName(words[name - 1]!) && found[name - 1]!.label === "request") name--;
    // "Hi Sam, our shop" greets.
    const isNamed =
      name < comma && (found[name]!.shown > MAYBE || (name > from && forWord.test(words[name - 1]!.text)));
    if (isNamed && (isMine || isWhole || anyArticle.test(words[start - 1]!.text)))
      setLabel(reading, { from: name, to: isMine ? comma + 1 : start }, "topic");
  }
}

/** In a request without a subject, names behind "for" are it: "Something quiet for HARTLEY & SONS". */
export function showClient(reading: Reading, { from, to }: Range): void {
  const { words, found } = reading;
  for (let at = from + 1; at < to; at++) {
    if (!forWord.test(words[at - 1]!.text) || found[at]!.label !== "request" || found[at]!.shown <= MAYBE) continue;
    let end = at;
    while (end < to && (isName(words[end]!) || words[end]!.text === "&") && found[end]!.label === "request") end++;
    if (end - at > 1) setLabel(reading, { from: at, to: end }, "topic");
  }
}

/** Most words between "my" and a name. */
const LONGEST_KIND = 3;

/** Returns the start of a subject with what stands between "my" and its name: "my TACO STAND El Güero". */
function findKind({ words, found, gaps }: Reading, start: number, from: number): number {
  let first = start;
  // 町内会の夏祭り
  const isJoined = words[start]!.text === "の" || words[start - 1]?.text === "の";
  const isAdjacent = (at: number) => found[at]!.label === "request" && words[at]!.end === words[at + 1]!.start;
  if (isJoined && words[start]!.kind === "word") {
    while (
      first > from &&
      start - first < LONGEST_SUBJECT &&
      isAdjacent(first - 1) &&
      !leading.test(words[first - 1]!.text)
    )
      first--;
    return first === from ? first : start;
  }
  while (
    first > from &&
    start - first <= LONGEST_KIND &&
    gaps[first] === "space" &&
    found[first - 1]!.label === "request"
  ) {
    if (leading.test(words[first - 1]!.text)) return isName(words[start]!) ? first : start;
    first--;
  }
  return start;
}

/** Words before a noun, which German begins with a capital letter. */
const germanArticle = /^(?:der|die|das|den|dem|des|eine[nmrs]?|zum|zur|vom|beim|unser\p{L}*)$/u;
const germanAdjective = /^\p{Ll}{2,}e[nmrs]?$/u;

/** Returns the end of a subject with the rest of its name, "Marlow Bridge Rowing CLUB", and with its place, "in ŁÓDŹ". */
function growSubject({ words, found, gaps }: Reading, end: number, to: number): number {
  let at = end;
  for (; at < to && gaps[at] === "space"; at++) {
    const [before, own, next] = [words[at - 1]!, words[at]!, words[at + 1]];
    const endsHere = at + 1 === to || gaps[at + 1] !== "space" || next!.kind === "mark";
    const isRest =
      isName(before) && isName(own) && (found[at]!.label === "request" || (found[at]!.label === "style" && endsHere));
    const isInPlace = at > 1 && isName(before) && placing.test(words[at - 2]!.text) && !isShown(found[at]!.label);
    const isPlace = (joining.test(before.text) || isInPlace) && isName(own) && own.kind === "word";
    // "Tag der offenen TÜR"
    const isNoun =
      at > 1 && germanArticle.test(words[at - 2]!.text) && germanAdjective.test(before.text) && isName(own);
    const leadsToPlace =
      ["request", "viewer"].includes(found[at]!.label) &&
      placing.test(own.text) &&
      at + 1 < to &&
      gaps[at + 1] === "space" &&
      isName(next!);
    if (!isRest && !isPlace && !isNoun && !leadsToPlace) break;
  }
  return at > 0 ? addNames({ words, found, gaps }, at, to) : at;
}

/** Returns the end of a subject with names behind commas: "açaí shop, AÇAÍ DA TIA NÊ, AQUI EM CONTAGEM", "in Surulere, LAGOS". */
function addNames({ words, found, gaps }: Pick<Reading, "words" | "found" | "gaps">, end: number, to: number): number {
  let at = end;
  while (at + 1 < to && words[at]!.text === ",") {
    let last = at + 1;
    while (last < to && gaps[last + 1] === "space" && words[last + 1]?.kind !== "mark") last++;
    const isNamed = [at + 1, last].every((one) => one < to && isName(words[one]!) && words[one]!.kind === "word");
    const isHere = last === at + 3 && placing.test(words[last - 1]!.text) && isName(words[last]!);
    const isRequest = found.slice(at + 1, last + 1).every(({ label }) => label === "request");
    if (!isRequest || !(isNamed || isHere) || last - at > LONGEST_NAME) break;
    at = last + 1;
  }
  return at;
}

/** Words of a name behind a subject. */
const LONGEST_NAME = 5;

/** Screens and status lists that show a video. */
const screen =
  /^(?:tv|tvs|screens?|monitors?|displays?|bildschirm\p{L}*|fernseher|écrans?|télé|pantallas?|tele|schermo|schermi|monitor|ecrãs?|telas?|scherm\p{L}*|beeldscherm\p{L}*|ekran\p{L}*|telewizor\p{L}*|экран\p{L}*|телевизор\p{L}*|екран\p{L}*|skärm\p{L}*|televizy?on\p{L}*|layar|màn|شاش\p{L}*|estados?|status\p{L}*|stati|stato|статус\p{L}*|сторис|сторіс|durum\p{L}*)$/iu;
/** Compounds that name a screen: "informationsskärm". */
const screenOf =
  /(?<!\p{L})\p{L}+(?:skärm(?:en)?|skjerm(?:en)?|skærm(?:en)?|bildschirm|monitor|scherm|schaufenster|näyttö\p{L}*)[\s.,!?]*$/iu;
/** Words between the screen and its place. */
const MOST_TO_SCREEN = 4;

/** Places where a video is shown, which are not its subject. */
const watched =
  /^(?:(?:in|at|im|am|en|dans|nel|nella|per)\s)?(?:(?:the|our|der|die|das|den|dem|unser\p{L}*|de|het|onze|la|le|les|el|il|lo|notre|nos|a|o)\s)?(?:waiting ?room|(?!landing)(?:\p{L}+ )?page|socials?|social media|redes(?: sociales)?|réseaux(?: sociaux)?|соцсет\p{L}+|foyer|lobby|доск[аи] объявлений|дошк[аи] оголошень|wartezimmer|wartebereich|schaukasten|aushang|wachtkamer|salle d['’]attente|panneaux?|sala de espera|sala d['’](?:attesa|aspetto)|poczekalni\p{L}*|приёмн\p{L}*|приемн\p{L}*|väntrum\p{L}*|venteværelse\p{L}*)(?:\s(?:of|der|des|del?|du|di|do|da|van|at|la|the)(?:\s\p{L}+){1,4})?[\s?.,:!]*$/iu;

/** Pictures that the maker is to use: "with the four attached PHOTOS". */
const pictures =
  /^(?:my |our |the |meine |unsere |mes |nos |mis |nuestras |i miei |as minhas )?(?:photos?|pics?|pictures?|images?|bilder[n]?|fotos?|foto's|imágenes|immagini|imagens|zdjęcia(?:mi)?|фото(?:графи\p{L}*)?|світлин\p{L}*|fotoğraf\p{L}*|写真|照片|사진|صور)[\s.,!]*$/iu;

/** True for where a video is shown, and for the pictures in it: a video is not about these. */
function isWatched({ text, words }: Reading, { from, to }: Range): boolean {
  const title = to > from ? text.slice(words[from]!.start, words[to - 1]!.end) : "";
  return watched.test(title) || pictures.test(title) || screenOf.test(title);
}

/** True for the place of a screen: "for the tv in the CANTEEN of the club". */
function isPlaceOfScreen({ words, found }: Reading, at: number, from: number): boolean {
  if (at === from || found[at - 1]!.label !== "format") return false;
  for (let before = at - 1; before >= from && at - before <= MOST_TO_SCREEN; before--) {
    if (found[before]!.label !== "format" || words[before]!.kind === "mark") return false;
    if (screen.test(words[before]!.text)) return true;
  }
  return false;
}

/** True for such a place: "a video for IN the group chat". */
const isInPlace = ({ words, found }: Reading, at: number, from: number): boolean =>
  at > from && placing.test(words[at]!.text) && forWord.test(words[at - 1]!.text) && !isShown(found[at - 1]!.label);

/** Returns the place behind "of mine": "shoe cleaning of mine IN MALANG". */
function findPlace({ words, gaps, found }: Reading, from: number, to: number): Range {
  const isPlace = from + 1 < to && placing.test(words[from]!.text) && gaps[from + 1] === "space";
  // Arabic and Thai have no capital letters, and people who type in a hurry write "di depok".
  const isLast = from + 2 >= to || gaps[from + 2] !== "space" || trailing.test(words[from + 2]!.text);
  const isNamed = isPlace && (isName(words[from + 1]!) || /^\p{Lo}/u.test(words[from + 1]!.text) || isLast);
  if (!isNamed || !["request", "format"].includes(found[from]!.label)) return { from, to: from };
  let end = from + 2;
  while (end < to && gaps[end] === "space" && isName(words[end]!)) end++;
  return { from, to: end };
}

/** Words of a request before its subject: "Explain compound interest", "For Warmtec heat pumps". */
const opening =
  /^(?:explain|for|about|erklär\p{L}*|für|über|explique[rz]?|pour|sur|explica\p{L}*|para|sobre|spiega\p{L}*|per|su|voor|over|förklara|för|om|vetrina|vitrina|escaparate|schaufenster|etalage|del|della|wyjaśnij|dla|объясни\p{L}*|для|про|поясни\p{L}*)$/iu;

/** The same, joined to an article: "obrigado AOS Bombeiros". A capital letter is part of a name. */
const openingTo = /^(?:aos?|às?|aux?|a[il]|agli|all[ae])$/u;
/** Accounts of people and shops: "for the insta of my bakery". */
const account = /^(?:feis|face|fb|facebook|insta|instagram|ig|tiktok|socials)$/iu;
/** Words between a status list or an account and "my". */
const MOST_TO_MINE = 5;

/** Returns the words of a subject that a title needs. */
function findTitle(words: readonly Word[], { from, to }: Range): Range {
  const is = (pattern: RegExp, at: number) => pattern.test(words[at]?.text ?? "");
  let start = from;
  while (start < to - 1 && [opening, openingTo, promoting].some((pattern) => is(pattern, start))) start++;
  // "zu unserem Straßenfest"
  if (/^\p{Ll}{1,4}$/u.test(words[start]!.text) && is(leading, start + 1) && start + 1 < to - 1) start++;
  // "for the STATUS on WhatsApp of MY workshop"
  if (is(screen, start) || is(account, start)) {
    const mine = words.slice(start, start + MOST_TO_MINE).findIndex(({ text }) => leading.test(text));
    if (mine > 0 && start + mine < to - 1) start += mine;
  }
  const hasArticle = is(article, start) && is(leading, start + 1);
  let first = start + (hasArticle ? 1 : 0);
  if (is(leading, first)) first++;
  if ((first > start || is(leading, first - 1)) && is(particle, first)) first++;
  // Turkish "for" ends a subject: "kuaför salonum İÇİN sıcak bir video".
  const end = words.findIndex(({ text }, at) => at > first && at < to && /^(?:için|icin)$/u.test(text));
  let last = end < 0 ? to : end;
  // "my dental practice's INSTAGRAM"
  const said = last - (words[last - 1]!.kind === "mark" ? 1 : 0);
  if (said - first > 1 && is(account, said - 1)) last = said - 1;
  while (last > first && words[last - 1]!.kind === "mark" && (is(leadsOn, last - 2) || is(polite, last - 2))) last--;
  while (last > first && [trailing, joining, leadsOn, openArticle, polite].some((pattern) => is(pattern, last - 1)))
    last--;
  return { from: first, to: last };
}
