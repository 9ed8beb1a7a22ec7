/** Words of facts in all languages: days and hours, streets, ratings, currencies and comparisons. */
import { DAYS, MONTHS } from "./index";

/** Names of days and months, in full and short. */
export const DAY_WORDS = `${DAYS}|${MONTHS}|mo|di|mi|do|fr|sa|so|tues|thur|thurs|weekdays?|weekends?|daily|every day|täglich|werktags|wochenende|feiertage|lu|ma|me|je|ve|lun|mar|mer|jeu|ven|sam|dim|tous les jours|mié|jue|vie|sáb|dom|seg|ter|qua|qui|sex|gio|sab|tutti i giorni|wo|vr|za|zo|dagelijks|пн|вт|ср|чт|пт|сб|вс|ежедневно|pon|wt|śr|czw|pt|sob|niedz|nd|codziennie|po|út|st|čt|pá|ne|denně|pzt|sal|çar|per|cum|cmt|paz|her gün|senin|selasa|rabu|kamis|jumat|sabtu|minggu|setiap hari|يوميا|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık|januari|februari|maj|juni|juli|augusti|oktober|mei|agustus|desember|sobota|sobotę|niedziela|niedzielę|poniedziałek|wtorek|środa|czwartek|piątek|pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar|måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag|mandag|tirsdag|lørdag|søndag|pondělí|úterý|středa|čtvrtek|pátek|neděle|понеділок|вівторок|середа|четвер|п.ятниця|субота|неділя|щодня|кожного дня|ทุกวัน|เปิดทุกวัน|hàng ngày|mỗi ngày|fredagar|lördagar`;

/** A day or a month. */
export const dayWord = new RegExp(`(?<![\\p{L}\\p{M}])(?:${DAY_WORDS})s?(?![\\p{L}\\p{M}])`, "iu");

/** Words between the figures of a time. */
const JOIN_WORDS =
  "every|each|jeden|jede|jeweils|chaque|tous|toutes|cada|todos|todas|ogni|tutti|elke|iedere|каждый|каждую|кожного|щосуботи|każdy|każdą|każdego|her|varje|hver|day|days|open|opens|opening|closed|until|till|to|from|at|on|and|through|am|pm|a|m|p|noon|midnight|h|hrs|hours|st|nd|rd|th|uhr|bis|von|vom|und|ab|um|am|geschlossen|geöffnet|offen|ruhetag|de|du|au|à|et|le|les|fermé|ouvert|dès|los|días|cerrado|abierto|y|hs|das|às|as|os|dias|fechado|aberto|dalle|alle|ore|chiuso|aperto|dal|al|gesloten|van|tot|uur|en|с|до|и|закрыто|выходной|часов|ч|od|do|godz|jam|hari|من|إلى|ص|م|الساعة|dage|kl|e|i|og|och|öppet|stängt|åbent|lukket|saat|arası|açık|kapalı|hafta|içi|sonu|kadar|czynne|nieczynne|zamknięte|otwarte|w|godziny|otwarcia|открыто|часы|работы|відчинено|зачинено|вихідний|з|по|mở|cửa|giờ|từ|đến|nghỉ|buka|tutup|sampai|pagi|malam|siang|sore|pukul|เปิด|ปิด|หยุด|น";

/** All words of a time. */
export const TIME_WORDS = new Set(
  `${DAY_WORDS.replaceAll(/s\?| /g, "|")}|${DAY_WORDS}|${JOIN_WORDS}|weekdays|weekends`.split("|"),
);

