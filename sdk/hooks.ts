/** Forms of hooks: how a short video opens, detected from its first sentence. */

/** Form of a hook. */
export type HookForm =
  | "pov"
  | "list"
  | "comparison"
  | "warning"
  | "question"
  | "how-to"
  | "test"
  | "process"
  | "story"
  | "statement";

/** Words of a form, for languages with and without spaces between words. `…` matches a few words. */
interface FormWords {
  spaced: string;
  unspaced: string;
}

/** German, Dutch, French, Spanish, Italian, Portuguese, Russian, Arabic, Hindi and Korean; Japanese and Chinese. */
const words = {
  comparison: {
    spaced:
      "vorher.nachher|vorher und nachher|gegen|statt|erwartung(?:en)?|voor en na|verwachting|in plaats van|avant.après|avant et après|au lieu de|attentes?|contre|antes y después|en vez de|en lugar de|expectativas?|prima e dopo|invece di|aspettative|contro|antes e depois|em vez de|до и после|вместо|ожидани[ея]|против|قبل وبعد|بدل|التوقعات|पहले और बाद|के बजाय|बनाम|전후|비교|기대",
    unspaced: "ビフォーアフター|と比べ|比較|ではなく|前後|理想と現実|对比|前后|而不是|理想与现实|還是|还是",
  },
  warning: {
    spaced:
      "hör(?:t|en sie)? auf|nie(?:mals)?|niemals|vermeide(?:t)?|fehler|falsch|achtung|vorsicht|warnung|mythos|mythen|finger weg|stop met|nooit|vermijd|fout(?:en)?|verkeerd|pas op|waarschuwing|mythes?|arrête[sz]?|ne …(?:pas|jamais|plus)|jamais|évite[sz]?|erreurs?|attention|arnaques?|deja de|dejen de|nunca|evit(?:a|e|en|ar)|error(?:es)?|cuidado|advertencia|estafas?|mitos?|smett(?:i|ete|ila) di|non …(?:mai|più)|mai|errori|errore|sbagli(?:o|ato|ando|ate|i)?|attenzione|truff[ae]|mit[oi]|pare de|parem de|jamais|erros?|errado|golpes?|хватит|перестань(?:те)?|никогда|не делай(?:те)?|ошибк[аиу]|ошибок|неправильно|осторожно|внимание|миф(?:ы|ов)?|توقف|لا ت\\p{L}+|أبدا|أبدًا|احذر|تجنب|خطأ|أخطاء|تحذير|मत|कभी नहीं|बंद करो|बंद करें|गलती|गलतियाँ|गलतियां|सावधान|बचें|하지 ?마(?:세요)?|절대|실수|주의|조심|경고|그만",
    unspaced:
      "やめて(?!み)|やめろ|しないで|してはいけない|してはダメ|絶対に|間違い|間違って|注意|危険|别再|不要|千万别|千万不要|停止|错误|避免|注意|警告|小心|骗局|别(?=[^的人])",
  },
  question: {
    spaced:
      "^(?:warum|wieso|wer|wusstest du|kennst du|waarom|wist je|ken je|pourquoi|saviez-vous|savais-tu|tu savais|por qué|sabías|sabes|conoces|perché|lo sapevi|sapevi|sai|por que|você sabia|sabia que|почему|зачем|знали ли вы|ты знал|هل|لماذا|क्या आप|क्यों|왜|알고 계|아시나요)",
    unspaced: "^(?:なぜ|どうして|知って(?:い)?ましたか|你知道|为什么|為什麼)",
  },
  "how-to": {
    spaced:
      "so (?:geht|machst|bekommst|gelingt|lernst|sparst)|wie (?:man|du|ich|ihr|sie)|schritt für schritt|anleitung|rezept|tipps?|tricks?|für anfänger|einfach erklärt|hoe (?:je|jij|ik|maak|u)|zo (?:maak|doe|krijg)|stap voor stap|recept|uitgelegd|voor beginners|handleiding|comment …(?:faire|j['’]ai|je|tu|vous|\\p{L}+er|\\p{L}+ir)|voici comment|étape par étape|recette|astuces?|conseils?|pour débutants|expliquée?|tutoriel|tuto|cómo|así (?:se|es como|puedes)|paso a paso|receta|trucos?|consejos?|para principiantes|explicad[oa]|come (?:fare|ho|si|preparare|\\p{L}+(?:are|ere|ire))|ecco come|passo dopo passo|ricetta|trucch?i|trucco|consigli(?:o)?|per principianti|spiegat[oa]|guida|como (?:fazer|eu|se|usar|\\p{L}+[aei]r)|passo a passo|receita|truques?|dicas?|para iniciantes|explicad[oa]|как (?:я|сделать|приготовить|\\p{L}+ть)|пошагов\\p{L}+|рецепт|совет(?:ы|ов)?|лайфхак(?:и|ов)?|для начинающих|инструкция|كيف|كيفية|طريقة|خطوة بخطوة|وصفة|نصائح|نصيحة|حيلة|للمبتدئين|कैसे|तरीका|तरीके|रेसिपी|टिप्स|टिप|ट्रिक|स्टेप बाय स्टेप|하는 법|방법|레시피|꿀팁|팁|초보자|단계별|가이드",
    unspaced:
      "方法|やり方|作り方|コツ|レシピ|裏技|初心者|ステップ|怎么|怎麼|如何|教程|技巧|食谱|菜谱|步骤|新手|攻略|小妙招|窍门",
  },
  test: {
    spaced:
      "ausprobiert|getestet|ich teste|im test|herausforderung|ehrliche[rs]? (?:meinung|test|bewertung)|\\d+ tage lang|eine woche lang|einen monat lang|tag \\d+|uitgeprobeerd|getest|ik test|uitdaging|eerlijke (?:review|mening)|een (?:week|maand) lang|dag \\d+|j['’]ai (?:testé|essayé)|je teste|défi|avis honnête|pendant (?:\\d+|une|un) (?:jours?|semaines?|mois|an)|jour \\d+|probé|he probado|probando|reto|desafío|reseña (?:honesta|sincera)|durante (?:\\d+|una|un) (?:días?|semanas?|mes(?:es)?|año)|día \\d+|ho provato|provato|sfida|recensione (?:onesta|sincera)|per (?:\\d+|una|un) (?:giorni|settiman[ae]|mes[ei]|anno)|giorno \\d+|testei|experimentei|desafio|resenha (?:honesta|sincera)|por (?:\\d+|uma|um) (?:dias?|semanas?|mês|meses|ano)|dia \\d+|попробовал[аи]?|протестировал[аи]?|проверил[аи]?|тест|челлендж|честный (?:обзор|отзыв)|день \\d+|جربت|اختبار|اختبرت|تحدي|تجربة|مراجعة صادقة|आज़माया|आजमाया|टेस्ट|चैलेंज|써봤|해봤|먹어봤|테스트|챌린지|솔직 ?(?:후기|리뷰)|후기",
    unspaced:
      "試して|試した|やってみた|使ってみた|食べてみた|検証|チャレンジ|正直レビュー|挑戦|测评|測評|试了|試了|挑战|挑戰|实测|試用|试用|打卡第",
  },
  process: {
    spaced:
      "hinter den kulissen|ein tag (?:im leben|als|mit)|mein tag als|zeitraffer|mit mir|wir bauen|achter de schermen|een dag (?:in het leven|als)|met mij|dans les coulisses|coulisses|une journée (?:dans la vie|dans la peau|avec)|avec moi|fabrication|accéléré|detrás de (?:cámaras|escena)|un día (?:en la vida|como|conmigo)|conmigo|haciendo|dietro le quinte|una giornata (?:nella vita|da|con)|un giorno nella vita|con me|nos bastidores|bastidores|um dia (?:na vida|como|comigo)|comigo|за кадром|за кулисами|один день из жизни|день из жизни|со мной|процесс|وراء الكواليس|كواليس|يوم في حياة|معي|पर्दे के पीछे|मेरे साथ|एक दिन|비하인드|하루 일과|브이로그|나와 함께|만드는 과정|제작 과정",
    unspaced: "舞台裏|一日|密着|ルーティン|メイキング|製作過程|制作过程|幕后|幕後|的一天|跟我一起|和我一起|延时",
  },
  story: {
    spaced:
      "als ich|der tag,? an dem|ich habe …(?:verloren|gefunden|bezahlt|gekündigt|gebaut|ausgegeben)|ich (?:war|bin)|meine (?:mama|mutter|oma|schwester)|mein (?:papa|vater|opa|bruder)|toen ik|de dag dat|ik (?:was|verloor|vond|stopte)|mijn (?:moeder|vader|oma|opa|zus|broer)|quand (?:j['’]|je|ma|mon)|le jour où|j['’]ai (?:perdu|trouvé|quitté|dépensé|construit|arrêté)|j['’]étais|ma (?:mère|sœur|grand-mère)|mon (?:père|frère)|cuando (?:yo|me|mi|era|empecé)|el día (?:que|en que)|perdí|encontré|dejé mi|gasté|mi (?:mamá|madre|papá|padre|abuela|hermana|hermano)|quando (?:ho|ero|mio|mia|mi|eu|meu|minha|comecei)|il giorno in cui|ho (?:perso|trovato|lasciato|speso)|mia (?:madre|nonna|mamma|sorella)|mio (?:padre|fratello|nonno)|o dia em que|perdi|encontrei|larguei|gastei|minha (?:mãe|avó|irmã)|meu (?:pai|irmão|avô)|когда я|день,? когда|я (?:потерял|нашёл|нашла|потратил|уволил|был|была|бросил)\\p{L}*|моя (?:мама|бабушка|сестра)|мой (?:папа|брат|дед)|عندما كنت|عندما|اليوم الذي|قصتي|قصة|خسرت|وجدت|أمي|أبي|جدتي|जब मैं|जब मैंने|वो दिन|मेरी कहानी|कहानी|मेरी माँ|मेरे पापा|제가|내가 …때|그날|이야기|썰|우리 엄마|우리 아빠",
    unspaced:
      "した日|だった頃|した話|ときの話|私の物語|母が|父が|祖母|那天|那一天|我的故事|当我|當我|我曾经|我妈|我爸|奶奶",
  },
} as const satisfies Partial<Record<HookForm, FormWords>>;

