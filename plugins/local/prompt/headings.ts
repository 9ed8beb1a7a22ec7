/** Labels that announce a part of the video: "Hook:", "Scene 2:", "[3–7s]", "CTA:". */

/** What a label announces. */
export type Role = "hook" | "call" | "brand" | "quote" | "spoken" | "shot" | "scene" | "points" | "text" | "internal";

const names: Readonly<Record<Role, string>> = {
  hook: "hook|headline|title|heading|hook line|main text|opening line|überschrift|titel|schlagzeile|aufhänger|titre|accroche|título|titular|gancho|titolo|заголовок|хук|見出し|タイトル|フック|标题|標題|제목|훅|العنوان|शीर्षक|kop|nagłówek|tytuł|haczyk|rubrik|titulek|nadpis|başlık|judul|tiêu đề|hook pembuka|หัวข้อ|כותרת|عنوان|kichwa|hooks|opener|opening hook|einstieg|phrase d'accroche|apertura|abertura|opening|inledning|wstęp|вступление|вступ|açılış|導入|つかみ|开头|開頭|钩子|후킹|후크|도입|mở đầu|pembuka|الافتتاحية|פתיח|शुरुआत|เปิดเรื่อง",
  call: "cta|call to action|call-to-action|button|button text|end card|closing|handlungsaufforderung|knopf|appel à l'action|bouton|botón|llamada a la acción|bottone|invito all'azione|botão|chamada para ação|кнопка|призыв к действию|призыв|заклик|ボタン|按钮|버튼|الزر|actie|wezwanie do działania|wezwanie|zachęta|výzva|uppmaning|قراءة|دعوة للعمل|kêu gọi|ajakan|closer|closing line|ending line|sign-off|payoff|abschluss|schluss|schlusszeile|conclusion|phrase de fin|cierre|remate|chiusura|fecho|encerramento|afsluiter|afsluiting|zakończenie|avslutning|avslut|závěr|финал|концовка|фінал|kapanış|締め|結び|结尾|結尾|마무리|마무리 문구|마무리 멘트|엔딩 문구|片尾|片尾文字|结尾文案|kết|kết thúc|penutup|الخاتمة|סיום|अंत|ปิดท้าย|fechamento|slot",
  brand:
    "brand|brand name|company|company name|business|business name|product|product name|app name|logo text|client|marke|firma|produkt|produktname|marque|entreprise|produit|marca|empresa|producto|azienda|prodotto|produto|бренд|компания|продукт|товар|ブランド|商品名|商品|品牌|产品|브랜드|제품|제품명|العلامة التجارية|المنتج|ब्रांड|merk|märke|företag|značka|marka|ürün|thương hiệu|sản phẩm|แบรนด์|สินค้า|מותג|מוצר|برند|محصول|bidhaa|kunde|auftraggeber|firmenname|nom de la marque|nom de l'entreprise|cliente|negocio|nombre del negocio|nombre de la marca|negozio|nome del negozio|nome dell'azienda|nome da marca|nome da loja|nome da empresa|klant|bedrijfsnaam|kund|företagsnamn|klient|nazwa firmy|клиент|заказчик|название компании|название бренда|клієнт|назва компанії|müşteri|işletme|firma adı|marka adı|العميل|اسم المتجر|اسم المحل|اسم العلامة|店名|店舗名|会社名|ブランド名|サービス名|教室名|クライアント|商店|店铺|店舖|品牌名|公司|机构|客户|客戶|업체명|상호|상호명|가게명|가게 이름|매장명|회사명|브랜드명|서비스명|학원명|학교명|고객사|tên quán|tên thương hiệu|tên cửa hàng|khách hàng|nama toko|nama brand|klien",
  points:
    "support|supports|proof|points|steps|schritte|étapes|pasos|passi|passos|stappen|kroki|шаги|кроки|adımlar|langkah|步骤|步驟|手順|重點資訊|重点信息|key info|key information|bullets|bullet points|benefits|features|key points|key features|key benefits|key messages|selling points|supporting points|usps|highlights|main points|talking points|points to cover|facts|key facts|must-haves|vorteile|merkmale|punkte|eigenschaften|fakten|stichpunkte|avantages|caractéristiques|points forts|points clés|faits|beneficios|características|ventajas|datos|puntos clave|vantaggi|caratteristiche|punti chiave|vantagens|benefícios|преимущества|особенности|факты|特徴|ポイント|卖点|特点|要点|특징|장점|المميزات|विशेषताएं|voordelen|punten|zalety|korzyści|punkty|fördelar|výhody|özellikler|avantajlar|keunggulan|poin|ưu điểm|จุดเด่น|יתרונות|ویژگی‌ها",
  text: "text|mandatory|must include|must-have|details|footer|détails|detalles|dettagli|detalhes|szczegóły|stopka|treść|подробности|детали|деталі|detaylar|詳細|詳細情報|详情|詳情|세부 내용|상세|التفاصيل|تفاصيل|פרטים|विवरण|detail|chi tiết|รายละเอียด|then|next|dann|danach|zuerst|zum schluss|puis|ensuite|luego|después|poi|depois|daarna|sedan|potem|затем|потом|далее|потім|sonra|spruch|spruch am anfang|text am anfang|on-screen text|on screen text|text on screen|onscreen text|on screen|on-screen|text overlay|overlay text|overlay|super|body|copy|subtitle|subline|subheadline|subhead|tagline|slogan|claim|social proof|proof|message|main message|key message|caption|script|content|untertitel|text im bild|mitte|milieu|midden|middle|середина|signature|signatur|desenvolvimento|desarrollo|développement|svolgimento|einblendung|botschaft|kernbotschaft|texte|texte à l'écran|sous-titre|texto|texto en pantalla|subtítulo|eslogan|testo|testo a schermo|sottotitolo|texto na tela|подзаголовок|текст|слоган|サブタイトル|テキスト|テロップ|文字|副标题|文案|字幕|부제|자막|텍스트|문구|النص|टेक्स्ट|intro|outro|body text|opening|ending|tekst|hasło|napis|tekst na ekranie|metin|yazı|slogan|teks|isi|nội dung|ข้อความ|טקסט|סלוגן|متن|شعار|prompt|brief|task|video prompt|video idea|concept|idea|description|topic|subject|thema|beschreibung|idee|sujet|thème|idée|tema|descripción|argomento|descrizione|descrição|тема|описание|テーマ|内容|主题|주제|الموضوع|विषय|konu|topik|chủ đề|temat|téma|ämne|נושא|موضوع|mada|inhalt|haupttext|offer|offers|promo|promotion|deal|angebot|aktion|offre|oferta|promoción|offerta|promozione|promoção|aanbieding|boodschap|erbjudande|акция|предложение|акція|пропозиція|teklif|kampanya|本文|オファー|正文|优惠|優惠|活动|본문|혜택|ưu đãi|khuyến mãi|penawaran|promosi|العرض|מבצע|ऑफर|โปรโมชั่น|โปรโมชัน|scritta|scritte|schrift|texte affiché|rótulo|legenda|lettering|надпись|титр|титры|напис|chữ|字卡|화면 글자|نص|النص على الشاشة|כיתוב|टेक्स्ट ऑन स्क्रीन",
  quote:
    "testimonial|customer testimonial|customer review|quote|client testimonial|kundenstimme|zitat|témoignage|citation|avis client|testimonio|opinión|cita|testimonianza|recensione|citazione|depoimento|отзыв|цитата|відгук|お客様の声|口コミ|客户评价|고객 후기|رأي عميل|opinia|cytat|citat|citát|alıntı|müşteri yorumu|testimoni",
  spoken:
    "voiceover|voice-over|voice over|vo|narrator|narration|spoken|dialogue|sprecher|sprechertext|voix off|voix-off|narrateur|voz en off|narrador|voce fuori campo|narratore|locução|narração|диктор|закадровый голос|озвучка|ナレーション|旁白|나레이션|내레이션|lektor|speaker text|seslendirme|narasi|lời bình|เสียงบรรยาย|קריינות",
  shot: "visual|visuals|shot|shots|camera|b-roll|broll|footage|setting|bild|kamera|visuel|image à l'écran|imagen|immagine|imagem|визуал|кадр|映像|画面|영상|화면|ujęcie|obraz|görüntü|hình ảnh|ภาพ",
  internal:
    "platform|platforms|plattform|plateforme|plataforma|piattaforma|platforma|платформа|re|fwd|fw|aw|wg|betreff|objet|asunto|oggetto|onderwerp|assunto|件名|consigne|consignes|contraintes|indicazioni|indicaciones|instrucciones|instruções|anweisung|anweisungen|aanwijzing|wytyczne|требования|указания|вимоги|note for the designer|note for the editor|note to the editor|hinweis für die grafik|note pour le graphiste|nota para el diseñador|nota per il grafico|nota para o designer|uwaga dla grafika|uwagi dla grafika|goal|goals|objective|objectives|aim|aims|kpi|kpis|deadline|due date|budget|approver|approval|insight|ziel|ziele|zielsetzung|zweck|frist|objectif|objectifs|but|échéance|objetivo|objetivos|meta|plazo|obiettivo|obiettivi|scadenza|prazo|doel|doelstelling|mål|syfte|cel|cele|termin oddania|cíl|цель|цели|задача|ціль|мета|amaç|hedef|目的|目標|目标|納期|목표|목적|الهدف|מטרה|उद्देश्य|tujuan|mục tiêu|mục đích|เป้าหมาย|วัตถุประสงค์",
  scene:
    "scene|beeld|toma|slide|frame|screen|plansza|ekran|pantalla|tela|schermata|écran|المشهد|مشهد|اللقطة|لقطة|منظر|kader|kadr|záběr|kohtaus|jelenet|σκηνή|scenă|prizor|eksena|szene|folie|scène|diapo|escena|lámina|scena|cena|сцена|слайд|シーン|スライド|场景|場景|镜头|장면|슬라이드|مشهد|दृश्य|slajd|scén|snímek|bild|sahne|adegan|cảnh|ฉาก|סצנה|صحنه|onesho",
};

