/**
 * Filter phrases of each language, without accents and in lower case, as alternatives of a regular expression. A word
 * before a number ends with the space or apostrophe that belongs to it.
 */

/** Words that only join a filter to the preceding text. */
export const JOINING = [
  "with|and|but|that (?:are|have|got)|which (?:are|have)",
  "con|y|de|que (?:tengan?|duren?|dura)|publicad[oa]s?(?: en| durante)?|en|del?",
  "com|e|em|do|no|na|nos|nas|dos|das|da|que (?:tenham|duram?)|publicad[oa]s?(?: em)?",
  "mit|und|von|vom|die|aus(?: dem| der| den)?|im|in(?: der| den)?|seit(?: dem| der)?",
  "avec|et|de|du|des|d'|qui (?:ont|durent)|dans|publiee?s?|depuis",
  "con|e|di|del|dell'|della|degli|delle|dei|da|che (?:hanno|durano)|nell'|nella|negli|nelle|nei|nel",
  "dengan|dan|yang|dari|di|dalam|selama",
  "ve|ile|icinde",
].join("|");

export const LESS = [
  "(?:no longer|not longer|no more|shorter|less) than |under |below |up to |at most |max(?:imum|\\.)? (?:of )?",
  "menos de |por debajo de |(?:como )?(?:maximo|max\\.?) (?:de )?|hasta |no mas de ",
  "abaixo de |(?:de )?ate |(?:no )?maximo (?:de )?|nao mais (?:de|que) ",
  "(?:weniger|kurzer|nicht (?:mehr|langer)) als |unter |hochstens |maximal |bis(?: zu)? ",
  "moins (?:de |d')|jusqu'a |(?:au )?maximum (?:de )?|pas plus (?:de |d')",
  "meno (?:di |d')|sotto (?:i |il |le |a )?|(?:al )?massimo (?:di )?|fino a |non piu di ",
  "kurang dari |di ?bawah |maksimal |paling (?:lama|panjang) |tidak lebih dari ",
  "en (?:fazla|cok) |maksimum |azami ",
].join("|");

export const MORE = [
  "more than |at least |no less than |no fewer than |over |above |min(?:imum|\\.)? (?:of )?|exceeding ",
  "mas de |al menos |(?:como )?minimo (?:de )?|por encima de |a partir de ",
  "mais de |pelo menos |acima de |(?:no )?minimo (?:de )?",
  "mehr als |mindestens |uber |ab |wenigstens ",
  "plus (?:de |d')|au moins |(?:au )?minimum (?:de )?|au-dessus (?:de |d')",
  "piu (?:di |d')|oltre |almeno |sopra (?:i |il |le )?|(?:al )?minimo (?:di )?",
  "lebih dari |di ?atas |minimal |paling sedikit |setidaknya ",
  "en az |minimum |asgari ",
].join("|");

/** "One and a half" in words. */
export const ONE =
  "an?|one|un[ao]?|uma?|eine?[rmn]?|une|un'|uno|satu|se(?=menit|detik|jam|juta|ribu|bulan|minggu|tahun|hari)|bir";
export const HALF = "half an?|medi[oa]|mei[oa]|eine halbe|einer halben|une demi[ -]|mezz[oa]|mezz'|setengah|yarim";

export const SECOND = "s|secs?|seconds?|segs?|segundos?|sek(?:\\.|unden?)?|secondes?|second[oi]|detik|sn|saniye";
export const MINUTE = "mins?|minutes?|minutos?|minuten?|minut[oi]|menit|dk|dakika";

export const SCALES: Record<string, number> = {
  "k|thousand|mil|mila|mille|tsd\\.?|tausend|ribu|rb|bin": 1e3,
  "m|mio\\.?|mln|mi|millions?|millionen|millon(?:es)?|milh(?:ao|oes)|milion[ei]|juta|jt|milyon": 1e6,
  "b|bn|billions?|mrd\\.?|milliarden?|milliards?|miliard[oi]|bilh(?:ao|oes)|miliar|milyar": 1e9,
};
/** Scales that may appear without a number: a thousand. */
export const BARE_SCALE = "mil|mille|tausend|bin|ribu";

export const VIEWS = [
  "views|plays|vistas|visualizaciones|reproducciones|visitas|visualizacoes|reproducoes|acessos",
  "aufrufen?|klicks|wiedergaben|ansichten|vues|lectures|visualizzazioni|riproduzioni",
  "tayangan|penonton|penayangan|(?:kali )?(?:di)?tonton|izlenme(?:li|si)?|goruntulenme(?:li|si)?|izlenim",
].join("|");

/** Number of days per unit of time. */
export const PERIODS: Record<string, number> = {
  "hours?|horas?|stunden?|heures?|or[ae]|jam|saat": 1 / 24,
  "days?|dias?|tage?n?|jours?|giorn[oi]|hari|gun": 1,
  "weeks?|semanas?|wochen?|semaines?|settiman[ae]|minggu|pekan|hafta": 7,
  "months?|mes(?:es)?|monate?n?s?|mois|mes[ei]|bulan|ay": 30,
  "years?|anos?|jahre?n?s?|annees?|ans?|ann[oi]|tahun|yil|sene": 365,
};

/** Words before or after a unit of time that mean the latest one. */
export const LAST_BEFORE = [
  "(?:the )?(?:last|past|previous)",
  "(?:el |la |los |las )?ultim[oa]s?",
  "(?:o |a |os |as )?ultim[oa]s?",
  "(?:de[rnms] |die |das )?(?:letzt|vergangen)e[rnms]?",
  "(?:l'|le |la |les |ces )?derni?eres?|(?:les |ces )?derniers?",
  "(?:l'|la |il |lo |gli |le |i )?(?:ultim[oaie]|scors[oaie])",
  "gecen|son",
].join("|");
export const LATEST = "derniers?|derni?eres?|ultim[oaie]s?";
export const PUBLISHED = "(?:from|of|in|within|during|over|(?:posted|published) (?:in|within|during))";
/** Words after which the period belongs to the subject: the last week of pregnancy. */
export const OF = "of|de|del|da|do|der|des|di|della";
export const LAST_AFTER = "pasad[oa]s?|passad[oa]s?|dernie?re?s?|scors[oaie]|lalu|terakhir|yang lalu";
/** Articles before a unit of time that is followed by `LAST_AFTER`. */
export const ARTICLE = "(?:el |la |los |las |o |a |os |as |le |les |l'|lo |il |lo |ces )";