const toPattern = (spaced: string) => spaced.replaceAll("…", "(?:[\\p{L}\\p{M}’']+\\s+){0,4}?");

/** Builds a pattern of English words and words of other languages, with word boundaries in all scripts. */
function matchWords(form: keyof typeof words, english?: RegExp): { test(text: string): boolean } {
  const { spaced, unspaced } = words[form];
  const bounded = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${toPattern(spaced)})(?![\\p{L}\\p{M}])`, "iu");
  const anywhere = new RegExp(unspaced, "iu");
  return { test: (text) => Boolean(english?.test(text)) || bounded.test(text) || anywhere.test(text) };
}

/** Units of time and measure. A number before one does not announce a list. */
const UNITS =
  "day|week|month|year|minute|hour|second|percent|km|kg|tage|woche|monat|jahr|minuten|stunde|sekunde|prozent|euro|dagen|weken|maand|jaar|uur|jours?|semaines?|mois|ans?(?!\\p{L})|heures?|secondes?|días?|semanas?|mes(?:es)?(?!\\p{L})|años?|horas?|segundos?|minutos?|giorni|settiman|anni|mesi|or[ae](?!\\p{L})|second[io]|minuti|dias?(?!\\p{L})|anos?(?!\\p{L})|дн|день|недел|месяц|год|лет(?!\\p{L})|минут|час|секунд|أيام|يوم|أسبوع|أسابيع|شهر|أشهر|سنة|سنوات|دقيقة|دقائق|ساعة|दिन|हफ्ते|महीने|साल|मिनट|घंटे|분|시간|일(?!\\p{L})|주(?!\\p{L})|개월|년";
const NUMBERS =
  "\\p{Nd}+|two|three|four|five|six|seven|ten|zwei|drei|vier|fünf|sieben|zehn|twee|drie|vijf|zeven|tien|deux|trois|quatre|cinq|sept|dix|dos|tres|cuatro|cinco|siete|diez|due|tre|quattro|cinque|sette|dieci|duas|dois|três|quatro|sete|dez|две?|три|четыре|пять|семь|десять|ثلاثة?|أربعة?|خمسة?|سبعة?|عشرة?|दो|तीन|चार|पाँच|पांच|सात|दस|두|세|네|다섯|일곱|열";
const ARTICLES =
  "top|my|the|die|diese|meine|de|mijn|les|mes|ces|las|los|mis|estas|estos|le|i|gli|queste|questi|as|os|meus|minhas|estes|estas|топ|мои|эти|أفضل|टॉप|최고의";
const list = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:(?:${ARTICLES})\\s+)?(?:(?:${NUMBERS})\\s+(?!(?:${UNITS}))\\p{L}+|(?:${NUMBERS})\\s*(?:个(?!月|小时)|种|種|大|件))|\\p{Nd}\\s*(?:가지|개의|つの|個の|选|選)`,
  "iu",
);