export const NAME = "\\p{Lu}[\\p{L}\\p{M}.'’-]*";
/** Whole addresses, or parts of one. */
export const addresses = [
  // "12 High Street"
  new RegExp(
    `^\\p{Nd}{1,5}(?:-\\p{Nd}{1,5})?\\p{L}?,?\\s(?:${NAME}\\s){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Av|Lane|Ln|Boulevard|Blvd|Drive|Dr|Way|Square|Sq|Place|Pl|Court|Ct|Terrace|Quay|Row|Parade|Crescent|Highway|Hwy|Close|Gardens|Yard|Wharf)\\.?$`,
    "u",
  ),
  // "12 rue de la Paix"
  /^\p{Nd}{1,5}(?:\s?(?:bis|ter|[a-d]))?,?\s(?:rue|avenue|av\.|place|quai|boulevard|bd|chemin|cours|impasse|allée|passage|route)\s\p{L}[\p{L}\p{M}.'’ -]{1,40}$/iu,
  // "Hauptstr. 12", "Calle Mayor, 5", "ul. Długa 5", "Via Roma 12"
  /^(?:\p{L}[\p{L}\p{M}.'’-]*\s){0,3}\p{L}{3,}(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer|straat|laan|plein|gracht|kade|gatan|vägen|gade|vej|veien|gata|katu)\s\p{Nd}{1,4}\s?\p{L}?$/iu,
  /^(?:am\s)?(?:markt|marktplatz|dorfplatz|hauptplatz|place|rue|avenue|quai|boulevard|bd)\s(?:[\p{L}\p{M}.'’-]+\s){0,4}\p{Nd}{1,4}\p{L}?$/iu,
  /^(?:(?:calle|c\/|av\.|avda\.|avenida|plaza|paseo|carrer|via|viale|piazza|corso|rua|praça|travessa|largo|ul\.|al\.|pl\.|jl\.|jalan|улица|ул\.|проспект|просп\.|пр\.|площадь|пл\.|вул\.|вулиця|شارع|طريق|đường|phố|ถนน|nám\.|náměstí)\s?)(?:[\p{L}\p{M}.'’-]+\s?){1,5},?\s?(?:no\.?\s?|nº\s?|n\.\s?|д\.\s?|رقم\s?)?\p{Nd}{1,5}\s?\p{L}?$/iu,
  /^(?:[\p{L}\p{M}.'’-]+\s){1,4}(?:cad\.|caddesi|sok\.|sokak|sk\.|mah\.|utca|út|tér)\s(?:no:?\s?)?\p{Nd}{1,5}\p{L}?\.?$/iu,
  // A postal code and a town
  /^(?:[A-Z]{1,2}-)?\p{Nd}{4,5}\s\p{Lu}[\p{L}\p{M}.'’-]{2,}(?:\s\p{L}[\p{L}\p{M}.'’-]*){0,2}$/u,
  // Japanese, Chinese and Korean addresses
  /^[^\s,，、。]{0,12}[都道府県市区町村][^\s,，、。]{0,14}\p{Nd}[^\s,，、。元円圓]{0,12}$|^\S{2,16}(?:丁目|番地|[路街道巷]\p{Nd}+号)\S{0,10}$|^(?:\S+\s){0,3}\S+(?:길|로)\s?\p{Nd}{1,4}(?:-\p{Nd}+)?$/u,
];

/** Words before the name of a street. */
export const streetStart =
  /^(?:calle|c\/|av\.|avda\.|avenida|plaza|paseo|carrer|via|viale|piazza|p\.zza|corso|rua|praça|travessa|largo|ul\.|al\.|pl\.|улица|ул\.|проспект|просп\.|пр\.|пр-т|бульвар|бул\.|площадь|пл\.|вул\.|вулиця|nám\.|náměstí)\s/iu;
/** Between a time and a place. */
export const placeWord = /\s(?:at|in|@|bei|im|chez|à|au|en|in der|na|w|в|на)\s(?=\p{Nd}|\p{Lu})/u;
/** Before a place: "in 12 High Street". */
export const placeLead =
  /^(?:at|in|@|bei|im|in der|chez|à|au|en|na|w|в|на|find us at|adresse|address|dirección|indirizzo|adres|endereço|адрес|адреса|ที่อยู่)[:：]?\s(?=\p{L}|\p{Nd})/iu;

export const STARS =
  "(?:stars?|sterne[n]?|étoiles?|estrellas?|stelle|estrelas?|sterren|звезд\\p{L}*|звёзд\\p{L}*|gwiazd\\p{L}*|yıldız|stjärnor|stjerner|tähteä|csillag|星|つ星|颗星|점|نجوم|bintang|sao)";

export const ratingWord =
  /(?:rat(?:ed|ing)s?|scores?|reviews?|note[sd]?|avis|bewert\p{L}*|rezension\p{L}*|valora\p{L}*|reseñas|opiniones|puntua\p{L}*|vot[oi]|recensioni|nota|avalia\p{L}*|beoordel\p{L}*|оцен\p{L}*|рейтинг\p{L}*|отзыв\p{L}*|ocen\p{L}*|opini\p{L}*|google|yelp|trip ?advisor|trustpilot|app store|play store|airbnb|booking|評価|口コミ|レビュー|评分|好评|평점|리뷰|후기|تقييم\p{L}*|रेटिंग|समीक्षा\p{L}*|ulasan|yorum)/iu;

/** Words before those who gave a score with decimals: "4.9 stars from 120 clients". */
export const source =
  /^(?:from|by|on|with|in|at|von|bei|auf|aus|par|sur|de|en|por|con|di|su|da|da parte di|em|van|op|od|na|от|на|у|من|على)\s/iu;

export const currency =
  /[\p{Sc}円圓元块원]|ريال|درهم|جنيه|دينار|रु|EUR|USD|GBP|CHF|AED|Rp|Rs|kr|zł|Kč|Ft|lei|TL|руб|грн|บาท|€/u;

/** Words that make a row a sentence. */
export const linkWord =
  /(?<![\p{L}\p{M}])(?:is|are|was|were|off|save|over|under|than|until|get|only|just|now|free|if|when|you|we|ist|sind|nur|jetzt|statt|sparen|über|unter|wenn|wir|est|sont|seulement|gratuit|nous|vous|es|son|solo|ahora|gratis|si|è|sono|ora|agora|só|rabatt|descuento|sconto|desconto|remise|скидк\p{L}*)(?![\p{L}\p{M}])/iu;

/** Labels of the two halves of a comparison. */
export const halves: readonly [RegExp, RegExp][] = (
  [
    [
      "before|then|old way|the old way|vorher|früher|bisher|avant|antes|prima|было|раньше|до|voor|eerder|前|以前|以前は|قبل|पहले|eskiden|sebelum",
      "after|now|today|new way|the new way|our way|nachher|jetzt|heute|neu|après|maintenant|aujourd'hui|después|ahora|hoy|dopo|ora|oggi|adesso|depois|agora|hoje|стало|сейчас|теперь|после|na|nu|後|今|現在|بعد|الآن|अब|artık|şimdi|sesudah|sekarang",
    ],
    [
      "them|others?|other(?:s| brands| apps| gyms)?|competitors?|the rest|everyone else|typical .{2,20}|usual .{2,20}|andere|die anderen|les autres|los demás|otros|gli altri|os outros|другие|у других|anderen|diğerleri|lainnya",
      "us|we|our .{2,20}|with us|wir|bei uns|nous|chez nous|nosotros|noi|nós|мы|у нас|wij|biz|kami",
    ],
    [
      "without.{0,20}|ohne.{0,20}|sans.{0,20}|sin .{0,20}|sin|senza.{0,20}|sem.{0,20}|без.{0,20}|zonder.{0,20}",
      "with.{0,20}|mit.{0,20}|avec.{0,20}|con.{0,20}|com.{0,20}|с .{0,20}|met.{0,20}",
    ],
  ] as const
).map(([first, second]) => [new RegExp(`^(?:${first})$`, "iu"), new RegExp(`^(?:${second})$`, "iu")]);
