/** Requests to create a piece: "make a video ad for X", "Video für X", "Xの動画を作って". */
import type { Language } from "./languages/index";

export interface Order {
  /** Rest of the sentence: the subject, or empty. */
  rest: string;
  /** True if the sentence contained a request. */
  ordered: boolean;
  /** True if the request asks for footage: "showing a woman who …". */
  filmed: boolean;
  /** True if the subject belongs to the requester: "for my salon". */
  owned?: boolean;
  /** Requested colors: "in beige and black". */
  colors?: string;
  /** Audience of the piece, as opposed to its subject: "an explainer for small business owners". */
  forWhom: boolean;
}

const polite =
  /^(?:(?:hi|hello|hey|dear|please|kindly|can you|could you|would you|will you|let's|i'd love you to|help me|bitte|kannst du|könntest du|s'il (?:te|vous) plaît|peux-tu|pouvez-vous|por favor|puedes|podrías|per favore|puoi|potresti|você pode|пожалуйста|можешь|请|من فضلك|graag|kun je|कृपया|hallo|hola|bonjour|ciao|olá|ok|okay)(?![\p{L}])[,!]?\s*)+/iu;

const favour =
  /^(?:can|could|would) (?:yo)?u (?:please )?(?:make|do|create|design) (?:(?:me|us) )?something(?= for | about )/iu;

/** "Something about saving money" is as much a request as "a video about saving money". */
const vague =
  /^((?:(?:please |can you )?(?:make|do|create|post|mach|haz|crea|fais) (?:me |us )?)?)(?:something|content|stuff|irgendwas|etwas|was|algo|quelque chose|qualcosa|iets) (?=(?:about|on|über|zu|sobre|sur|su|over)\s)/iu;

const politeEnd = /\s(?:pls|plz|please|bitte|por favor|per favore|s'il (?:te|vous) plaît|thanks|thx)[.!]*$/iu;

/** Words for filming between a request and its scene. */
const filming =
  /^(?:where|in which|that shows?|which shows?|showing|shows?|should show|of|wo|in dem|das zeigt|où|montrant|qui montre|donde|que muestre|en el que|dove|in cui|che mostra|onde|em que|que mostre|где|в котором|يعرض)(?![\p{L}])/iu;

const channel =
  /^\s*(?:(?:for|on|in|für|auf|pour|sur|para|en|per|su|no|do)\s+)?(?:(?:the|my|our)\s+)?(?:instagram|tiktok|youtube|facebook|linkedin|snapchat|pinterest|twitter|social media|ig|whatsapp|reels|shorts|stories|feed|meta|threads)(?:\s+(?:reels?|shorts?|stories|story|feed|ads?|posts?|account|page|channel))?(?:\s*(?:,|and|&|und|et|y|e)\s*(?:instagram|tiktok|youtube|facebook|linkedin|reels|shorts|stories)(?:\s+(?:reels?|shorts?|stories))?)*(?![\p{L}])/iu;

/** Words that may follow the medium: "video ad", "15 seconds long", "in the style of X". */
const between =
  /^\s*(?:\(?\p{N}+\s?[-–]?\s?(?:seconds?|secs?|s|sekunden|secondes|segundos|secondi|секунд)\)?(?:\s+long)?|in \p{N}+:\p{N}+|\p{N}+:\p{N}+)(?![\p{L}])/iu;

const color =
  "(?:(?:dark|light|bright|pale|deep|dunkel|hell)[ -]?)?(?:beige|black|white|gr[ae]y|red|orange|yellow|green|teal|blue|purple|violet|pink|brown|gold|silver|navy|cream|schwarz|weiß|grau|rot|gelb|grün|blau|lila|rosa|braun|creme)";
/** "a poster in beige and black for …": the colors are instructions. */
const inColors = new RegExp(
  `^\\s*in ${color}(?:(?:,| and| und| &) ${color})*(?=\\s*(?:,|for |about |für |über |mit |with |$))`,
  "iu",
);

const determiner =
  /^(?:(?:my|our|the|an?|this|these|his|her|their|some|new(?= \p{L}+:)|unser(?:e|en|em|er|es)?|mein(?:e|en|em|er|es)?|eine?[nmrs]?|d(?:er|ie|as|en|em)|notre|nos|mon|ma|mes|une?|les?|la|nuestr[oa]s?|mis?|una?|el|los|las|il|lo|gli|i|nostr[oaie]|mi[oae]|uno|nosso|nossas?|meu|minha|uma?|os?|as?|onze?|mijn|een|het|de|наш(?:ей|его|у|а|е|их)?|мо(?:ей|его|ю|я|й))\s+|l['’])/iu;

const possessive =
  /^(?:my|our|unser(?:e|en|em|er|es)?|mein(?:e|en|em|er|es)?|notre|nos|mon|ma|mes|nuestr[oa]s?|mis?|nostr[oaie]|mi[oae]i?|nosso|nossas?|meu|minha|onze?|mijn|наш(?:ей|его|у|а|е|их)?|мо(?:ей|его|ю|я|й))\s+(?=\p{L})/iu;

/** Removes a request from the start of a sentence, or from its end in languages that end with the verb. */
export function stripOrder(sentence: string, language: Language): Order {
  const normalized = sentence
    .replace(/^(?:hi|hello|hey)[,!]?\s+/iu, "")
    .replace(favour, "make a video")
    .replace(vague, "$1video ");
  const request = normalized.replace(polite, "");
  // "Can you make a reel for my studio?" addresses the engine, not the viewer.
  const plain = request === normalized ? request : request.replace(/\s*\?\s*$/u, "");
  const text = plain.replace(politeEnd, "").trim();
  const occasion =
    /^(?:for|für|zu[mr]?|pour|para|per)\s(.{3,70}?),?\s(?:(?:we|I)\s(?:want|need|would like|'d like)|(?:brauchen|wollen|möchten)\swir|(?:brauche|will|möchte)\sich)\s[^:.!?]{0,60}?(?:video|clip|reel|ad|post|poster|spot)\b[^:.!?]{0,30}(:.*)?$/isu.exec(
      text,
    );
  if (occasion) {
    const rest = `${occasion[1]!.replace(determiner, "")}${occasion[2] ?? ""}`;
    return { rest, ordered: true, filmed: false, forWhom: false };
  }
  const tail = stripTailOrder(text, language);
  if (tail !== undefined) return { rest: tail, ordered: true, filmed: false, forWhom: false };
  const verb = language.leading("order", text);
  const from = verb ? text.slice(verb.length) : text;
  const mediumEnd = findMedium(from, verb !== "", language);
  if (mediumEnd === undefined)
    return (
      stripNoun(text) ??
      stripPolite(sentence, text) ??
      stripSay(text, language) ?? { rest: text, ordered: false, filmed: false, forWhom: false }
    );
  return stripLinks(from.slice(mediumEnd), language);
}

/** "Summer sale poster, 30% off": the noun at the end of a heading names the medium. */
function stripNoun(text: string): Order | undefined {
  const match =
    /^((?:[^\s,.:;!?]+\s){1,6}?)(?:poster[- ]style (?:video|clip|reel|ad)|posters?|fl[iy]ers?|banners?|thumbnails?|infographics?|promo (?:video|clip|reel)|video ad|plakate?|affiche|cartel|locandina|volantino|cartaz|poster design)(?=\s*(?:[,.:;!–—-]|$))[,.:;!\s–—-]*/iu.exec(
      text,
    );
  if (!match || /^(?:our|my|your|this|these|see|print|buy|get)\s/iu.test(text)) return undefined;
  const rest = [match[1]!.trim(), text.slice(match[0].length).trim()].filter(Boolean).join(", ");
  return { rest, ordered: true, filmed: false, forWhom: false };
}

/**
 * Parses "Fitness reel", "bakery promo video": a prompt that only names a subject and a medium. Undefined if the text
 * is content itself: "Watch our video", "How to edit a video".
 */
export function stripMedium(prompt: string, language: Language): string | undefined {
  if (prompt.length > LONGEST_NAME) return undefined;
  const match = /^((?:[\p{L}\p{M}\p{N}&'’-]+\s){1,5}?)((?:[\p{L}-]+\s){0,2}?[\p{L}-]+)$/iu.exec(prompt.trim());
  const isMade = (words: string) =>
    language
      .strip("style", language.strip("medium", words))
      .replace(/^(?:social media|product|brand|marketing)$/iu, "") === "";
  if (!match || !isMade(match[2]!) || !language.has("medium", match[2]!)) return undefined;
  const subject = match[1]!.trim();
  const speaks =
    language.starts("call", subject) || language.has("guide", subject) || language.starts("order", subject);
  return speaks || bound.test(subject) || isMade(subject) ? undefined : subject;
}

/** Maximum length of a prompt that may be only a name. */
const LONGEST_NAME = 80;

/** Words after which the medium belongs to a sentence: "the best camera for video", "our first clip". */
const bound =
  /(?:^|\s)(?:a|an|the|your|our|my|this|that|these|first|next|best|of|for|in|on|to|with|and|is|are|ein|eine|der|die|das|dein|unser|un|une|le|la|les|el|los|las|una|il|lo|um|uma|o|de|du|del|per|para|pour|für|mit|und|et|y|e)$/iu;

/** "plumber video pls": politeness makes the noun a request. */
function stripPolite(sentence: string, text: string): Order | undefined {
  const match = /^(.{2,60})\s(?:video|clip|reel|ad|advert|post|story|spot)$/iu.exec(text);
  if (!match || !politeEnd.test(sentence)) return undefined;
  return { rest: match[1]!, ordered: true, filmed: false, forWhom: false, owned: true };
}

/**
 * Returns the index after the medium named by a request, if it is near the start; without a verb a link word must
 * follow.
 */
function findMedium(text: string, ordered: boolean, language: Language): number | undefined {
  const reach = /^[^.!?。！？\n]{0,90}/u.exec(text)?.[0] ?? "";
  const spot = language.find("medium", reach);
  const compound = /(?<![\p{L}])\p{L}+(?:video|clip|spot|poster|plakat|anzeige|film|werbung|beitrag)(?![\p{L}])/iu.exec(
    reach,
  );
  const at =
    spot && (!compound || spot.index <= compound.index)
      ? spot
      : compound
        ? { index: compound.index, length: compound[0].length }
        : undefined;
  if (!at) return undefined;
  const before = reach.slice(0, at.index);
  const words = before.trim() === "" ? 0 : before.trim().split(/\s+/).length;
  if (/[:：]/.test(before) || words > (ordered ? 9 : 5)) return undefined;
  // "Make your next video pop" is not a request for a video.
  if (/\b(?:your|dein\p{L}*|ihr\p{L}*|votre|ton|ta|tu|su|vuestro|tuo|tua|seu|sua)\b/iu.test(before)) return undefined;
  let end = at.index + at.length;
  for (;;) {
    const rest = text.slice(end);
    const next = /^[\s-]+/.exec(rest)?.[0] ?? "";
    const more = language.leading("medium", rest.slice(next.length));
    const kind =
      more || (/^(?:designs?|template|mock-?up|concept)(?![\p{L}])/iu.exec(rest.slice(next.length))?.[0] ?? "");
    if (next === "" || kind === "") break;
    end += next.length + kind.length;
  }
  if (ordered) return end;
  const after = text.slice(end).replace(channel, "").replace(between, "").trimStart();
  const linked = language.starts("link", after) || /^[:：]/.test(after);
  // A sentence that only names the medium has no content: "30-second explainer".
  return linked && isModifier(before, language) ? end : undefined;
}

/** True if the words before a medium only describe it: "A quick 15 second". */
function isModifier(before: string, language: Language): boolean {
  const rest = language.strip("style", language.strip("medium", before.replace(determiner, " ")));
  return (
    rest
      .replace(
        /\p{N}+|[-–,']|\b(?:second|sec|quick|new|simple|nice|great|cool|good|product|brand|promotional|marketing|and|und|et|y|e|social|media|real|estate|photo|printable|digital|pinterest|linkedin|facebook|twitter|whatsapp|seconds|sekunden|minute|kurzes|neues|a|an)\b/giu,
        "",
      )
      .trim() === ""
  );
}

/** Removes channel, length and link words after the medium. */
function stripLinks(after: string, language: Language): Order {
  let rest = after;
  let colors = "";
  let filmed = false;
  const forWhom = /^\s*(?:for|für|pour|para|per)\s/iu.test(after);
  for (let i = 0; i < 6; i++) {
    const before = rest;
    rest = rest
      .replace(/^[\s,]+/u, "")
      .replace(channel, "")
      .replace(between, "")
      .replace(inColors, (phrase) => {
        colors = phrase;
        return "";
      })
      .replace(/^[\s,]+/u, "");
    const style = language.leading("style", rest);
    if (style !== "" && language.starts("link", rest.slice(style.length).trimStart()))
      rest = rest.slice(style.length).trimStart();
    if (filming.test(rest)) filmed = true;
    if (/^[:：–—-]\s*/u.test(rest)) {
      rest = rest.replace(/^[:：–—-]+\s*/u, "");
      break;
    }
    // "for busy moms about meal prep": the audience is not the subject.
    const audience = /^(?:for|für|pour|para|per)\s+(?:[\p{L}'-]+\s+){1,5}(?=(?:about|on|über|sur|sobre|su)\s)/iu.exec(
      rest,
    )?.[0];
    // "for our jazz night on Friday" names the subject and its day.
    const about = audience ? rest.slice(audience.length).replace(/^\p{L}+\s/u, "") : "";
    const isDay =
      /^(?:the )?\p{N}/u.test(about) || language.starts("weekdays", about) || language.starts("months", about);
    // "for our wedding venue Villa Serena on Lake Como" names the subject and its place.
    const isPlace = /^for\s.*\s\p{Lu}/u.test(audience ?? "") && /^on\s\p{Lu}/u.test(rest.slice(audience?.length));
    if (audience && !isDay && !isPlace) {
      rest = rest.slice(audience.length);
      continue;
    }
    const link = language.leading("link", rest);
    if (link !== "" && (/^\s/.test(rest.slice(link.length)) || /['’]$/.test(link))) rest = rest.slice(link.length);
    if (rest === before) break;
  }
  // "I" is an article in Italian.
  const article = /^I\s/.test(rest) ? "" : (determiner.exec(rest)?.[0] ?? "");
  const subject = rest.slice(article.length).replace(possessive, "");
  const owned = possessive.test(rest) || possessive.test(rest.slice(article.length));
  return { rest: subject.trim(), ordered: true, filmed, forWhom, owned, ...(colors ? { colors } : {}) };
}

/** Parses "Announce our summer party", "promote my bakery": the verb is the request. */
function stripSay(text: string, language: Language): Order | undefined {
  const verb = language.leading("say", text);
  // "Bewirb dich" addresses the viewer.
  if (!verb || /^bewirb(?:t euch|\s(?:dich|euch))(?!\p{L})/iu.test(text)) return undefined;
  const rest = text
    .replace(/(?<=\sthat\s.{8,})\sand that\s/iu, ", ")
    .slice(verb.length)
    .replace(/^\s*(?:in|within|en)\s\p{N}+\s?\p{L}+,?\s/iu, " ")
    .replace(/^\s+(?:that|dass|que|che|about)\s+(?=\S)/iu, " ")
    .trim();
  const owned = determiner.exec(rest);
  // "List your home" addresses the viewer, "Show up early" is copy.
  if (/^(?:your|you|up|off|dein|ihr|votre|ton|tu|tuo|seu)\b/iu.test(rest) || rest === "") return undefined;
  if (
    !owned &&
    !/^(?:say that|state that|sag dass|dis que|di que|announc|advertis|promot|explain|mention|highlight|emphasi|includ|tell|talk|point|stress|state|let people|kündig|bewirb|erklär|erwähn|beton|annonc|expliqu|mentionn|soulign|anuncia|promocion|explic|mencion|destac|annunci|promuov|spieg|divulg|promov|расскажи|объясни|упомяни)/iu.test(
      verb,
    )
  )
    return undefined;
  const audience = /^explain/iu.test(verb)
    ? /\sto\s(?:an?\s|my\s|our\s)?[\p{L}-]+(?:\s[\p{L}-]+)?(?=[.!]*$)/iu
    : /^(?:erklär|expliqu|explic|spieg)/iu.test(verb)
      ? /\s(?:einem|einer|à|a|ad|para)\s(?:an?\s)?[\p{L}-]+(?:\s[\p{L}-]+)?(?=[.!]*$)/iu
      : /(?!)/u;
  return {
    rest: rest
      .replace(determiner, "")
      .replace(
        /\sin\s(?:under\s)?\p{N}+\s?(?:seconds?|secs?|minutes?|sekunden|minuten|secondes|segundos|secondi|minutos|minuti)(?=[.!]*$)/iu,
        "",
      )
      .replace(audience, "")
      .replace(/\s+(?:somewhere|irgendwo|quelque part|en algún lugar|da qualche parte)\b/iu, ""),
    ordered: true,
    filmed: false,
    forWhom: false,
  };
}

const east = {
  ja: /(?:について|に関する|に関して|のための|を紹介する|を宣伝する|を告知する|をPRする|向けの|用の|の)?(?:縦型|短い|魅力的な|かっこいい|おしゃれな|\p{N}+秒の|TikTok用?の?|インスタ(?:グラム)?用?の?|プロモーション|ショート|PR|紹介|宣伝|広告|告知)*(?:動画|ビデオ|広告|ポスター|画像|バナー|リール|チラシ|CM)(?:を|が)?(?:作って|作成して|制作して|生成して|デザインして|お願い|作りたい|ほしい|欲しい|必要)?(?:です|します|ください|下さい|欲しい|ほしい)*[。！!]?$/u,
  ko: /(?:을|를|에|의)?\s?(?:위한|대한|관한|소개하는|홍보하는)?\s?(?:세로|짧은|홍보|광고)?\s?(?:포스터|영상|동영상|비디오|광고|이미지|배너|릴스|숏츠)(?:를|을|이|가)?\s?(?:만들어|제작해|디자인해|생성해|필요해|필요합니다|부탁해)\s?(?:줘|주세요|줘요|요)?[.!]?$/u,
  hi: /\s(?:के लिए|के बारे में|पर|का|की)\s(?:एक\s)?(?:\S+\s){0,3}?(?:वीडियो|विज्ञापन|रील|पोस्टर|बैनर|क्लिप|पोस्ट)\s?(?:बनाओ|बनाएं|बनाइए|बना दो|चाहिए|तैयार करें|तैयार करो)?[।!]?$/u,
  ar: /(?!)/u,
  zh: /(?:的)(?:竖屏|短|宣传|推广)*(?:海报|视频|短视频|图片|广告|短片|宣传片|横幅)$/u,
} as const;

const zhHead =
  /^(?:请|帮我|请帮我|我想要|我需要)?(?:制作|创建|创作|生成|设计|做)(?:一|1)?[个張张段幅条支则]?(?:关于|關於|为|為|介绍|宣传)?/u;

/** "إعلان لمطعم الشام": the preposition is part of the next word. */
const arHead = /^(?:إعلان|اعلان|فيديو|ملصق|بوستر|منشور|ريل|مقطع)\s(?:عن\s|حول\s|لـ\s?|ل(?=\p{L}{2}))/u;

function stripTailOrder(text: string, language: Language): string | undefined {
  const pattern = east[language.code as keyof typeof east];
  if (!pattern) return undefined;
  const headless =
    language.code === "zh" ? text.replace(zhHead, "") : language.code === "ar" ? text.replace(arHead, "") : text;
  // "X的视频：Y" names the request first.
  const [head = "", ...tail] = headless.split(/[：:]\s*/u);
  const bare = head.replace(pattern, "");
  if (bare !== head)
    return [bare, ...tail]
      .filter(Boolean)
      .join("：")
      .replace(/^(?:我们的|我的|हमारे|हमारी|मेरी|मेरे|मेरा|हमारा|うちの|私の|우리|저희)\s?/u, "");
  return headless === text ? undefined : headless;
}