/**
 * The forms, in the order in which they are tested: the first match counts, and the last always matches. They match English,
 * German, Dutch, French, Spanish, Italian, Portuguese, Russian, Arabic, Hindi, Japanese, Chinese and Korean.
 */
export const hookForms: readonly { id: HookForm; name: string; test: { test(text: string): boolean } }[] = [
  { id: "pov", name: "a point of view", test: /^\W*pov(?![\p{L}\p{N}])/iu },
  { id: "list", name: "a countable list", test: list },
  {
    id: "comparison",
    name: "a comparison",
    test: matchWords(
      "comparison",
      /\b(?:vs\.?|versus|before and after|expectations?|left side|instead of|day 1 .*day \d+)\b/i,
    ),
  },
  {
    id: "warning",
    name: "a warning",
    test: matchWords("warning", /\b(?:stop|do(?:n['’]?t| not)|never|avoid|mistakes?|wrong|warning|scams?|myths?)\b/i),
  },
  { id: "question", name: "a question", test: matchWords("question", /[?？؟]/) },
  {
    id: "how-to",
    name: "a how-to",
    test: matchWords(
      "how-to",
      /\b(?:how to|how i|here['’]?s how|step by step|tutorial|recipe|hack|tips?|trick|routine|for beginners|explained|guide)\b/i,
    ),
  },
  {
    id: "test",
    name: "a test or challenge",
    test: matchWords(
      "test",
      /\b(?:tried|testing|test|tested|challenge|ranked|rating|honest review|for \d+ days?|for a (?:week|month|year)|day \d+)\b/i,
    ),
  },
  {
    id: "process",
    name: "a look behind the scenes",
    test: matchWords(
      "process",
      /\b(?:behind the scenes|day in the life|a day as|with me|making|building|restoring|turning|time ?lapse|from .+ to|satisfying|asmr)\b/i,
    ),
  },
  {
    id: "story",
    name: "a story",
    test: matchWords(
      "story",
      /\b(?:story ?time|the day|when (?:i|my|you|your)|i (?:was|quit|found|got|spent|lost|paid|failed|built|let|only|deleted|wore|wish|beat|turned|took)|my (?:mum|mom|dad|nan|grandma|kids?|sister|brother))\b/i,
    ),
  },
  { id: "statement", name: "a plain statement", test: /(?:)/ },
];

/**
 * Detects the form of an opening.
 *
 * @example findHookForm("Did you know this?"); // "question"
 */
export const findHookForm = (opening: string): HookForm => hookForms.find(({ test }) => test.test(opening))!.id;

/**
 * Returns the first sentence of a caption or script, without hashtags and line breaks. Empty if there is none.
 *
 * @example getOpening("Stop scrolling. Read this."); // "Stop scrolling."
 */
export function getOpening(text: string): string {
  const plain = text
    .replace(/#[\p{L}\p{N}\p{M}_]+/gu, " ")
    .replace(/[^\S\n]+/g, " ")
    .trim();
  // The limit keeps long runs of marks from taking quadratic time.
  return plain.match(/^[^\n]+?(?:[.!?…？！。؟]{1,9}(?=\s|$|\p{Lo})|\n|$)/u)?.[0].trim() ?? "";
}
