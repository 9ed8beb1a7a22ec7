/** Labelled parts of a prompt: "Hook: …", "CTA: …", "Scene 2: …", "Voiceover: …". */

export type Label =
  | "hook"
  | "points"
  | "cta"
  | "brand"
  | "text"
  | "quote"
  | "spoken"
  | "visual"
  | "scene"
  /** An instruction for the design. */
  | "direction"
  | "avoid"
  | "palette"
  /** A heading that is not shown to viewers. */
  | "silent";

const labels: Readonly<Record<Label, string>> = {
  hook: "hook|headline|title|heading|hook line|main text|überschrift|titel|schlagzeile|aufhänger|titre|accroche|título|titular|gancho|titolo|заголовок|見出し|タイトル|标题|標題|제목|العنوان|शीर्षक|kop",
  cta: "cta|call to action|call-to-action|button|button text|end card|closing|handlungsaufforderung|knopf|appel à l'action|bouton|botón|llamada a la acción|bottone|invito all'azione|botão|chamada para ação|кнопка|призыв к действию|призыв|ボタン|按钮|버튼|الزر|दعوة|actie",
  brand:
    "brand|brand name|company|company name|business|business name|product|product name|app name|logo text|client|marke|firma|produkt|marque|entreprise|produit|marca|empresa|producto|azienda|prodotto|produto|бренд|компания|продукт|ブランド|商品名|品牌|产品|브랜드|제품|العلامة التجارية|المنتج|ब्रांड",
  points:
    "points|bullets|bullet points|benefits|features|key points|key features|key benefits|key messages|selling points|usps|highlights|main points|talking points|vorteile|merkmale|punkte|eigenschaften|avantages|caractéristiques|points forts|beneficios|características|ventajas|vantaggi|caratteristiche|vantagens|benefícios|преимущества|особенности|特徴|ポイント|副标题|卖点|特点|특징|장점|المميزات|विशेषताएं|voordelen",
  text: "text|on-screen text|on screen text|text on screen|onscreen text|on screen|on-screen|text overlay|overlay text|overlay|super|body|copy|subtitle|subline|subheadline|subhead|tagline|slogan|social proof|proof|message|main message|key message|caption|problem|solution|offer|deal|promo|special offer|script|content|untertitel|text im bild|einblendung|botschaft|angebot|texte|texte à l'écran|sous-titre|offre|texto|texto en pantalla|subtítulo|oferta|testo|testo a schermo|sottotitolo|offerta|texto na tela|подзаголовок|текст|サブタイトル|テキスト|テロップ|文字|부제|자막|النص|टेक्स्ट|intro|outro|body text|opening|main|ending",
  quote:
    "testimonial|customer testimonial|customer review|review|quote|client testimonial|kundenstimme|bewertung|zitat|témoignage|citation|avis client|testimonio|opinión|cita|testimonianza|recensione|citazione|depoimento|avaliação|отзыв|цитата|お客様の声|口コミ|客户评价|고객 후기|رأي عميل|शهادة",
  spoken:
    "voiceover|voice-over|voice over|vo|narrator|narration|audio|spoken|dialogue|sprecher|sprechertext|voix off|voix-off|narrateur|voz en off|narrador|voce fuori campo|narratore|locução|narração|диктор|закадровый голос|ナレーション|旁白|나레이션",
  visual:
    "visual|visuals|video|shot|shots|camera|b-roll|broll|footage|action|setting|image|images|bild|bilder|kamera|visuel|image à l'écran|visual|imagen|immagine|imagem|визуал|映像|画面|영상",
  scene: "scene|szene|scène|escena|scena|cena|сцена|シーン|场景|場景|장면|مشهد|दृश्य",
  direction:
    "style|visual style|tone|tone of voice|mood|vibe|music|soundtrack|audience|target audience|target|target group|format|aspect ratio|ratio|duration|length|platform|platforms|goal|objective|purpose|language|pacing|pace|font|fonts|typography|transition|transitions|sound|sfx|resolution|model|voice|animation|notes|note to editor|instructions|dimensions|size|theme|hashtags|stil|stimmung|tonalität|musik|zielgruppe|länge|dauer|plattform|ziel|sprache|schrift|ton|musique|public cible|cible|durée|plateforme|objectif|langue|ambiance|estilo|tono|música|público objetivo|público|duración|plataforma|objetivo|idioma|stile|musica|pubblico|durata|piattaforma|obiettivo|lingua|tom|público-alvo|duração|стиль|музыка|аудитория|длительность|формат|スタイル|音楽|ターゲット|長さ|雰囲気|风格|音乐|时长|受众|스타일|음악|길이|الأسلوب|الموسيقى|المدة|الجمهور|शैली|संगीत",
  avoid: "avoid|don't|do not|negative|negative prompt|no|vermeiden|nicht|à éviter|éviter|evitar|evitare|избегать",
  palette:
    "colors|colours|color palette|colour palette|palette|color|colour|brand colors|brand colours|background|farben|farbe|farbpalette|hintergrund|couleurs|couleur|fond|colores|color|fondo|colori|colore|sfondo|cores|cor|fundo|цвета|цвет|фон|色|配色|背景|颜色|색상|배경|الألوان|रंग",
  silent:
    "prompt|brief|task|request|video prompt|video idea|concept|idea|description|video description|video script|reel script|tiktok script|topic|subject|thema|beschreibung|idee|sujet|thème|idée|tema|descripción|argomento|idea|descrizione|descrição|тема|описание|テーマ|内容|主题|주제|الموضوع|विषय|details|info|about us|about the product",
};

