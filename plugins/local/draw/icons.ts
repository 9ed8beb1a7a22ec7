import { Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import { iconPaths } from "./iconpaths";
import { stripArticles } from "./scripts";

export type IconName = keyof typeof iconPaths;

/** Words that select each icon: whole words only, including plurals. Earlier entries win a tie. */
const iconWords: Readonly<Partial<Record<IconName, string>>> = {
  coffee:
    "coffee espresso latte cappuccino brew tea matcha café kaffee kaffeerösterei koffie кофе кофейни コーヒー ラテ 咖啡 커피 قهوة",
  "badge-percent": "sale discount deal bargain rabatt soldes rebajas saldi oferta скидка セール 割引 할인 세일 خصم",
  pizza: "pizza pizzeria ピザ пицца",
  hamburger: "burger hamburger cheeseburger",
  soup: "ramen soup noodle pho stew ラーメン",
  fish: "sushi fish seafood salmon tuna 寿司",
  salad: "salad vegan vegetarian bowl",
  croissant:
    "bakery croissant bread sourdough pastry bäckerei brot brötchen boulangerie panadería panetteria padaria хлеб パン 빵 خبز",
  cake: "cake birthday cupcake torte geburtstag anniversaire cumpleaños 🎂",
  cookie: "cookie biscuit brownie",
  "ice-cream-cone": "gelato icecream sorbet eis helado glace",
  candy: "candy sweets chocolate caramel gummies schokolade chocolat",
  apple: "apple fruit obst fruta",
  cherry: "cherry berry",
  milk: "milk dairy yoghurt yogurt oat",
  "cup-soda": "juice soda lemonade smoothie drink kombucha limonade",
  beer: "beer brewery ale lager ipa bier bière cerveza",
  wine: "wine winery vineyard wein vin vino",
  martini: "cocktail martini gin bar",
  utensils: "restaurant dinner lunch brunch menu bistro food catering essen restaurante ristorante ресторан レストラン",
  "chef-hat": "chef cook cooking recipe kitchen küche cuisine cocina",
  leaf: "eco organic natural sustainable bio nachhaltig ecológico",
  sprout: "plant houseplant garden gardening seed pflanze garten",
  "flower-2": "flower yoga meditation योग ヨガ йога florist bouquet rose blume fleur flor цветы 花",
  trees: "forest hiking wood nature wald bosque",
  sun: "sun sunny morning summer sunscreen spf uv sommer été verano estate лето 夏 여름 الصيف",
  snowflake: "winter snow ski frozen christmas",
  moon: "night sleep bedtime dream moon schlaf nacht sommeil",
  droplet: "serum water skincare oil moisturizer hydration wasser agua eau",
  "perfume-bottle": "perfume fragrance scent cologne parfum",
  sparkles: "beauty makeup cosmetics glow lipstick",
  flame: "hot spicy fire grill bbq candle kerze bougie",
  zap: "energy electric power charger battery strom",
  heart: "love valentine dating wedding hochzeit mariage boda",
  gift: "gift present giveaway geschenk cadeau regalo подарок",
  star: "award review rating",
  "shopping-bag": "shopping boutique store",
  shirt: "shirt tshirt hoodie clothing apparel fashion kleidung mode ropa",
  handbag: "handbag purse tote handtasche",
  backpack: "backpack rucksack",
  "sport-shoe": "shoe sneaker trainer schuh chaussure zapatilla кроссовки",
  footprints: "walk walking steps run running marathon jogging",
  glasses: "sunglasses glasses eyewear optician brille lunettes gafas очки メガネ النظارات",
  watch: "watch smartwatch armbanduhr montre reloj 手表 腕時計",
  gem: "jewelry jewellery diamond necklace earring bracelet schmuck bijoux joyas",
  headphones: "headphone earbud podcast audio kopfhörer",
  "eighth-notes": "music concert jazz song album dj festival musik musique música музыка 音楽",
  guitar: "guitar band acoustic gitarre",
  mic: "karaoke comedy speaker singer",
  camera: "camera photo photography photographer fotograf foto",
  film: "movie film cinema kino",
  clapperboard: "filmmaker editing premiere",
  "gamepad-2": "game gaming gamer esports",
  smartphone: "app smartphone mobile iphone android",
  laptop: "laptop software saas website computer online",
  bot: "ai chatbot robot automation ki",
  code: "code coding developer programming",
  cloud: "cloud hosting backup",
  "shield-check": "security insurance protection vpn safe versicherung assurance seguro",
  lock: "password privacy lock",
  calendar: "calendar planner schedule appointment event termin",
  clock: "clock deadline",
  plane: "travel flight trip vacation holiday airline reise urlaub voyage viaje viaggio",
  "tree-palm": "beach tropical island hawaii strand plage playa",
  mountain: "mountain climbing alps trek berg montagne",
  tent: "camping tent camp outdoor zelt",
  "map-pin": "location tour guide city",
  car: "car auto driving coche voiture macchina",
  bike: "bike bicycle cycling ebike fahrrad vélo bicicleta",
  bus: "bus shuttle",
  ship: "cruise boat ferry kreuzfahrt",
  house: "house realtor estate property apartment estate-agent immobilien haus maison casa",
  sofa: "sofa furniture interior couch möbel meuble mueble",
  lamp: "lamp lighting light lampe",
  bed: "bed mattress pillow hotel bett matratze matelas",
  bath: "bath spa soap shower bad",
  "paw-print": "pet animal vet haustier mascota",
  dog: "dog puppy hund chien perro 犬",
  cat: "cat kitten katze gato 猫",
  baby: "baby newborn kid toddler",
  "graduation-cap": "course school university education student learn schule cours curso",
  "book-open": "book reading novel library author buch livre libro книга 本",
  briefcase: "business job career hiring consulting recruiting",
  "chart-line": "marketing growth analytics sales finance invest investing",
  coins: "money savings budget crypto geld argent dinero",
  wallet: "wallet payment bank pay",
  dumbbell: "gym fitness workout training muscle protein strength",
  "heart-pulse": "health wellness clinic doctor medical gesundheit santé salud",
  pill: "vitamin supplement pharmacy medicine",
  brain: "mindfulness therapy focus brain",
  palette: "art artist paint painting gallery kunst arte",
  brush: "makeover decor renovation",
  scissors: "hair haircut hairdresser barber salon friseur coiffeur coiffure peluquería parrucchiere",
  hammer: "construction builder carpenter diy",
  wrench: "repair plumber mechanic garage service reparatur",
  truck: "delivery shipping moving lieferung livraison envío",
  package: "package parcel box subscription",
  rocket: "startup launch boost rocket",
  trophy: "winner championship trophy contest competition",
  ticket: "ticket show theater theatre raffle",
  bell: "reminder notification",
  mail: "newsletter email mail",
  phone: "call hotline",
  users: "community team club meetup",
  globe: "global language international world",
  recycle: "recycle recycled recycling zero-waste",
  key: "key rental rent",
};

const iconByWord = new Map(
  Object.entries(iconWords).flatMap(([icon, words]) => words.split(" ").map((word) => [word, icon as IconName])),
);
const unspaced = [...iconByWord].filter(([word]) => /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u.test(word));

/** Returns the icon of the first word that has one. */
export function findIcon(text: string, used: ReadonlySet<IconName> = new Set()): IconName | undefined {
  const lower = stripArticles(text.toLowerCase());
  const words = lower.match(/[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/gu) ?? [];
  for (const word of words) {
    const icon = iconByWord.get(word) ?? iconByWord.get(singular(word)) ?? findInCompound(word);
    if (icon && !used.has(icon)) return icon;
  }
  return unspaced.find(([word, icon]) => lower.includes(word) && !used.has(icon))?.[1];
}

/** Minimum length of a word that is also matched at the start of a compound: "Kaffeekochen". */
const LONG_WORD = 6;
const longWords = [...iconByWord].filter(([word]) => word.length >= LONG_WORD);

const findInCompound = (word: string): IconName | undefined =>
  longWords.find(([start]) => word.length > start.length + 2 && word.startsWith(start))?.[1];

/** Draws an icon in the current stroke style, `size` pixels wide, with its top left corner at (x, y). */
export function drawIcon(
  ctx: SKRSContext2D,
  icon: IconName,
  x: number,
  y: number,
  size: number,
  lineWidth = 1.6,
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 24, size / 24);
  ctx.lineWidth = lineWidth;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.stroke(new Path2D(iconPaths[icon]));
  ctx.restore();
}

function singular(word: string): string {
  if (/(?:ss|us)$/.test(word)) return word;
  if (/ies$/.test(word)) return word.replace(/ies$/, "y");
  return word.replace(/(?<=(?:sh|ch|x|z))es$|s$/, "");
}
