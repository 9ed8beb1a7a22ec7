/** Quotations in a prompt: shown, unless their sentence forbids them. */
import { averageLabels, CERTAIN } from "./label";
import { isShown, type Label } from "./network";
import { type Reading, setLabel } from "./reading";

/** Words that name the platform of an address: "insta @slow.ohoo". */
const channel =
  /^(?:insta|instagram|ig|facebook|fb|whats ?app|wa|zalo|telegram|tiktok|youtube|line|web|website|instagramie|инстаграм|инста|телеграм|인스타|인스타그램|카톡|انستا|إنستغرام|इंस्टाग्राम|ไลน์)$/iu;

const withAddress: ReadonlySet<Label> = new Set(["format", "request", "style", "heading"]);

/** Quoted text is shown, unless its sentence forbids it, and so is an address in an instruction. */
export function showQuoted(reading: Reading): void {
  const { words, found } = reading;
  const forbidden = findForbidden(reading);
  for (const [at, { kind }] of words.entries()) {
    const { label } = found[at]!;
    const isAddress = kind === "address" && withAddress.has(label);
    const isBeforeAddress = words[at + 1]?.kind === "address" && isShown(found[at + 2]?.label ?? "request");
    if (isBeforeAddress && withAddress.has(label) && channel.test(words[at]!.text))
      setLabel(reading, { from: at, to: at + 1 }, "viewer");
    if (forbidden.has(at)) found[at] = { label: "negative", shown: 0 };
    else if (isAddress || (reading.quoted[at] && !isShown(label))) found[at] = { label: "viewer", shown: 1 };
  }
}

