/** What people say to the maker around words for the viewer: "Say that", "End with", "Kind regards". */
import { second } from "./figures";
import { averageLabels, CERTAIN } from "./label";
import { isShown } from "./network";
import { negation, thenWord } from "./quotations";
import { type Range, type Reading, setLabel, skipLead } from "./reading";
import { polite } from "./subjects";
import { isNameOrMark, type Word } from "./words";

/** Introduces what the video should say: "Say that we deliver". */
const reported =
  /^(?:(?:(?:can|could|would|should) (?:it|this|you) )?(?:please )?(?:say|mention|announce|tell (?:people|them|everyone)|let (?:people|them|everyone) know) that|(?:sagt?|sage|erwähnt?|erwähne|schreib)(?: bitte)?,? dass|(?:dis|dites|mentionnez?) que|(?:di|diga|menciona) que|(?:diz|diga|fala|mencione) que|(?:di|dì|di'|menziona) che|(?:zeg|vermeld|schrijf)(?: erbij)? dat|(?:skriv|säg|nämn|berätta)(?: gärna)?(?: ut)? att|(?:powiedz|napisz),? że|(?:скажи|скажите|напиши|напишите),? что|(?:скажи|скажіть|напиши|напишіть),? що)\s/iu;
/** Introduces what it should not say: "Don't mention that". */
const unreported =
  /^(?:please |bitte )?(?:(?:don['’]t|do not|never) (?:say|mention|write|tell (?:people|them|anyone)) that|(?:sag|sagt|erwähn|erwähne|schreib)(?: bitte)? nicht,? dass|ne (?:dis|dites|mentionnez?) pas que|no (?:digas?|menciones?|pongas) que|não (?:digas?|mencione) que|non (?:dire|menzionare|scrivere) che|(?:zeg|vermeld|schrijf) niet dat|(?:skriv|säg|nämn) inte att|nie (?:pisz|mów|wspominaj),? że|не (?:пиши|пишите|говори|говорите|упоминай|упоминайте|кажи|кажіть|пишіть),? (?:что|що))\s/iu;
const that = /^(?:that|dass|que|che|dat|att|at|że|что|що)$/iu;

/** Introduces, in the middle of a run of words, what the video should say: "i want it to say", "que diga". */
const saying =
  /(?<!\p{L})(?:(?:it |which |that )?(?:should|to|must|has to) (?:say|read)|saying|that says|(?:drauf|darauf|da|oben) (?:(?:stehen )?soll|soll)(?: stehen)?|mit dem text|que (?:diga|ponga|dice)|qui dit|avec écrit|où il est écrit|che dica|con scritto|con la scritta|escrito|dizendo|met de tekst|waarop staat|(?:текст|текстом|надписью) так(?:ой|ой:)|(?:пусть )?будет написано|со словами|с текстом|с надписью|з текстом|з написом|z napisem|z tekstem|med texten)(?!\p{L})/iu;
export const and = /^(?:and|und|y|et|e|en|i|и|і|och)$/iu;
/** Maximum number of words after "it should say" that the network takes for the maker's. */
const MOST_UNSEEN = 2;
/** Maximum number of words before "it should say" that the network takes for the viewer's. */
const MOST_BEFORE = 5;

/** In "make a video, it should say … then … then …", only what is said is for the viewer. */
export function hideSayings(reading: Reading, { from, to }: Range): void {
  const { text, words, found, quoted, clauses } = reading;
  const { start } = words[from]!;
  const match = saying.exec(text.slice(start, words[to - 1]!.end));
  if (!match || found[from]!.label !== "request") return;
  const first = words.findIndex((word) => word.start >= start + match.index);
  let said = first;
  while (said < to && words[said]!.end <= start + match.index + match[0].length) said++;
  // "drauf soll stehen ALLES gute jochen"
  let begun = said;
  while (begun < to && begun - said < MOST_UNSEEN && !isShown(found[begun]!.label)) begun++;
  if (begun === to || quoted[begun] || !isShown(found[begun]!.label) || words[said]!.kind === "mark") return;
  setLabel(reading, { from: said, to: begun }, "viewer");
  let before = first;
  const isStray = (at: number) => clauses[at] === clauses[first] && isShown(found[at]!.label) && !quoted[at];
  while (isStray(before - 1)) before--;
  const isTitle = found[before]!.label === "topic" && first - before > 1;
  const isKept = isTitle || first - before > MOST_BEFORE;
  setLabel(reading, { from: isKept ? first : before, to: said }, "request");
  for (let at = said + 1; at + 1 < to; at++) {
    const isNext = thenWord.test(words[at]!.text);
    if (!isNext && !isShown(found[at]!.label)) return;
    if (!isNext || !isShown(found[at + 1]!.label)) continue;
    setLabel(reading, { from: and.test(words[at - 1]!.text) ? at - 1 : at, to: at + 1 }, "request");
  }
}

/** Begins an announcement: a vacancy, thanks, something lost. */
const announcing =
  /^(?:(?:we(?:['’]re| are)?|i['’]m) (?:hiring|looking for|after|seeking|recruiting)|(?:a )?(?:big |huge )?thank you to|wir suchen|gesucht(?: wird)?:|danke an|nous (?:cherchons|recrutons)|on (?:cherche|recrute)|merci à|(?:estamos )?busca(?:mos|ndo)|se busca|se perdió|gracias a|(?:stiamo )?cerca(?:ndo|iamo)|cercasi|(?:\p{L}+[,!] )?è scappat[oa]|grazie a|procuramos|estamos (?:contratando|procurando)|obrigad[oa] a|(?:wij|we) zoeken|gezocht:|vi (?:söker|søker|søger)|szukamy|zatrudnimy|hledáme|ищем|требу[ею]тся|шукаємо|потрібн[аі]|keresünk|căutăm|angajăm|αναζητούμε|ζητείται)\s/iu;
/** Names a video or its maker. Only requests do. */
const filmed =
  /v[ií]d[eé]o|\p{L}*film|reel|clip|spot|poster|flyer|animation|rolk[aęi]|ролик|відео|видео|βίντεο|someone who|jemand|quelqu['’]un|alguien|qualcuno|alguém|iemand/iu;

/** "We are hiring a baker for our shop in Gent" is for the viewer, although it sounds like a request. */
export function showAnnounced(reading: Reading, { from, to }: Range): void {
  const { text, words, found, headings } = reading;
  if (headings[from] !== undefined || skipLead(reading, { from, to }, announcing) === from) return;
  if (filmed.test(text.slice(words[from]!.start, words[to - 1]!.end))) return;
  if (found.slice(from, to).some(({ label }) => isShown(label))) setLabel(reading, { from, to }, "viewer");
}

/** Introduces the last words of the video: "End with Bell Street Bakery". */
const ending =
  /^(?:and |und |et |y |e |en |och |i |и )?(?:(?:end|finish|close) (?:it )?with|(?:end card|(?:last|final) (?:slide|screen|scene|frame|card))(?: should)?(?: say| read|:)|at the end(?: (?:put|show|add|say|write))?|beende(?:t)? (?:es |das video )?mit|am (?:ende|schluss)(?: bitte)?|termine[rz]? (?:par|avec)|à la fin|termina[r]? con|al final|finisci con|alla fine|termin[ae]r? com|no final|eindig met|aan het eind|avsluta med|i slutet|zakończ|na koniec|в конце|закончи|наприкінці|в кінці|sonunda|en sonda|最後[はに]|最后|结尾|마지막에는?|akhiri dengan|di akhir|kết thúc bằng|cuối cùng|في النهاية|בסוף|अंत में|ปิดท้ายด้วย)[\s,:：、]*/iu;

/** "End with" is for the maker, although what follows is for the viewer. */
export function hideEnding(reading: Reading, { from, to }: Range): void {
  const { found } = reading;
  const rest = skipLead(reading, { from, to }, ending);
  if (rest > from && rest < to && isShown(found[rest]!.label)) setLabel(reading, { from, to: rest }, "format");
}

/** Matches a question for a video. */
const asking =
  /^(?:(?:hi|hey|hello)[,!]? )?(?:can|could|would|will) (?:you|u|ya|someone|ye) [^.!?]{0,80}(?:vids?|videos?|reels?|clips?|tiktoks?)(?!\p{L})/iu;

/** "Can you do an open house vid?" asks the maker, unless the network is certain that it asks the viewer. */
export function hideAsking(reading: Reading, { from, to }: Range): void {
  const { text, words, found, quoted } = reading;
  const own = found.slice(from, to);
  const isUnsure =
    averageLabels(own) < CERTAIN && own.every(({ label }, at) => label === "viewer" && !quoted[from + at]);
  if (isUnsure && asking.test(text.slice(words[from]!.start, words[to - 1]!.end)))
    setLabel(reading, { from, to }, "request");
}

/** Maximum number of hidden words that are shown after all. */
const LONGEST_ISLAND = 4;

/** In a prompt without other instructions, a few hidden words within a sentence are shown: "The Ferry - a SHORT STORY by Ellen Marsh". */
export function showIslands(reading: Reading): void {
  const { words, found, gaps, headings, sentences } = reading;
  const hidden = found.flatMap(({ label }, at) => (isShown(label) ? [] : [at]));
  const [from, last] = [hidden[0], hidden.at(-1)];
  if (from === undefined || hidden.length > LONGEST_ISLAND || last! - from + 1 !== hidden.length) return;
  const isWithin = from > 0 && gaps[from] === "space" && gaps[last! + 1] === "space" && last! + 1 < words.length;
  if (isWithin && sentences[from - 1] === sentences[last! + 1] && hidden.every((at) => headings[at] === undefined))
    setLabel(reading, { from, to: last! + 1 }, "viewer");
}

/** A greeting before the message: "Hi, our cat is missing". */
const greeting =
  /^(?:hi|hello|hey|hiya|hallo|moin|servus|guten (?:tag|morgen)|bonjour|bonsoir|salut|coucou|hola|buenas|buenos días|ciao|salve|buongiorno|ol[aá]|oi|bom dia|boa tarde|hoi|hej|hei|cześć|dzień dobry|ahoj|dobrý den|szia|sziasztok|привет|здравствуйте|добрый день|привіт|добрий день|merhaba|selam|slm|bună|halo|xin chào|γεια(?: σας)?|안녕하세요|こんにちは|你好|您好|مرحبا|السلام عليكم|היי|שלום|नमस्ते)(?: (?:there|all|team|everyone|zusammen|à tous|a todos|a tutti|allemaal))?[,،、，]\s?/iu;

/** Hides the greeting of a message to the maker. */
export function hideGreeting(reading: Reading): void {
  const { words, found, quoted } = reading;
  const to = skipLead(reading, { from: 0, to: words.length }, greeting);
  const isMessage = found.some(({ label }) => label === "request");
  if (isMessage && to < words.length && isShown(found[to]!.label) && !quoted[0])
    setLabel(reading, { from: 0, to }, "request");
}

/** Sounds that people make while they dictate. In capitals, they may be names: "ERM". */
const filler = /^(?:[Uu]m{2,}|[Uu]h+|[Ee]rm|[Ää]h+m?|[Ee]uh|[Ee]hm|[Öö]hm?|[Hh]m+)$/u;

/** Hides fillers. In German and Portuguese, "um" is a word, so it is one only at the end. */
export function hideFillers({ words, found, quoted }: Reading): void {
  for (const [at, { text }] of words.entries())
    if (!quoted[at] && (filler.test(text) || (text === "um" && !isShown(found[at + 1]?.label ?? "request"))))
      found[at] = { label: "request", shown: 0 };
}

/** Words that say nothing without the next one: "open on Sundays AND make it bright". */
const leadingOn =
  /^(?:and|und|et|y|e|en|och|og|i|и|і|та|ve|dan|but|aber|mais|pero|ma|maar|men|ale|но|але|que|che|dass|dat|att|że|что|що)$/iu;

/** "Please" and "and" belong to the order behind them. */
export function hideLeads({ words, found, gaps, quoted }: Reading): void {
  for (let at = words.length - 2; at > 0; at--) {
    const { text } = words[at]!;
    const isLead = leadingOn.test(text) || polite.test(text);
    const isBefore = gaps[at + 1] === "space" && !isShown(found[at + 1]!.label) && words[at + 1]!.kind !== "mark";
    if (isLead && isBefore && isShown(found[at]!.label) && !quoted[at])
      found[at] = { label: found[at + 1]!.label, shown: 0 };
  }
}

/** Matches a sentence that only says thanks. */
const thanks =
  /^(?:(?:many |muchas |muito |hartelijk |vielen |besten )?(?:thanks|thank you|thx|ta|danke?|merci|gracias|grazie|obrigad[oa]|valeu|bedankt|dank(?:u| je)?|tack|takk?|dzięk(?:i|uję)|děkuji|díky|спасибо|дякую|teşekkürler|sağol|ありがとうございます|谢谢|감사합니다|شكرا[ًَ]?)(?: (?:so much|a lot|very much|mille|wel|vmi|schon mal|im voraus|d['’]avance|bien|ben))?)[\s.!]*$/iu;

/** "Thanks!" at the end of a message with a request is for the maker. */
export function hideThanks(reading: Reading, sentences: readonly Range[]): void {
  const { text, words, found, quoted } = reading;
  const { from, to } = sentences.at(-1)!;
  const isMessage = found.some(({ label }) => label === "request");
  if (isMessage && !quoted[from] && thanks.test(text.slice(words[from]!.start, words[to - 1]!.end)))
    setLabel(reading, { from, to }, "request");
}

/** Ends a message, before the name of who wrote it. */
const regards =
  /(?:regards|sincerely|cheers|best wishes|gr(?:ü|ue)(?:ß|ss)en?|lg|mfg|cordialement|bien à vous|saludos|un saludo|cordiali saluti|atenciosamente|cumprimentos|groet(?:en)?|pozdrawiam|pozdravem|hälsningar|уважением|повагою|saygılarımla|salam|trân trọng|aguardo|quedo atent[oa]|resto in attesa|dans l'attente)[\s,.!]*$/iu;
/** What only a maker could leave out. */
const makersOnly =
  /emojis?(?!\p{L})|emotikon|smiley|эмодзи|емодзі|смайл|ايموجي|إيموجي|אימוג|इमोजी|絵文字|表情符号|이모지|อีโมจิ|stock (?:photo|clip|footage)/iu;
/** Words of an order to leave something out. */
const LONGEST_BAN = 6;

/** "No emojis." is for the maker, whatever is around it. */
export function hideBans(reading: Reading, { from, to }: Range): void {
  const { text, words, clauses, quoted } = reading;
  for (let start = from; start < to; ) {
    let end = start + 1;
    while (end < to && clauses[end] === clauses[start]) end++;
    const clause = text.slice(words[start]!.start, words[end - 1]!.end);
    const isShort = end - start <= LONGEST_BAN && !quoted[start];
    if (isShort && makersOnly.test(clause) && negation.test(clause))
      setLabel(reading, { from: start, to: end }, "negative");
    start = end;
  }
}

/** Thanks the maker, before the name of who wrote the message. */
const thanking =
  /(?:^|[.!?\n])\s*(?:(?:many )?thanks(?: so much| a lot| a million| a bunch| loads| heaps| again| in advance)?|thank you(?: so much| very much)?|(?:vielen |besten )?dank(?:e| im voraus)?|merci(?: d['’]avance| beaucoup)?|(?:muchas )?gracias(?: de antemano)?|grazie(?: mille| in anticipo)?|obrigad[oa]|(?:alvast )?bedankt|tack(?: på förhand)?|dziękuję(?: z góry)?|děkuji|(?:заранее )?спасибо|(?:наперед )?дякую|teşekkürler|شكرا|תודה(?: מראש)?),\s*$/iu;
/** Words of a name, with its marks. */
const LONGEST_SIGNATURE = 6;
/** Letters before a name in which the words that end a message stand. */
const LONGEST_REGARDS = 40;

/** The name after "Kind regards" or "Thanks," signs the message to the maker. */
export function hideSignature(reading: Reading, sentences: readonly Range[]): void {
  const { text, words } = reading;
  const last = sentences.at(-1)!;
  // "Mme Tessier, secrétariat"
  const comma = words.slice(last.from, last.to).findIndex(({ text: mark }) => mark === ",");
  const isRole = comma > 0 && last.to - last.from <= LONGEST_SIGNATURE && isNameOrMark(words[last.from]!);
  let name = isRole ? last.from + comma : last.to;
  while (name > last.from && last.to - name < LONGEST_SIGNATURE && isNameOrMark(words[name - 1]!)) name--;
  // "Cumprimentos, Teresa" is a sentence.
  for (let at = name; at < last.to; at++) {
    if (words[at]!.kind === "mark") continue;
    const before = text.slice(Math.max(0, words[at]!.start - LONGEST_REGARDS), words[at]!.start);
    if (at === 0 || !(regards.test(before) || thanking.test(before))) continue;
    const from = findStart(reading, at);
    const isLine = from === at && words[at]!.breaks > 0;
    setLabel(reading, { from: isLine ? findStart(reading, at - 1) : from, to: last.to }, "request");
    return;
  }
}

/** Returns the first word of the line or the sentence, behind any label. */
function findStart({ words, headings }: Reading, at: number): number {
  let from = at;
  while (from > 0 && words[from]!.breaks === 0 && headings[from - 1] === undefined && !isStop(words[from - 1]!)) from--;
  return from;
}

const isStop = ({ text }: Word): boolean => /^[.!?…]$/u.test(text);

/** "Say that" is for the maker, and what follows is for the viewer. What follows "Don't mention that" is for the maker, too. */
export function markReported(reading: Reading, { from, to }: Range): void {
  const { words, found, quoted } = reading;
  const rest = skipLead(reading, { from, to }, reported);
  for (let at = from; at < rest; at++) if (!quoted[at]) setLabel(reading, { from: at, to: at + 1 }, "request");
  if (rest > from) setLabel(reading, { from: rest, to }, "viewer");
  // "…, THAT mince pies will be served, AND THAT all are welcome"
  for (let at = rest + 1; rest > from && at < to; at++) {
    const lead = and.test(words[at - 1]!.text) ? at - 1 : at;
    if (that.test(words[at]!.text) && (lead < at || words[at - 1]!.text === ",") && !quoted[at])
      setLabel(reading, { from: lead, to: at + 1 }, "request");
  }
  const end = from + words.slice(from, to).findIndex((word) => that.test(word.text));
  if (skipLead(reading, { from, to }, unreported) > from) setLabel(reading, { from, to }, "negative");
  else if (end > from && found.slice(from, end + 1).every(({ label }) => label === "negative"))
    setLabel(reading, { from: end + 1, to }, "negative");
}

/** Introduces a fact that the video should show: "show the burning time of 60 hours". */
const mentioned = /^(?:and |please )*(?:show|mention|include|add|display)\s+(?:that\s+|the\s+|our\s+|a\s+|an\s+)?/iu;

/** A fact with a figure that the maker is told to show is for the viewer. */
export function showMentioned(reading: Reading, { from, to }: Range): void {
  const { words, found, clauses } = reading;
  for (let start = from; start < to; ) {
    let end = start + 1;
    while (end < to && clauses[end] === clauses[start]) end++;
    const fact = skipLead(reading, { from: start, to: end }, mentioned);
    let figure = start + 1;
    while (figure < end && words[figure]!.kind !== "number") figure++;
    const isOrder = fact > start && found[start]!.label !== "viewer" && figure < end;
    const isLength = isOrder && second.test(words[figure + 1]?.text ?? "");
    if (isOrder && !isLength) setLabel(reading, { from: fact, to: Math.min(end, figure + 2) }, "viewer");
    start = end;
  }
}