const kinds = new Map<string, Label>();
for (const [kind, names] of Object.entries(labels) as [Label, string][]) {
  for (const name of names.split("|")) if (!kinds.has(name)) kinds.set(name, kind);
}
/** A label before a colon: a name, optionally with a number and a note in brackets. */
const labelled =
  /^(?:[-*•–]\s*)?(?:\p{Extended_Pictographic}\ufe0f?\s*)?[[(]?([\p{L}\p{M}'’-]+(?:[ -][\p{L}\p{M}'’-]+){0,3}?)(?:\s?#?\p{Nd}{1,2})?(?:\s?[([][^)\]]{0,40}[)\]])?$/u;
const lastWords = new Set([...kinds.keys()].map((name) => name.match(/[\p{L}\p{M}]+/gu)!.at(-1)!));
const LONGEST_LABEL = 64;

interface FoundLabel {
  kind: Label;
  name: string;
  start: number;
  end: number;
}

/** Finds labels at the start of a line, of a sentence or after a separator. */
function* findLabels(text: string): Generator<FoundLabel> {
  for (const match of text.matchAll(/\s?[:：=][\])]?[ ]*/gu)) {
    const end = match.index + match[0].length;
    if (text.startsWith("//", end)) continue;
    const lastWord = /([\p{L}\p{M}]+)[\s#\p{Nd}]*$|[)\]]\s*$/u.exec(
      text.slice(Math.max(0, match.index - 24), match.index),
    );
    if (!lastWord || (lastWord[1] && !lastWords.has(lastWord[1].toLowerCase()))) continue;
    const window = text.slice(Math.max(0, match.index - LONGEST_LABEL), match.index);
    const cut = [...window.matchAll(/\n|[.!?;|,。！？、，،](?:\s|(?=\P{ASCII}))|\s[-–—/]\s|[\])]\s/gu)].at(-1);
    const from = cut ? cut.index + cut[0].length : 0;
    const name = labelled.exec(window.slice(from).trim());
    const kind = name && kinds.get(name[1]!.toLowerCase().replace(/’/g, "'"));
    if (!kind) continue;
    const start = match.index - window.length + from;
    yield { kind, name: name[1]!, start, end };
  }
}

/** Times such as "[0:00–0:03]", "(0-3s)" or "0:05 -" at the start of a line. */
const timestamp =
  /^[ ]*[[(]?\p{N}{1,2}(?::\p{N}{2})?\s?(?:s|sec|seconds)?\s?[-–—]\s?\p{N}{1,2}(?::\p{N}{2})?\s?(?:s|sec|secs|seconds)?[\])]?\s*[:：–—-]?[ ]*(?=\S)/gimu;
/** Text in square brackets on a separate line: a stage direction. */
const stageDirection = /^[ ]*[[(](?!https?:)[^\])\n]{3,200}[\])][ ]*$/gmu;
/** A sentence in square brackets within visible text, also a stage direction. */
const inlineDirection = /\[(?!https?:)[^\]\n]{3,300}[.!?…:]\](?!\()[ ]*/gu;

/** Minimum number of lines of a script. */
const SCRIPT_LINES = 3;

/**
 * True for a script: lines in which only the bracketed parts are directions. The rest is for the viewer, even "Begin
 * with one thing", which would otherwise be an instruction.
 */
export function isScript(text: string): boolean {
  if (text.split("\n").length < SCRIPT_LINES) return false;
  const undirected = text.replace(timestamp, "").replace(stageDirection, "").replace(inlineDirection, "");
  const timestamps = text.match(timestamp)?.length ?? 0;
  return timestamps >= SCRIPT_LINES && undirected.length < text.replace(timestamp, "").length;
}

export interface Part {
  label?: Label;
  text: string;
}

/** Splits the prompt into parts, in order: labelled ones, and the text between them. */
export function readParts(prompt: string): Part[] {
  const text = prompt.replace(timestamp, "").replace(stageDirection, "").replace(inlineDirection, "");
  const parts: Part[] = [];
  let at = 0;
  let label: Label | undefined;
  const push = (piece: string) => {
    for (const part of endLabel(label, piece)) if (part.text !== "" || part.label === "scene") parts.push(part);
  };
  for (const found of findLabels(text)) {
    if (found.start < at || !isLabel(found, text)) continue;
    push(text.slice(at, found.start));
    label = found.kind;
    at = found.end;
  }
  push(text.slice(at));
  return parts;
}

/** Common words are labels only at the start of a line; "The video: …" inside a sentence is not one. */
function isLabel({ kind, name, start, end }: FoundLabel, text: string): boolean {
  if (/(?:^|\n)\s*$/.test(text.slice(Math.max(0, start - 8), start))) return true;
  if (kind === "silent") return topics.test(name);
  if (kind === "visual" || kind === "avoid") return false;
  // "Notes: oud, amber" inside a text are those of a scent or a wine; instructions are on a separate line.
  if (/^notes$/iu.test(name)) return false;
  return !vague.test(name) || /["“'«]/.test(text[end] ?? "");
}

const topics = /^(?:topic|subject|thema|sujet|thème|tema|тема)$/iu;
const vague = /^(?:text|message|offer|deal|main|content|no|target|note|size|voice|opening|copy|about us)$/iu;

/** A label applies to the end of its line or sentence; lists of points also include the bullets that follow. */
function endLabel(label: Label | undefined, piece: string): Part[] {
  const text = piece
    .trim()
    .replace(/[,;|]+$/u, "")
    .trim();
  if (!label) return [{ text }];
  if (label === "points" || label === "scene" || label === "silent") return [{ label, text }];
  const [first = "", ...rest] = text.split(/\n+/);
  const remaining = rest.join("\n").trim();
  // Lines below an empty label are its content.
  if (first === "" && remaining !== "") return [{ label, text: remaining }];
  return [{ label, text: first.trim() }, ...(remaining === "" ? [] : [{ text: remaining }])];
}