const kinds = new Map<string, Role>();
for (const [role, words] of Object.entries(names) as [Role, string][])
  for (const name of words.split("|")) if (!kinds.has(name)) kinds.set(name, role);

/** Words and numerals that count a scene: "FINAL scene", 镜头二. */
const counted =
  /^(?:first|second|third|fourth|fifth|next|last|final|opening|closing|erste|zweite|dritte|letzte|première|deuxième|dernière|primera?|segunda?|tercera|última|prima|seconda|ultima|primeira|eerste|tweede|laatste)\s(?=\p{L}+$)|(?<=^\p{Script=Han}+)[一二三四五六七八九十]{1,3}$/u;
/** Lines of a script. Without a number, or in a timetable, they are something else: "LINE: @shop". */
const numberedLine = /^(?:line|zeile|ligne|línea|linea|linha|regel|rad|строка|рядок|satır|baris|dòng|行)$/u;

/** Returns what a label announces. */
function findRole(name: string, isNumbered: boolean): Role | "line" | undefined {
  if (isNumbered && numberedLine.test(name)) return "line";
  const role = kinds.get(name) ?? kinds.get(name.replace(counted, ""));
  // "Shot 1: Hands remember clay"
  return role === "shot" && isNumbered ? "scene" : role;
}

export interface FoundLabel {
  role: Role;
  start: number;
  end: number;
  span?: { from: number; to: number };
  /** True for a scene whose label says what is seen: "Scene 2 (the kitchen):". */
  isNoted?: boolean;
}