/** Words that say which quotation the video begins or ends with: Start with the question: "Cold feet?" */
const introduction =
  /^(?:(?:and|then|und|dann|et|puis|y|luego|e|poi|depois|en|och|i|potem|и|потом|і|потім)\s)?(?:(?:start|begin|open|end|finish|close)(?: it| the \p{L}+)? with|the (?:review|quote|text|caption|line|words?) (?:is|are|reads?|says?)|(?:die bewertung|der text|das zitat) (?:ist|lautet)|l(?:e texte|['’]avis) (?:est|dit)|(?:el texto|la reseña) (?:es|dice)|(?:il testo|la recensione) (?:è|dice)|(?:beginn|start|ende|eröffne)\p{L}*(?: es| das \p{L}+)? mit|(?:commence|débute|ouvre|termine|fini)\p{L}*(?: la \p{L}+)? (?:par|avec|sur)|(?:empieza|empiece|comienza|comience|abre|termina|acaba)(?: el \p{L}+)? con|(?:inizia|comincia|apri|finisci|chiudi)(?: il \p{L}+)? con|(?:comece|começa|abra|abre|termine|termina|acabe)(?: o \p{L}+)? com|(?:begin|start|open|eindig)(?: de \p{L}+)? met|(?:börja|inled|avsluta|start|begynd|slut)(?: \p{L}+)? med|zacznij od|zakończ|(?:начни|начать|начните|открой) с|(?:закончи|закончите)|(?:почни|почніть|почати) з)(?:\P{L}+\p{L}+){0,4}\s*[:：]?\s*$/iu;

/** "Start with the question:" before a quotation is for the maker. */
export function hideIntroductions(reading: Reading): void {
  const { text, words, found, quoted, sentences } = reading;
  for (let at = 1; at < words.length; at++) {
    if (quoted[at] === 0 || quoted[at - 1] || !isShown(found[at - 1]!.label)) continue;
    let from = at - 1;
    while (from > 0 && sentences[from - 1] === sentences[at - 1] && !quoted[from - 1]) from--;
    if (introduction.test(text.slice(words[from]!.start, words[at - 1]!.end)))
      setLabel(reading, { from, to: at }, "request");
  }
}

/** Words between two texts of the video: "Who's there?" then Ace Locks. */
export const thenWord =
  /^(?:then|dann|danach|puis|ensuite|luego|después|poi|depois|daarna|sedan|potem|потом|затем|потім|sonra)$/u;

/** "then" behind a quotation is for the maker. */
export function hideNext(reading: Reading): void {
  const { words, found, quoted, sentences } = reading;
  let hasQuotation = false;
  for (let at = 1; at + 1 < words.length; at++) {
    if (sentences[at] !== sentences[at - 1] && !quoted[at - 1]) hasQuotation = false;
    hasQuotation ||= quoted[at - 1] !== 0;
    const isLead =
      !quoted[at] && thenWord.test(words[at]!.text.toLowerCase()) && (hasQuotation || quoted[at + 1] === 1);
    if (isLead && isShown(found[at]!.label) && isShown(found[at + 1]!.label))
      setLabel(reading, { from: at, to: at + 1 }, "request");
  }
}

/** Words that join quotations: "A" then "B". */
const MOST_BETWEEN = 3;
/** Words that end an order behind a quotation: "B" と入れてください. */
const MOST_BEHIND = 5;

/** A few words between quotations, or behind one that the maker is told to show, are for the maker. */
export function hideConnectives(reading: Reading): void {
  const { words, found, quoted, sentences, headings } = reading;
  let opened = -1;
  for (let from = 0; from < words.length; from++) {
    if (quoted[from]) {
      if (!quoted[from - 1]) opened = from;
      continue;
    }
    let to = from;
    while (to < words.length && !quoted[to] && sentences[to] === sentences[from] && headings[to] === undefined) to++;
    const isBehind = opened >= 0 && quoted[from - 1] === 2 && sentences[from] === sentences[from - 1];
    const spoken = words.slice(from, to).filter(({ kind }) => kind !== "mark");
    const isPlain = spoken.length > 0 && spoken.every(({ text, kind }) => kind === "word" && !/^\p{Lu}/u.test(text));
    const lead = opened > 0 && !quoted[opened - 1] ? found[opened - 1]!.label : "request";
    const isOrder = !isShown(lead) && found[opened]?.label !== "topic";
    const isJoin = quoted[to] === 1 && spoken.length <= MOST_BETWEEN;
    const isEnd =
      to > from &&
      !quoted[to] &&
      spoken.length <= MOST_BEHIND &&
      opened > 0 &&
      sentences[opened - 1] === sentences[from];
    const isUnsure = to > from && averageLabels(found.slice(from, to)) < CERTAIN;
    if (isBehind && isPlain && isOrder && isUnsure && (isJoin || isEnd))
      setLabel(reading, { from, to }, lead === "heading" ? "request" : lead);
    from = Math.max(from, to - 1);
  }
}

/** Words and endings that forbid something. A quotation is only left out beside one. */
export const negation =
  /(?<!\p{L})(?:not|never|no|dont|doesnt|without|avoid|leave out|kein\p{L}*|nicht|nie|ohne|vermeid\p{L}*|ne|pas|rien|aucun\p{L}*|sans|évite\p{L}*|sin|ning[uú]n\p{L}*|evit\p{L}*|não|nada|sem|non|senza|niente|nessun\p{L}*|niet|geen|zonder|vermijd\p{L}*|inte|inget?|inga|utan|undvik|nie|bez|żadn\p{L}*|unikaj\p{L}*|не|без|избега\p{L}*|ні|уника\p{L}*|لا|بدون|بلا|מבלי|בלי|ללא|אל|לא|नहीं|मत|बिना|न|jangan|tanpa|không|đừng|fără|nu)(?!\p{L})|n['’]t(?!\p{L})|[別别勿不禁]|ない|なし|말|금지|빼|없이|อย่า|ไม่|ห้าม|m[ae]y[ıiae]n|m[ae]s[ıi]n|(?<!\p{L})(?:yok|olmasın|hariç)(?!\p{L})/iu;

/** Words that allow a quotation behind a negation: no text except "Anna & Luca". */
const exception =
  /(?<!\p{L})(?:except|but|only|just|than|außer|nur|als|sauf|seulement|que|excepto|salvo|s[oó]lo|só|apenas|tranne|behalve|alleen|utom|bara|än|oprócz|tylko|poza|кроме|только|крім|лише|тільки|إلا|سوى|فقط|רק|חוץ|מלבד|hariç|sadece|dışında|kecuali|hanya|selain|trừ|chỉ)(?!\p{L})\P{L}*(?:\p{L}+\P{L}*){0,2}$/iu;

/** Forbids the quotation before it, in languages whose verbs come last: 「治ります」とは書かないで. */
const unwritten =
  /^[ ]?(?:(?:という(?:言葉|文字|表現))?(?:とは?|は|を)?(?:絶対に|絶対)?(?:書か|入れ|使わ|言わ|出さ|載せ|つけ|表示し)な|(?:이?라고|이?라는 (?:말|문구|글자)[은을]|[은는을를])\s?(?:절대\s)?(?:쓰지|넣지|적지|사용하지|말하지)\s?(?:마|말)|(?:gibi şeyler )?(?:yazma|kullanma|deme)(?:yın|yin)?(?!\p{L})|(?:मत|नहीं) (?:लिख|डाल|दिखा))/u;

/** Languages whose verbs come last forbid a quotation behind it: 번호는 넣지 말고 "상담하세요" 넣어줘. */
const verbLast = /[\p{Script=Hangul}\p{scx=Hiragana}\p{Script=Devanagari}]\P{L}*$/u;

/** Letters beside a quotation among which the negation is. */
const NEAR = 60;

/** Returns the words of quotations that a sentence tells the maker to leave out: Don't write "fur baby". */
function findForbidden({ text, words, found, quoted, sentences }: Reading): ReadonlySet<number> {
  const forbidden = new Set<number>();
  for (let from = 0; from < words.length; from++) {
    if (!quoted[from]) continue;
    let to = from;
    while (to < words.length && quoted[to] === 1) to++;
    const isForbidding = (at: number) => found[at]?.label === "negative" && sentences[at] === sentences[from];
    const own = found.slice(from, to + 1);
    const isHidden = own.every(({ label }) => !isShown(label));
    const near = text.slice(Math.max(0, words[from]!.start - NEAR), words[from]!.start);
    const after = text.slice(words[to]?.end ?? text.length).slice(0, NEAR);
    const isUnwritten = unwritten.test(after);
    const isForbidden =
      (isForbidding(from - 1) && negation.test(near) && !exception.test(near) && !verbLast.test(near)) ||
      (isForbidding(to + 1) && isHidden && negation.test(after));
    let last = isForbidden || isUnwritten ? to : from - 1;
    while (isUnwritten && sentences[last + 1] === sentences[from]) last++;
    for (let at = from; at <= last; at++) forbidden.add(at);
    from = to;
  }
  return forbidden;
}
