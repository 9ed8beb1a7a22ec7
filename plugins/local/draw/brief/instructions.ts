/** Words of a prompt for the designer, not for the audience. */

const medium =
  "video|videos|clip|ad|ads|advert|advertisement|commercial|promo|promotion|reel|reels|short|shorts|tiktok|story|stories|post|poster|posters|image|images|picture|photo|graphic|visual|flyer|flier|banner|thumbnail|cover|creative|design|artwork|illustration|social post|slideshow|trailer|teaser|announcement";
const verb =
  "create|make|design|generate|produce|draw|build|render|craft|give|show|write|prepare|do|i want|i need|we want|we need|i'd like|we'd like|i would like";
const link =
  "for|about|of|on|showing|shows|that shows|featuring|that says|which says|saying|with the text|with the words|advertising|promoting|that promotes|that advertises|to promote|to advertise|to announce|announcing|introducing|presenting|where|in which|with";
const channel =
  "instagram|tiktok|youtube|facebook|linkedin|snapchat|pinterest|twitter|x|social media|ig|whatsapp|stories|reels|shorts|feed";

/** Phrases before the subject of a prompt, per language, longest first. */
const openings: readonly RegExp[] = [
  new RegExp(
    `^(?:hi|hello|hey)?[,\\s]*(?:please |kindly |can you |could you |would you |let's |help me )*(?:${verb})(?: me| us| to)?(?: (?:a|an|the|some|my|our|one|two|three|\\d+))?(?: [\\p{L}\\p{N}:/'-]+,?){0,6}? (?:${medium})(?: (?:for|on) (?:${channel}))?(?: (?:${link}))?(?:\\s*[:,]|(?= )|$)`,
    "iu",
  ),
  new RegExp(
    `^(?:(?:a|an|the|my|our) )?(?:[\\p{L}\\p{N}:/'-]+,? ){0,4}?(?:${medium})(?: (?:for|on) (?:${channel}))?(?: (?:${link})|\\s*:)(?= )`,
    "iu",
  ),
  /^(?:bitte )?(?:erstelle?|mach|mache|gestalte|generiere|entwirf|produziere|zeige?|ich (?:will|brauche|möchte))(?: mir| uns)?(?: bitte)? (?:ein|eine|einen|das|den|die)(?: [\p{L}\p{N}:-]+){0,3}? (?:[\p{L}-]*(?:video|clip|bild|poster|plakat|anzeige|werbung|post|grafik|flyer|banner|reel|story))(?: (?:für|über|zu|zum|zur|mit|von|das|die|der|wo))?(?= |:|$)/iu,
  /^(?:(?:ein|eine|das) )?(?:[\p{L}\p{N}:-]+ ){0,2}?[\p{L}-]*(?:video|werbevideo|poster|plakat|werbung|anzeige|grafik|flyer|banner) (?:für|über|zu|zum|zur|mit)(?= )/iu,
  /^(?:s'il (?:vous|te) plaît,? )?(?:crée[rz]?|cree[rz]?|fais|faites|génère[rz]?|réalise[rz]?|conçois|concevez)(?:-moi| moi)? (?:une?|le|la|des)(?: [\p{L}\p{N}:'-]+){0,3}? ?(?:vidéo|video|affiche|image|publicité|pub|visuel|bannière|clip|post|reel|flyer)(?: [\p{L}]+)?(?: (?:pour|sur|de|du|des|avec|montrant|d'))(?= |$)/iu,
  /^(?:por favor,? )?(?:crea|crear|haz|hacer|genera|generar|diseña|diseñar|produce)(?:me)? (?:un|una|el|la)(?: [\p{L}\p{N}:-]+){0,3}? ?(?:v[ií]deo|p[óo]ster|cartel|imagen|anuncio|publicidad|banner|clip|reel|post|flyer)(?: [\p{L}]+)? (?:para|sobre|de|del|con|que muestre)(?= )/iu,
  /^(?:per favore,? )?(?:crea|creare|fai|fare|genera|generare|disegna|progetta)(?:mi)? (?:un|uno|una|il|la)(?: [\p{L}\p{N}:-]+){0,3}? ?(?:video|poster|immagine|annuncio|pubblicità|locandina|banner|clip|reel|post)(?: [\p{L}]+)? (?:per|su|di|del|della|con)(?= )/iu,
  /^(?:por favor,? )?(?:crie|criar|faça|fazer|gere|gerar|desenhe|produza)(?: (?:um|uma|o|a))(?: [\p{L}\p{N}:-]+){0,3}? ?(?:v[ií]deo|p[ôo]ster|cartaz|imagem|anúncio|banner|clipe|reel|post)(?: [\p{L}]+)? (?:para|sobre|de|do|da|com)(?= )/iu,
  /^(?:maak|creëer|ontwerp|genereer)(?: me| ons)? (?:een|de|het)(?: [\p{L}\p{N}:-]+){0,3}? ?(?:video|poster|afbeelding|advertentie|banner|clip|reel|post)(?: (?:voor|over|van|met))(?= )/iu,
  /^(?:пожалуйста,? )?(?:создай(?:те)?|сделай(?:те)?|сгенерируй(?:те)?|нарисуй(?:те)?|придумай(?:те)?)(?: мне| нам)?(?: [\p{L}\p{N}:-]+){0,3}? (?:видео|ролик|постер|плакат|изображение|картинку|рекламу|баннер|афишу|пост|сторис)(?: (?:для|о|об|про|с|со|на))?(?= |:|$)/iu,
  /^(?:请)?(?:制作|创建|创作|生成|设计|做)(?:一|1)?[个張张段幅条]?(?:关于|關於|为|為)?/u,
  /^(?:من فضلك )?(?:أنشئ|انشئ|اصنع|صمم|اعمل)(?: لي)? (?:فيديو|ملصق(?:ا|اً)?|صورة|إعلان(?:ا|اً)?|بوستر)(?: \p{L}+)? (?:عن|حول|لـ)(?= )/u,
];

/** Closing phrases of prompts in verb-final languages. */
const closings: readonly RegExp[] = [
  new RegExp(
    `,? (?:for|on|für|auf|pour|sur|para|en|per|su) (?:an? |my |our )?(?:${channel})(?: (?:${medium}|feed|ad))?$`,
    "iu",
  ),
  /,? (?:in|with|on|against|using) (?:an? |the )?(?:[\p{L}-]+,? ){0,3}(?:style|look|vibe|mood|tone|aesthetic|lighting|palette|background|backdrop|tones|typography|music|colou?rs)$/iu,
  /(?:について)?(?:の|を紹介する|を宣伝する)?(?:縦型|短い|魅力的な)*(?:ポスター|動画|ビデオ|広告|画像|バナー|チラシ)を?(?:作って|作成して|制作して|デザインして|生成して)?(?:ください|下さい|ほしい)?$/u,
  /(?:的)?(?:竖屏|短)?(?:海报|视频|图片|广告|短片|宣传片|横幅)$/u,
  /(?:을|를)? ?(?:위한|대한|소개하는|홍보하는)? ?(?:세로 )?(?:포스터|영상|동영상|비디오|광고|이미지|배너)(?:를|을)? ?(?:만들어|제작해|디자인해|생성해)(?: ?(?:줘|주세요|줘요))?$/u,
];

/** Clauses that instruct the designer. */
const direction = new RegExp(
  [
    `^(?:an? |the )?(?:[\\p{L}-]+ )?(?:${medium})$`,
    "^(?:please )?(?:use|add|include|make sure|make it|make the|keep|ensure|avoid|don't|do not|put|place|set|end with|start with|begin with|open with|close with|finish with|show the logo|target audience|audience|tone|style|format|aspect ratio|duration|length|background|music|colou?rs?|mood|vibe|lighting|camera|shot on|resolution|voice ?over|language)\\b",
    "^(?:in|with) (?:a |an |the )?(?:[\\p{L}-]+,? ){0,4}(?:style|look|vibe|mood|tone|aesthetic|music|beat|lighting|colou?rs?|palette|background|tones|typography|font|fonts|transitions|captions|feel)$",
    "^(?:[\\p{L}-]+ ){0,3}(?:style|aesthetic|lighting|colou?r palette|typography|background|mood|vibe|composition|colou?rs)$",
    "^\\d+(?:\\.\\d+)?[ -]?(?:seconds?|secs?|s|sekunden|secondes|segundos|秒|k|px|fps)(?: long)?$",
    "^(?:9:16|16:9|1:1|4:5|3:4)(?: .{0,20})?$",
    `^(?:for|on|für|pour|para|per) (?:${channel})(?: (?:and|&|und|et|y) (?:${channel}))*(?: (?:reels?|stories|shorts|feed))?$`,
    "^(?:vertical|horizontal|square|portrait|landscape|cinematic|photorealistic|realistic|ultra realistic|high quality|highly detailed|detailed|modern|minimal|minimalist|minimalistic|clean|bold|elegant|fun|playful|vibrant|colou?rful|upbeat|energetic|moody|dark|bright|professional|eye-catching|8k|4k|hd|uhd|bokeh|soft light|golden hour|depth of field|trending|viral|aesthetic|luxurious|premium look|no text|no people|no watermark)(?: (?:and|&) [\\p{L}-]+)?$",
  ].join("|"),
  "iu",
);

/** Strips instructions to the designer from both ends of a sentence: "make a poster for cold brew" is "cold brew". */
export function stripOrder(sentence: string): string {
  let text = sentence.trim();
  for (const opening of openings) {
    const rest = text.replace(opening, "").replace(/^[\s:,，：–—-]+/u, "");
    if (rest !== text) {
      text = rest;
      break;
    }
  }
  text = stripTail(text);
  return text
    .replace(
      /^(?:my|our|the new|a new|an?|the|our new|my new|unser(?:e|en)?|mein(?:e|en)?|une?|una|uno|um|uma|eine?[nmr]?|een) (?=\S)/iu,
      "",
    )
    .trim();
}

/** Strips closing instructions: "for Instagram", "in a minimalist style", "のポスターを作って". */
export function stripTail(clause: string): string {
  let text = clause;
  for (const closing of closings) {
    const bare = text.replace(/[。.!！]$/u, "");
    const rest = bare.replace(closing, "");
    if (rest !== bare) text = rest;
  }
  return text;
}

/** True if a clause only instructs the designer ("in a minimalist style", "15 seconds", "9:16"). */
export function isDirection(clause: string): boolean {
  return direction.test(clause.replace(/[.!。！]+$/u, "").trim());
}

const moods =
  "luxury luxurious premium elegant minimal minimalist minimalistic clean playful fun cute energetic dynamic bold calm serene relaxing cozy warm dark moody dramatic cinematic retro vintage futuristic modern edgy romantic dreamy festive happy upbeat professional corporate friendly natural organic rustic";
const moodSet = new Set(moods.split(" "));

/** The mood words of a text, in its order. */
export function findMoods(text: string): string[] {
  return [...new Set((text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => moodSet.has(word)))];
}
