/** Named fields of a prompt: `headline: Sleep better, cta: Buy now`. */
export interface Fields {
  hook?: string;
  points?: string[];
  cta?: string;
  brand?: string;
}

const labels = {
  hook: "headline|title|hook|heading|überschrift|titel|schlagzeile|titre|accroche|título|titular|titolo|заголовок|見出し|タイトル|标题|標題|제목|العنوان|עותרת|כותרת",
  cta: "cta|call to action|call-to-action|button|button text|knopf|bouton|botón|bottone|botão|кнопка|призыв|ボタン|按钮|버튼|الزر|כפתור",
  brand: "brand|brand name|logo text|marke|marque|marca|бренд|ブランド|品牌|브랜드|العلامة",
  points:
    "points|bullets|bullet points|benefits|features|key points|body|text|subtitle|subline|tagline|subheadline|untertitel|vorteile|sous-titre|avantages|subtítulo|beneficios|sottotitolo|vantaggi|подзаголовок|преимущества|サブタイトル|特徴|副标题|卖点|부제",
} as const;

const anyLabel = new RegExp(
  `(^|[\\n.;|,،。、，]\\s*|\\s[-–—]\\s)(${Object.values(labels).join("|")})\\s*[:：=]\\s*`,
  "giu",
);

/** Takes the named fields out of a prompt and returns what is left. A field ends at the next field, line or semicolon. */
export function takeFields(prompt: string): { fields: Fields; rest: string } {
  const marks = [...prompt.matchAll(anyLabel)];
  const fields: Fields = {};
  let rest = "";
  let at = 0;
  marks.forEach((mark, i) => {
    const start = mark.index + mark[0].length;
    const next = marks[i + 1]?.index ?? prompt.length;
    const stop = prompt.slice(start, next).search(/[\n;；|]/u);
    const end = stop < 0 ? next : start + stop;
    assign(fields, mark[2]!.toLowerCase(), prompt.slice(start, end).trim());
    rest += `${prompt.slice(at, mark.index)}\n`;
    at = end;
  });
  return { fields, rest: (rest + prompt.slice(at)).trim() };
}

function assign(fields: Fields, name: string, value: string): void {
  const kind = (Object.keys(labels) as (keyof Fields)[]).find((key) => labels[key].split("|").includes(name));
  const text = value
    .replace(/^["“”„«»'「『]+|["“”„«»'」』]+$/gu, "")
    .replace(/[,،、，]+$/u, "")
    .trim();
  if (!kind || !text) return;
  if (kind === "points") {
    const parts = text
      .split(/\s*(?:[•·\n；;]|[,，、،](?=\s|\p{scx=Han}|\p{scx=Katakana}|\p{scx=Hiragana}))\s*/u)
      .filter(Boolean);
    fields.points = [...(fields.points ?? []), ...parts];
  } else {
    fields[kind] ??= text;
  }
}