const TIME = "(?:(\\p{Nd}{1,2}):)?(\\p{Nd}{1,3})(?:[.,]\\p{Nd})?\\s?(?:s|sec|secs|seconds?|sek|seg|сек|秒|초)?";
const RANGE = `${TIME}\\s?[-–—~]\\s?${TIME}`;
/** "[0:00–0:03]" and "(0-3s)" after a space; "0–3 sec:" at the start of a line or a sentence. */
const timestamp = new RegExp(
  [
    `(?<=^|\\s)[[(（【](?=[^\\])）】]{0,12}(?:\\p{Nd}\\s?(?:s|sec|秒|초)|:\\p{Nd}{2}))${RANGE}[\\])）】]`,
    `(?<=^|[.!?…。！？]\\s|\\n)[ ]*(?:[-*•]\\s)?(?=[\\p{Nd}:.,~\\s–—-]{1,16}(?:s|secs?|seconds?|sek|seg|сек|秒|초)?\\s?[:：–—-]\\s|[^\\n]{0,12}\\p{Nd}\\s?(?:s|secs?|seconds?|sek|seg|сек)(?!\\p{L})|[^\\n]{0,12}\\p{Nd}\\s?[秒초]|\\p{Nd}{1,2}:\\p{Nd}{2})${RANGE}(?=\\s*[:：–—-]|\\s)`,
  ]
    .map((one) => `(?:${one})\\s*[:：–—-]?[ ]*`)
    .join("|"),
  "gimu",
);
/** "[0:03]" at the start of a line, if there are several. */
const moment = /(?<=^|\n)[ ]*[[(]\p{Nd}{1,2}:\p{Nd}{2}[\])][ ]*(?=\S)/gu;
/** A name before a colon at the start of a line or a sentence, with a number, and a note in brackets or behind a comma. */
const label =
  /(?<=^|[.!?…;|。！？；]\s|[。！？；]|\n|,\s|["”“»]\s|\s[–—-]\s)[ ]*(?:[-*•–]\s*)?(?:\p{Extended_Pictographic}\ufe0f?\s*)?[[(【]?([\p{L}\p{M}'’-]+(?:[ -][\p{L}\p{M}'’-]+){0,3}?)(\s?#?\p{Nd}{1,2})?(?<note>,\s[^:：.!?\n]{2,60})?(?<aside>\s?[([（](?:[^)\]\n）]{0,80})[)\]）])?\s?[:：=][\])】]?[ ]*(?!\/\/)/gmu;
/** "Scene 2", "Slide 1 -" on a line of its own or before a dash. */
const numbered =
  /(?<=^|\n|[.!?…。！？]\s)[ ]*[[(【]?([\p{L}\p{M}]+)\s?#?(\p{Nd}{1,2})[\])】]?[ ]*(?:[-–—|.][ ]*|(?=\n)|[:：][ ]*)/gmu;

const toSeconds = (minutes: string | undefined, seconds: string | undefined) =>
  Number(minutes ?? 0) * 60 + Number(seconds ?? 0);

/** A sentence or a line in square brackets: a stage direction. */
const direction =
  /\[(?!https?:)[^\]\n]{3,300}[.!?…:]\](?!\()|(?<=^|\n)[ ]*[[(](?!https?:)[^\])\n]{3,200}[\])][ ]*(?=\n|$)/gmu;

/** Finds the stage directions of a text, in order. */
export const findDirections = (text: string): { start: number; end: number }[] =>
  Array.from(text.matchAll(direction), ({ index, 0: { length } }) => ({ start: index, end: index + length }));

/** Finds the labels of a text, in order. */
export function findLabels(prompt: string): FoundLabel[] {
  const found: FoundLabel[] = [];
  const lines: FoundLabel[] = [];
  // Text after a time counts as a new line, so that "0–3 s: Hook: …" has two labels.
  const text = prompt.replace(timestamp, (time) => "\n".repeat(time.length));
  for (const match of prompt.matchAll(timestamp)) {
    const [whole, ...numbers] = match;
    const [m1, s1, m2, s2] = numbers[1] === undefined ? numbers.slice(4) : numbers;
    const from = toSeconds(m1, s1);
    const to = toSeconds(m2, s2);
    if (to <= from || to > 600) continue;
    found.push({ role: "scene", start: match.index, end: match.index + whole.length, span: { from, to } });
  }
  const moments = [...text.matchAll(moment)];
  for (const { index, 0: whole } of moments.length > 1 ? moments : [])
    found.push({ role: "scene", start: index, end: index + whole.length });
  for (const match of text.matchAll(label)) {
    const name = match[1]!.toLowerCase().replace(/’/g, "'");
    const isNumbered = match[2] !== undefined || counted.test(name);
    const role = findRole(name, isNumbered);
    const end = match.index + match[0].length;
    const { note, aside } = match.groups!;
    if (note && !(role === "scene" && isNumbered)) continue;
    // "Goal: £5,000" may be for the viewer, "Platform: LinkedIn, 15 s" is not.
    const hasFigure = role === "internal" && /^[^\n]*\p{Nd}(?![\p{Nd}]*\s?s(?:ec|ek)?(?!\p{L}))/u.test(text.slice(end));
    const isNoted = role === "scene" && Boolean(note || aside);
    if (role === "line") lines.push({ role: "scene", start: match.index, end });
    else if (role && !hasFigure) found.push({ role, start: match.index, end, isNoted });
  }
  for (const match of text.matchAll(numbered))
    if (["scene", "shot"].includes(kinds.get(match[1]!.toLowerCase())!))
      found.push({ role: "scene", start: match.index, end: match.index + match[0].length });
  if (found.length > 0) found.push(...lines);
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter((one, at) => at === 0 || one.start >= found[at - 1]!.end);
}
