import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { listSceneTexts } from "vireo/slots/storyboard";
import { unpackMeanings } from "#plugins/local/prompt/meanings";
import { isShown, type Part, readParts } from "#plugins/local/prompt/parts";
import { unpackWeights } from "#plugins/local/prompt/weights";
import { writeLiteralStoryboard } from "#plugins/local/storyboard/index";
import { readCorpus } from "#tools/training/prompts/corpus";
import { evaluate } from "#tools/training/prompts/evaluate";
import prompts from "./storyboard-prompts.json";

const cover = (prompt: string): string =>
  readParts(prompt)
    .map(({ start, end }) => prompt.slice(start, end))
    .join("");
const shownOf = (prompt: string): string[] =>
  readParts(prompt)
    .filter(({ label }) => isShown(label))
    .map(({ text }) => text.trim());
const boardText = (prompt: string, duration = 30): string =>
  writeLiteralStoryboard({ prompt }, { duration, media: [] }).scenes.flatMap(listSceneTexts).join("\n");

describe("parts of a prompt", () => {
  test("cover it byte for byte, whatever it contains", () => {
    for (const { prompt } of prompts) expect(cover(prompt)).toBe(prompt);
    const pieces = fc.constantFrom(
      ...'<b>|</p>|&amp;|**|[a](https://b.example)|{"a":|"b"}|\r\n|\u00a0|\u200b|e\u0301|👩🏽‍🍳|\ud83d|“|”|\'|[0-3s] |Hook: |1. |- |#|```|مرحبا|京都の|Ａ'.split(
        "|",
      ),
    );
    const text = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), pieces), { minLength: 1, maxLength: 40 });
    const property = fc.property(text, (list) => {
      const prompt = list.join("");
      const parts = readParts(prompt);
      if (parts.length > 0) expect(cover(prompt)).toBe(prompt);
      expect(parts.every(({ start, end }) => start <= end)).toBe(true);
    });
    fc.assert(property, { numRuns: 300, seed: 1 });
  });

  test("quoted words are shown, in an instruction too", () => {
    for (const prompt of [
      'End with "Book your table"',
      "Please put “No refunds” in big letters on the last slide",
      "Text: 'No equipment'",
      "Beende das Video mit „Wir freuen uns auf euch“",
      "Termine par « Réservez vite »",
    ])
      expect(shownOf(prompt)).toHaveLength(1);
  });

  test("a quotation behind an order to leave something else out is shown", () => {
    const prompt = "오픈 이벤트 30만 원. 전화번호는 넣지 말고 마지막에 '카톡으로 상담하세요' 크게 넣어줘";
    expect(shownOf(prompt).join(" ")).toContain("카톡으로 상담하세요");
  });

  test.each([
    'Open daily. Please don\'t write "fur baby" anywhere.',
    "백엔드 개발자 모집. '가족 같은 분위기'라는 말은 절대 쓰지 마세요.",
  ])("quoted words that are forbidden are not shown: %s", (prompt) => {
    expect(shownOf(prompt)).toHaveLength(1);
  });

  test("an address in an instruction is shown", () => {
    expect(shownOf("Finish with our logo and savvy.app")).toContain("savvy.app");
    expect(shownOf("Show our Instagram @pawfect at the end").join(" ")).toContain("@pawfect");
  });

  test("a color in an instruction is not shown, a hashtag is", () => {
    expect(shownOf("Winter sale. Style: bold, in the colors #d90429 and #ffffff.")).toEqual(["Winter sale."]);
    expect(shownOf("Winter sale\nColors: #d90429 and #111111.")).toEqual(["Winter sale"]);
    expect(shownOf("Winter sale #facade").join(" ")).toContain("#facade");
  });

  test("labels and times announce what follows, with their seconds", () => {
    const roles = (prompt: string) => readParts(prompt).flatMap(({ role, span }: Part) => (role ? [span ?? role] : []));
    expect(roles("Hook: Cold feet?\nCTA: Try it free")).toEqual(["hook", "call"]);
    expect(roles("Überschrift: Kalte Füße?\nAufruf: Jetzt testen")).toEqual(["hook"]);
    expect(roles("[0-3s] One [3-7s] Two")).toEqual([
      { from: 0, to: 3 },
      { from: 3, to: 7 },
    ]);
    expect(roles("0:00–0:02 One\n0:02–1:10 Two")).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 70 },
    ]);
    expect(roles("Scene 1: One\nScene 2: Two")).toEqual(["scene", "scene"]);
    expect(roles("Open 9–17. Price: €5. Kids 6-12 welcome")).toEqual([]);
  });

  test.each([
    ["Make a reel for a shop in Halifax", "shop in Halifax"],
    ["need a vid for our dental office!! call 309-555-0177", "dental office"],
    ["Hallo, bräuchte ein Video fürs Fitnessstudio Kraftwerk in Bochum. Kurse inklusive.", "Kraftwerk in Bochum"],
    [
      "Zrób krótki film o kursie tańca dla par w Łodzi. Start 3 marca. Ma być romantycznie. Zapisy na tanczmy.pl",
      "kursie tańca dla par w Łodzi",
    ],
  ])("the subject of a request is whole: %s", (prompt, subject) => {
    expect(shownOf(prompt)[0]).toContain(subject);
  });

  test("what the maker is to say is shown, without the order to say it", () => {
    expect(shownOf("Make a reel. Say that parking is free.")).toEqual(["parking is free."]);
    expect(shownOf("Sag, dass wir sonntags offen haben. Ton: locker.")).toEqual(["wir sonntags offen haben."]);
  });

  test("a deadline is no length of the video", () => {
    expect(shownOf("Frühjahrscheck 49 €\nTon: locker\nNur bis 12. März").join(" ")).toEndWith("Nur bis 12. März");
  });

  test.each([
    ["Make a reel of 12 sec for our florist, bouquets from £20", "12 sec"],
    ["Erstell ein Video, höchstens 25 Sekunden. Frische Brezeln ab 6 Uhr.", "25 Sekunden"],
    ["Frische Brezeln ab 6 Uhr. Bitte ruhig und warm, am besten unter 25 Sekunden.", "25 Sekunden"],
  ])("seconds beside an instruction are the length of the video: %s", (prompt, seconds) => {
    expect(shownOf(prompt).join(" ")).not.toContain(seconds);
    expect(shownOf("Boils a litre of water in 40 seconds. Calm music.").join(" ")).toContain("40 seconds");
  });

  test.each([
    ["Make a video for our nail studio", "nail studio"],
    ["Un reel pour mon salon de thé", "salon de thé"],
    ["Een filmpje voor onze moestuin in Utrecht", "moestuin in Utrecht"],
    ["فيديو قصير لـمحل العطور الخاص بي", "محل العطور"],
    ["סרטון על סטודיו היוגה שלי", "סטודיו היוגה"],
    ["帮我做一个短视频，宣传我们的火锅店", "火锅店"],
    ["bikin video buat laundry saya", "laundry"],
    ["हमारी कोचिंग के लिए एक वीडियो बना दीजिए", "कोचिंग"],
  ])("a subject is shown as a title says it: %s", (prompt, subject) => {
    expect(shownOf(prompt).map((text) => text.replace(/\P{L}+$/u, ""))).toEqual([subject]);
  });

  test("a subject ends with the name of its place, never with a preposition", () => {
    const subject = (prompt: string) => shownOf(prompt)[0]?.replace(/\.$/u, "");
    expect(subject("Buongiorno, sono Chiara, titolare di un agriturismo vicino a Siena. Vorrei un video.")).toEndWith(
      "agriturismo vicino a Siena",
    );
    expect(subject("Dzień dobry, prowadzę warsztat samochodowy w Poznaniu. Proszę o krótki film.")).toEndWith(
      "warsztat samochodowy w Poznaniu",
    );
  });

  test("a subject keeps its whole name, wherever the request has it", () => {
    const texts = (prompt: string) => shownOf(prompt).join(" ");
    expect(
      texts(
        "hazme un video para estados de mi taquería El Güero en Zapopan, que se vea antojable. martes de 2x1 en pastor",
      ),
    ).toContain("taquería El Güero en Zapopan");
    expect(
      texts("brauche für unsere Freiwillige Feuerwehr Obermühlbach ein Video, gern dramatisch. Offen ab 10 Uhr."),
    ).toContain("Freiwillige Feuerwehr Obermühlbach");
    expect(texts("сделай видео для бабушек как записаться к врачу, медленно. Звоните 122")).toContain(
      "как записаться к врачу",
    );
    expect(texts("町内会の夏祭りの告知動画をお願いします。8月2日、みどり公園。")).toMatch(/町内会の夏祭り(?!の)/);
    expect(texts("Kadıköy'deki kitabevimiz için bir video lazım, sakin. Çay bizden.")).toContain(
      "Kadıköy'deki kitabevimiz",
    );
    expect(
      texts(
        "मेरी इंदौर की सिलाई की दुकान के लिए एक अच्छी सी रील बना दो, शादी वाला माहौल। लहंगा फिटिंग सिर्फ 2 दिन में। फोन 98000 00417",
      ),
    ).toContain("इंदौर की सिलाई की दुकान");
    expect(texts("Tour this 3-bedroom apartment in Lisbon: 120 m², river view, renovated in 2024")).toContain(
      "3-bedroom",
    );
    expect(texts("làm giúp em clip tiktok cho tiệm trà sữa Mây ở Cần Thơ, màu hồng dễ thương. mua 2 tặng 1")).toContain(
      "Cần Thơ",
    );
  });

  test('a subject has its place, although "of mine" stands between them', () => {
    expect(boardText("tolong buatin video buat jasa cuci sepatu saya di Malang ya kak. Cuci biasa 25rb.")).toStartWith(
      "Jasa cuci sepatu di Malang\n",
    );
    expect(shownOf("lost dog video for facebook, easy to read. Biscuit, brown kelpie.")[0]).toBe("lost dog");
    expect(boardText("Θέλω ένα βιντεάκι για την ταβέρνα μας στη Νάξο. Φρέσκο ψάρι κάθε μέρα.")).toStartWith(
      "Ταβέρνα στη Νάξο\n",
    );
  });

  test.each([
    "Wij zoeken een afwasser voor brasserie De Kaai in Gent",
    "Wir suchen für unsere Bäckerei eine Verkäuferin oder einen Verkäufer",
    "A thank you to the volunteers of Hillview Animal Shelter",
  ])("a vacancy or thanks are whole, although they sound like a request: %s", (sign) => {
    expect(shownOf(`${sign}. Part time, 20 hours. Make it warm, max 15 sec.`)).toContain(`${sign}.`);
    expect(shownOf("We are looking for a short video for our bakery. Rolls from 6 am.").join(" ")).not.toMatch(
      /looking/,
    );
  });

  test("a scene whose number has a note is a scene, and the note is not shown", () => {
    const script = "Кадр 1, крупно руки: Руки помнят глину\nКадр 2: Первое занятие 900 рублей\nТемп медленный";
    expect(shownOf(script)).toEqual(["Руки помнят глину", "Первое занятие 900 рублей"]);
    const { scenes } = writeLiteralStoryboard(
      { prompt: 'Scene 1 (dark screen): "Still copying invoices by hand?"\nScene 2, the logo: Meet Ledgerly.' },
      { duration: 30, media: [] },
    );
    expect(scenes.map(listSceneTexts)).toEqual([["Still copying invoices by hand?"], ["Meet Ledgerly"]]);
    expect(boardText("Scene 1: Cold feet?\nScene 2: Wool socks\nEnd card: Free for 30 days")).toEndWith(
      "Wool socks\nFree for 30 days",
    );
  });

  test("steps in one line are steps, and a subject does not end with an article", () => {
    expect(
      boardText("Pasos para el video, uno por pantalla: 1) Descarga la app 2) Escanea tu ticket 3) Recibe el 3%"),
    ).toBe("Pasos\nDescarga la app\nEscanea tu ticket\nRecibe el 3%");
  });

  test.each([
    "We are open daily (10 to 8). Call us at 0161 496 0733.",
    "Children <3 years swim for free. Bring a towel.",
    "What you get: 7) a map 8) a badge 9) a cup of tea.",
  ])("figures beside marks are no emoticons: %s", (prompt) => {
    expect(shownOf(prompt).join(" ").match(/\d+/g)).toEqual(prompt.match(/\d+/g)!);
  });

  test("a question to viewers about videos is shown, and a name in capitals is no filler", () => {
    const prompt = "Can you edit a video with your eyes closed? With CutFast you can. ERM software, download it free.";
    expect(shownOf(prompt).join(" ")).toBe(prompt);
  });

  test("numbered lines without a mark are steps", () => {
    const lines = "1 Feed the starter\n2 Wait until it doubles\n3 Mix, fold, rest overnight";
    expect(boardText(`show each step on its own screen\n${lines}`)).toBe(lines.replaceAll(/^\d /gm, ""));
  });

  test("a label for the business has its name, in words of many kinds of business", () => {
    expect(shownOf("제목: 여름방학 코딩 캠프\n학원명: 새싹코딩 분당점\n분위기: 밝고 깔끔하게")).toContain(
      "새싹코딩 분당점",
    );
  });

  test.each([
    ["A reel for our app Splitly. Free on ios. Playful, dont use the word 'payment'", "payment"],
    ['Un video per il mio agriturismo. Tono tranquillo, niente superlativi tipo "paradiso" o "da sogno"', "da sogno"],
  ])("a quotation that must not be shown is not: %s", (prompt, forbidden) => {
    expect(shownOf(prompt).join(" ")).not.toContain(forbidden);
  });

  test.each([
    ["We need a video for the screen in the foyer. It's for the Year 6 leavers' assembly on Friday.", "Year 6 leavers"],
    ["mach mir bitte ein video zum 80. geburtstag von meiner oma helga sie hat 3 kinder", "80. geburtstag"],
    ["faz um vídeo pro status da minha loja de açaí, Açaí da Tia Nê, aqui em Contagem. copo por R$ 15", "Contagem"],
    ["Làm giúp mình video cho quán phở Bà Tư ở Đà Nẵng nhé, kiểu ấm cúng. Nước dùng ninh 12 tiếng.", "ở Đà Nẵng"],
    ["a clip for the under twelves, come and try out", "under twelves"],
  ])("a subject has its number, its name and its place: %s", (prompt, piece) => {
    expect(shownOf(prompt).join(" ")).toContain(piece);
  });

  test("in a script with a text below each scene, what the scene shows is a shot", () => {
    expect(
      shownOf("Scene 1: Kids lacing up\nText: Season starts now\nScene 2: The whole team\nText: Ages 5 to 12").join(
        "|",
      ),
    ).toBe("Season starts now|Ages 5 to 12");
  });

  test("a bullet with a label is shown whole, and steps are announced by a label", () => {
    expect(shownOf("Tidepool Notes 3.2\n- offline sync\n- search inside PDFs\n- fixed: the cursor jumped").at(-1)).toBe(
      "- fixed: the cursor jumped",
    );
    expect(shownOf("Título: Tu perro\nPasos: 1. Baja las persianas. 2. Pon la tele.").join(" ")).not.toContain("Pasos");
  });

  test("where a video is shown is not what it is about", () => {
    expect(shownOf("Maak een filmpje voor de tv in de kantine van VV De Meeuwen. Zaterdag: vrijwilligersdag!")).toEqual(
      ["Zaterdag: vrijwilligersdag!"],
    );
    expect(shownOf("Make a video about our new TV show Nightfall. Fridays at 9.")[0]).toContain("Nightfall");
  });

  test("a place behind a quoted name belongs to it", () => {
    expect(boardText("عايز فيديو قصير لمحل العصير بتاعي «عصير الندى» في المنصورة. مانجو طازة بـ 35 جنيه.")).toContain(
      "محل العصير عصير الندى في المنصورة",
    );
  });

  test("times at the start of lines are scenes", () => {
    expect(
      shownOf("[0:00] A leaking tap, drip drip\nText: It costs $70 a year.\n[0:03] Wrench comes in\nText: We fix it."),
    ).toEqual(["It costs $70 a year.", "We fix it."]);
  });

  test.each([
    [
      "this is for my dads retirement dinner i want it to say 31 years 4 school buses and not one kid left behind then happy retirement Earl and then love from everyone on route 9 make it funny but sweet",
      "31 years 4 school buses and not one kid left behind\nHappy retirement Earl\nLove from everyone on route 9",
    ],
    [
      "ich bräuchte was für den whatsapp status meine mutter wird am samstag 70 drauf stehen soll liebe mama alles gute zum siebzigsten",
      "Liebe mama alles gute zum siebzigsten",
    ],
  ])("of a run of words, what the video should say is shown, piece by piece: %s", (prompt, lines) => {
    expect(boardText(prompt)).toBe(lines);
  });

  test("no line ends with a word that leads to the next one", () => {
    const prompt =
      "can you do something for facebook our cat Biscuit has been missing since Tuesday from Elm Close in Kettering he is ginger";
    expect(boardText(prompt)).not.toMatch(/since\n/);
  });

  test("a date ends a sentence where the next one surely begins", () => {
    const texts = shownOf(
      "wir gehen in rente!! nach 38 jahren schließen wir die bäckerei haselhoff am 30.6. danke an alle kunden für die treue",
    );
    expect(texts.at(-1)).toBe("danke an alle kunden für die treue");
  });

  test("Arabic scenes are labels", () => {
    expect(shownOf("المشهد 1: هل تنسى شرب الماء؟\nالمشهد 2: تطبيق قطرة يذكرك كل ساعة")).toEqual([
      "هل تنسى شرب الماء؟",
      "تطبيق قطرة يذكرك كل ساعة",
    ]);
  });

  test("words between two quotations that belong to a sentence are shown", () => {
    expect(shownOf('Try our "Sunday" and "Monday" menus, two courses for £19.').join("")).toContain("and");
  });

  test("sentences that nothing separates are parts of their own, and names stay whole", () => {
    const texts = readParts(
      "need a reel we are a small bakery in leeds we bake sourdough every morning come and see us at 4 Mill Lane open from seven",
    ).map(({ text }) => text.trim());
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.join("|")).toContain("4 Mill Lane");
  });

  test("in a script whose lines say what is seen and then the text, only the text is shown", () => {
    const script =
      "Spot, 15 secondi\n00-05 campi all'alba – scritta: Pane fatto da noi\n05-10 bambini in cortile – scritta: Si dorme bene";
    expect(shownOf(script).join(" ")).not.toMatch(/campi|cortile|scritta/);
    expect(shownOf(script).join(" ")).toMatch(/Pane fatto da noi.*Si dorme bene/s);
  });

  test.each([
    ["Grand opening on 5 May. End with Bell Street Bakery, 12 Bell Street.", "End with"],
    ["Neueröffnung am 5. Mai. Am Ende bitte Bäckerei Krone, Marktstraße 4.", "Am Ende"],
    ["Goal: more followers\nHook: Cold feet?\nText: Wool socks, €9", "followers"],
    ["【店名】麺処つむぎ\n【場所】高円寺駅から徒歩3分\n【NG】派手な効果音", "NG"],
    ["We fit winter tires. No appointment needed.\n\nKind regards,\nHelen Armitage", "Helen"],
    ["We fit winter tires. No appointment needed.\n\nThanks so much,\nDenise", "Denise"],
    ["Vídeo para o jantar. Texto: Obrigado aos 63 voluntários. Cumprimentos, Teresa", "Teresa"],
    ["Une vidéo pour mamie. Écris « Joyeux anniversaire Mamie » puis « 5 enfants, 14 petits-enfants »", "puis"],
    ["Une vidéo pour mamie. Écris « Joyeux anniversaire Mamie » puis « 5 enfants, 14 petits-enfants »", "Écris"],
    ["インスタ用の動画。陶芸教室、90分3,800円。最後に「ご予約はリンクから」と入れてください。", "入れてください"],
    ["Nagłówek: Zamień bieganie w kółko na bieganie w grupie\nStopka: Pierwszy miesiąc za darmo", "Stopka"],
    ["Le cabinet sera fermé. Appelez le 15.\nMerci d'avance,\nMme Tessier, secrétariat", "Tessier"],
    ["Scene 1: Still copying invoices?\nScene 2: (fast montage of receipts flying in) 400 receipts.", "montage"],
    ["mi fai un video di 10 secondi x la palestra popolare di Quarto Oggiaro? Boxe gratis il giovedì.", "secondi"],
    ["Hi! Make an ad for our gym. 24/7 access, £19/month. No emojis. Join at liftbox.uk", "emojis"],
    ["Explain compound interest to teenagers. If you save 50 € from 16, you have 60,000 € at 45.", "Explain"],
    ["5 tips: 1. Stretch 2. Walk. End card should say Call Bright Physio 0161 496 0733", "End card"],
    ["היי, צריכה סרטון לאינסטגרם לסדנת קרמיקה לזוגות. כל יום חמישי.", "אינסטגרם"],
    [
      'Something for our plumbing firm. Start with the question: "Is your tap singing?" Then: "We stop it."',
      "Start with",
    ],
    [
      "Can you do an open house vid? 3 bed 2 bath ranch at 418 Juniper Ct, Boise. Open house this Sunday 1–4 pm. New roof, fenced yard. Kelly Brandt Realty. Start with the kitchen photo, then the yard, elegant font",
      "Can you",
    ],
    [
      'My cleaning business wants a review. The review is "I cried happy tears." by Joanne. First clean half price.',
      "review is",
    ],
    ["Precisava de um vídeo para a minha oficina. Revisão desde 89 €. Auto Ferreira, desde 1987. Obrigado", "Obrigado"],
    ["quiero un reel pa mi taquería El Güero porfa, con mucho color. martes 2x1 en tacos de pastor", "porfa"],
    ["Dzień otwarty w Przedszkolu Słoneczko\n17 maja\nUwaga dla grafika: dużo żółtego", "Uwaga"],
    ["Kuaför salonum için sıcak bir tanıtım videosu istiyorum. Prova dahil. Salon Defne, İzmir.", "için"],
    ["Titre : Le Malade imaginaire\nLieu : salle des fêtes\nConsigne : rideau rouge qui s'ouvre", "rideau"],
    ["sign on day is sunday um make it bright. Bring a hat. Girls and boys welcome.", "um"],
    ["hej, rolka na insta, slodko :) hybryda 99 zl do konca lutego. Nails by Ola. Gdynia", ")"],
    ["Сделайте ролик с нашими фотографиями. Пробное занятие бесплатно. Кабинет 14.", "фотографиями"],
    ["Hochformat-Video mit den vier angehängten Fotos: 3-Zimmer-Wohnung in Bamberg. 82 m².", "Fotos"],
    ["Ролик для доски объявлений: кофейня ищет бариста. График 2/2, учим с нуля.", "объявлений"],
    ["Vídeo para o curso de costura. São 8 aulas. R$ 320 em até 4 vezes.\nAguardo, Neide", "Aguardo"],
    ["Haczyk: Ile płacisz za prąd?\nTreść: Montaż w 14 dni.\nWezwanie: Zadzwoń 600 555 014", "Wezwanie"],
    ["Filmpje voor in de wachtkamer? Loopt het spreekuur uit? Dan hoort u dat aan de balie.", "wachtkamer"],
    ["Objet : vidéo pour les panneaux de la commune\nMessage à afficher : Collecte des sapins. Sans sac.", "panneaux"],
    ["Doel: meer volgers\nHaak: Koude voeten?\nAfsluiter: Bestel vandaag", "Afsluiter"],
    ["整体院の動画。初回60分 3,980円。駅から3分。「治ります」とは書かないでください。", "治ります"],
    ['Video for mum. Say: "Thank you, Maureen. 31 years, 4 schools." Then "Enjoy the garden!" Not too fast.', "Then"],
    ["Armá un reel para las redes del club: Escuelita de fútbol. Nenas de 6 a 12 años. Martes a las 18.", "redes"],
    ["ทำคลิปสั้นลงติ๊กต็อกให้ร้านซักผ้าหน่อย เปิด 24 ชม. ซอยลาดพร้าว 71 ไม่เกิน 10 วิ", "หน่อย"],
    [
      "Hi, our cat Biscuit went missing near Elm Grove. He's ginger. Please make something I can share, vertical, no sad music. £50 reward",
      "Hi,",
    ],
    [
      "Gör en kort film till brf Tallens informationsskärm. Vattnet stängs av tisdag kl 9–13.\nTappa upp vatten i förväg.\nTydlig stil.",
      "skärm",
    ],
    ["Potřebuju video na Instagram pro svou kavárnu v Olomouci, béžová a hnědá. Každý den od 7:30.", "svou"],
    ["Client: Northbeam\nKey message: Fitted in one day.\nMandatory: northbeam.example\nAvoid: prices", "Mandatory"],
    ["Client: Northbeam\nKey message: Fitted in one day.\nSupport: 20-year guarantee.\nAvoid: prices", "Support"],
    ["Hook: Is your boiler angry?\nLine 2: We calm it in an hour.\nLine 3: Fixed price, £79\nCTA: Ring us", "Line 2"],
    ["Re: Spring loans\nHi team, 10 seconds please. Headline: Drive home today. Body: Loans from 5.9% APR.", "Spring"],
    ["Briefing Social Clip\nKunde: Stadtwerke Ahlbeck\nText:\nHeizung auf 20 statt 23 Grad.", "Briefing"],
    ["Cena 1: Troca de tela em 40 minutos\nCena 2: Doutor Cel, loja 12\nFaz com cara de meme, fonte grossa.", "meme"],
    [
      "Plan 1 (rideau fermé) : Ils avaient tout prévu.\nPlan 2 : Les 14 et 15 mars à 20h30\nPlan 3 : Entrée 8 €\nRythme enlevé.",
      "Plan 3",
    ],
    [
      "镜头一：清晨的图书馆\n字幕：重新开放\n镜头二：借书证特写\n字幕：免费办证\n镜头三：孩子在看书\n字幕：周日",
      "特写",
    ],
    ["Искам уютно видео за моята пекарна в Пловдив. Топла баница всяка сутрин от 6:30.", "моята"],
    ["帮我做一个视频，推广我的瑜伽馆。周三晚上七点半免费体验课，名额12个。", "我的"],
    ["hola un video para el estado de wasap de mi taller de bicis en Vallecas. puesta a punto a 25 euros", "wasap"],
    ["Scene 1: falling beans (text: Roasted Monday)\nScene 2: a cup (text: With you Thursday)", ")"],
    ["Instagram story for our hardware shop. 9:16.\n- Open Monday to Friday\n- Closed Sundays", "9:16"],
    [
      "A video for the porch. Could it please say that the carols are at 6 pm, that mince pies follow, and that all are welcome. No music.",
      "that",
    ],
    ["帮我做个短视频发朋友圈,房东直租,月租4200。可以养猫。不要太花哨。", "个短"],
    ["Square video for our plumbing page, one step per slide.\n\nHow to bleed a radiator\nStep 1: Turn it off", "page"],
    ["hazme un video para el feis de mi taquería El Güero, colores fuertes. aguas a 20 pesos", "feis"],
    [
      "Kun je een filmpje maken voor in de appgroep van de straat? Zaterdag 14 juni straatfeest. Iedereen neemt iets mee.",
      "appgroep",
    ],
    ["joke video for my class, year 5. Why did the book look sad? wait like 3 seconds. It had problems.", "3 seconds"],
    ["faz um story aí pra minha barbearia mano, Barbearia do Juninho, corte 55 conto. estilo dark", "mano"],
    ["Kak tolong bikinin video promo buat laundry aku, Laundry Kinclong. Cuci kering 7rb/kg", "aku"],
    ["Product: Tidyinbox\nPlatform: App Store preview, 15s, silent autoplay\nMessage 1: Free for 14 days", "App Store"],
  ])("words that only the maker needs are not shown: %s", (prompt, words) => {
    expect(shownOf(prompt).join(" ")).not.toContain(words);
    expect(shownOf(prompt).length).toBeGreaterThan(1);
  });

  test.each([
    ["Launch teaser for Tallyroo, the expense app. Hook: 47 receipts in your pocket.", "Tallyroo, the expense app"],
    ["Un reel per Da Gino, la nostra trattoria a Siena. Chiuso il lunedì.", "Da Gino, trattoria a Siena"],
    [
      "A video for our lollipop lady Maureen, who is retiring after 31 years outside Westfield Primary. Zero lost children.",
      "Lollipop lady Maureen, who is retiring after 31 years",
    ],
    [
      "ok so i need a video for my mums 70th its on saturday the 14th of june at the bowls club in Nambour bring a plate make it look pretty",
      "Mums 70th\nIts on saturday the 14th of june",
    ],
    [
      "our cat Biscuit has been missing since saturday night he is a ginger tabby with a white chin and a blue collar please call Dave on 07700 900318",
      "\nPlease call Dave on 07700 900318",
    ],
    ["The Night Ferry to Bergen - a short story by Ellen Marsh", "short story"],
    [
      "Hi Marta, could you make a clip? It should say:\n\nThe east lift is closed from 3 to 7 March.\nSorry for the inconvenience – Facilities Team\n\nThanks, Deepak",
      "Sorry for the inconvenience",
    ],
    ["Plan 1 (photo de la troupe) : « Noces de travers », comédie en trois actes\nPlan 2 : Entrée 8 €", "comédie"],
    ["ช่วยทำคลิปให้ร้านซักผ้า เปิด 24 ชั่วโมง มีไวไฟฟรีกับโต๊ะนั่งทำงาน ขอตัวหนังสือใหญ่ๆ", "โต๊ะนั่งทำงาน"],
    ["Vidéo pour ma fromagerie à Annecy. Ouverture le 12 avril à 10h. 14 rue des Tanneurs.", "Le 12 avril à 10h"],
    ["Zrób filmik dla mojego salonu w Toruniu. zapisy 600 555 013. nowy adres: ul. Szeroka 8", "Nowy adres"],
    [
      "Ein Video für unseren Flohmarkt. Kaffee und Kuchen gibts auch, Standgebühr 8 Euro.",
      "gibts auch\nStandgebühr 8 Euro",
    ],
    [
      "Could you put together a clip for our Year 6 leavers assembly? It is shown on the big screen. The words are:\n\nSeven years\nGood luck!",
      "leavers assembly\n",
    ],
    ["ひだまり整体院の紹介動画を作ってください。落ち着いた雰囲気で、縦型。初回60分 3,980円。", "ひだまり整体院"],
    ["帮我做个竖屏短视频，给我家的社区洗衣店用，风格干净清爽。羽绒服干洗38元一件。", "社区洗衣店"],
    ["tolong bikinin video buat laundry kiloan saya di depok ya, yg ceria. Selesai 1 hari.", "di depok"],
    ["Clip pentru târg. Duminică, 21 septembrie, Piața Cibin. O masă costă 30 de lei.", "O masă costă"],
    [
      "quiero un video de mi taqueria en guadalajara se llama Tacos El Compa Beto los martes son 2x1 en pastor abrimos de 7 a 2",
      "se llama Tacos El Compa Beto",
    ],
    ["Swimming lessons for beginners. 4-6 kids per class. Free trial.", "4-6 kids per class"],
    ["Kurse am See. 4-6 Kinder pro Kurs - Probestunde frei. Ab 5 Jahren.", "4-6 Kinder"],
    ["Titel: 3-Zimmer-Wohnung\nFakten: 82 m², 2. OG, Einbauküche, frei ab 1. September", "Frei ab 1. September"],
    ["Video per il nostro agriturismo. Sconto del 15% per chi prenota entro aprile.", "Sconto del 15% per chi prenota"],
    ["Release video for Tidepool v3.2, dark background.\n- Offline mode on Android\n- Twice as fast", "Tidepool v3.2"],
    [
      "Video zu unserem Straßenfest. Wer mithelfen will, meldet sich bei Familie Yılmaz.",
      "Wer mithelfen will, meldet sich",
    ],
    [
      "нужно видео поздравление для бабушки ей 80 лет текст такой дорогая бабушка Нина с юбилеем мы тебя очень любим музыку поставь спокойную",
      "Дорогая бабушка Нина",
    ],
    ["Wohnung gesucht! 3 Zimmer in Kassel, bis 950 € warm. Tel. 0151 2345678", "Bis 950 € warm"],
    ["The east lift is out of service from Monday 3 March to Friday 7 March. Sorry.", "service from Monday 3 March"],
    ["La excursión al acuario es el jueves 22 de mayo, traed gorra. Salida a las 8:15.", "acuario es el jueves 22"],
    ['Scene 1 (gym)\nText: "Nobody looks."\nScene 2 (logo)\nText: "Kate" "First class free"', "Kate\nFirst class free"],
    [
      "A little thank you film for our lollipop lady Mrs Okafor, who is retiring after 22 years. Start with the photo.",
      "Lollipop lady Mrs Okafor, who is retiring after 22 years",
    ],
    ["Lav en video. Sauna hver morgen fra kl. 6, kontingent 600 kr. om året.", "600 kr. om året"],
    ["Reel para a marmitaria. Segunda: frango, terça: carne moída, quarta: tilápia.", "Segunda: frango\nTerça: carne"],
    ["Hatice Teyze. El açması mantı 180 TL, her gün 11.00 - 21.00, paket servis var.", "11.00 - 21.00"],
    ["Danke für die vielen Karten, Blumen und Anrufe! Eure Erna.", "Karten, Blumen und Anrufe"],
    ["Vídeo da padaria. Sonhos a R$ 22 cada, entrega grátis no Batel.", "R$ 22\ncada\n"],
    [
      'Scene 1 (wheel)\nText: "You will love it."\nScene 2 (logo)\nText: "Beginners\' pottery, £135 including clay and firing."\nMusic: gentle',
      "Beginners' pottery\n£135\nIncluding clay and firing",
    ],
    [
      "Bitte ein kurzes Video für meine Fahrradwerkstatt in Göttingen. Frühjahrscheck 49 Euro, Bremsen, Schaltung und Licht inklusive.",
      "Bremsen, Schaltung und Licht inklusive",
    ],
    [
      "Make a video for the PTA. Thank you to everyone who baked, lifted, queued and sold.",
      "baked, lifted, queued and sold",
    ],
    ["Szukamy kierowcy kat. C+E\nTrasy krajowe, weekendy w domu", "kierowcy kat. C+E"],
    ["Simlärare sökes till Borås simskola, 165 kr i timmen, tisdagar.", "165 kr\ni timmen\n"],
    [
      "15s promo for TallyPad, an invoicing app for freelancers. Hook: Still chasing invoices in a spreadsheet? Then: Send an invoice in 30 seconds. Get reminded automatically. Works offline. Final card: Free for your first 5 clients. Dark mode look, snappy cuts, keep it clean and techy",
      "TallyPad, an invoicing app for freelancers",
    ],
    [
      "Sehr geehrte Damen und Herren,\n\nfür unseren Tag der offenen Tür benötigen wir ein kurzes Video im Querformat. Die Freiwillige Feuerwehr Oberlindach lädt am Sonntag, 14. September, ab 10 Uhr ein: Fahrzeugschau, Löschübung für Kinder, Erbsensuppe aus der Gulaschkanone. Der Eintritt ist frei. Bitte verwenden Sie unsere Farben Rot und Weiß und verzichten Sie auf englische Begriffe.\n\nMit freundlichen Grüßen\nJörg Wendt, Schriftführer",
      "Tag der offenen Tür",
    ],
    ["Studio jogi Oddech w Gdyni. Poranna joga pon. i śr. o 7:15. Maty mamy na miejscu.", "joga pon. i śr. o 7:15"],
    ["Laundry Kinclong. Antar jemput gratis, buka tiap hari jam 7 pagi - 9 malam.", "jam 7 pagi - 9 malam"],
    ["slm oto yıkama için video lazım. iç dış yıkama 350 TL, pazar da açığız.", "İç dış yıkama"],
    [
      "필라테스 학원 홍보영상 하나 만들어주세요 ㅎㅎ 숨결필라테스 망원점, 체험수업 2만원, 6:1 소그룹, 새벽반 6시 오픈! 문의는 카톡 @숨결필라테스. 너무 광고 티 안 나게 깔끔하게요~",
      "숨결필라테스 망원점",
    ],
    [
      "ok so i need a video for my window cleaning round um its called clear view and we do houses and conservatories and gutters as well first clean is half price in march and the number is 01632 960 551 make it look professional but friendly you know",
      "Clear view\nWe do houses",
    ],
    [
      "Short vid for my dental practice's Instagram, friendly not clinical. 3 things your gums wish you knew: 1. Bleeding isn't normal 2. Floss before you brush",
      "Dental practice\n",
    ],
    [
      "Something quiet and dignified please for Hartley & Sons Funeral Directors, no exclamation marks, slow fades only. Caring for families in Halifax since 1921. We answer the phone ourselves, day and night. 01422 496 0118. Please don't mention prices.",
      "Hartley & Sons Funeral Directors",
    ],
    [
      "Thank you to everyone who ran, walked or hobbled the Fun Run for us on Saturday 🧡 You raised £4,312 for the ward.",
      "who ran, walked or hobbled the Fun Run for us on Saturday 🧡\nYou raised £4,312",
    ],
  ])("what belongs together is shown together: %s", (prompt, words) => {
    expect(boardText(prompt)).toContain(words);
  });

  test("the words of a script's scenes are nobody's quotation", () => {
    const script = `Scene 1 (wet clay): "It starts with a lump of mud."\nScene 2 (shelf): "Six weeks later it's your favourite mug."\nFinal scene, plain background: "Kiln Lane Studio, Hebden Bridge"`;
    const { scenes } = writeLiteralStoryboard({ prompt: script }, { duration: 15, media: [] });
    expect(scenes.map(({ kind, text }) => [kind, text])).toEqual([
      ["hook", "It starts with a lump of mud"],
      ["point", "Six weeks later it's your favourite mug"],
      ["point", "Kiln Lane Studio, Hebden Bridge"],
    ]);
  });

  test("a line of capitals is shown whole", () => {
    expect(
      shownOf("can you turn our flyer into a video??\n\nST. BRIGID'S SUMMER FAIR\nSaturday 14 June\nFree entry").join(
        "",
      ),
    ).toContain("ST. BRIGID'S SUMMER FAIR");
  });

  test("thanks to viewers are shown, thanks to the maker are not", () => {
    expect(
      shownOf("Hacednos un vídeo emotivo. ¡Gracias, Cartagena! 1.240 corredores. Muchas gracias.").join(" "),
    ).toMatch(/Gracias, Cartagena.*corredores/);
  });

  test("stage directions in square brackets are for the maker", () => {
    expect(shownOf("0–3 s: Hook: Stop.\n3–8 s: [Begin slowly.] Begin with one thing.\n8–9 s: CTA: Go")).toEqual([
      "Stop.",
      "Begin with one thing.",
      "Go",
    ]);
  });
});

describe("facts of a prompt", () => {
  test("hours before an instruction are not an age", () => {
    expect(shownOf("Barber Joe\n10–18\nStyle: warm").join(" ")).toBe("Barber Joe 10–18");
  });

  test("a label is shown with its value", () => {
    const prompt = "Cours de poterie\nDurée : 6 semaines\nNiveau : débutant\nPrix : 149 €\nStyle : sobre";
    expect(shownOf(prompt).join("\n")).toContain("Niveau : débutant");
    expect(shownOf(prompt).join("\n")).not.toContain("sobre");
  });

  test("a credit follows its quotation", () => {
    const { scenes } = writeLiteralStoryboard(
      { prompt: 'Our Town. 90 Mill Rd. "A tender, funny evening." – The Gazette' },
      { duration: 15, media: [] },
    );
    expect(scenes.at(-1)).toMatchObject({ kind: "quote", text: "A tender, funny evening.", subtext: "The Gazette" });
  });

  test("a quotation has its author after a full stop, too", () => {
    expect(
      writeLiteralStoryboard({ prompt: "«За час починили стиралку». – Ольга, Рязань" }, { duration: 15, media: [] })
        .scenes[0],
    ).toMatchObject({
      kind: "quote",
      subtext: "Ольга, Рязань",
    });
  });

  test("words in brackets belong to their sentence", () => {
    expect(boardText("Wir suchen Erzieher (m/w/d) für unsere Kita. 30 Tage Urlaub.")).toContain("Erzieher (m/w/d) für");
  });

  test.each([
    ["اعمل فيديو لعيادة أسنان في جدة", "لعيادة أسنان في جدة"],
    ["أحتاج مقطع لمركز تعليم السياقة بالدار البيضاء", "لمركز تعليم السياقة بالدار البيضاء"],
    ["סרטון לקליניקה לפיזיותרפיה בבאר שבע", "לקליניקה לפיזיותרפיה בבאר שבע"],
    ["اعمل فيديو للترويج لمطعم شاورما في دبي", "لمطعم شاورما في دبي"],
  ])("the first word of a subject is shown although 'for' is joined to it: %s", (prompt, subject) => {
    expect(shownOf(prompt)).toEqual([subject]);
  });

  test.each([
    ["做一个健身房短视频：", "健身房"],
    ["帮我做一条火锅店的宣传视频", "火锅店"],
    ["做一条短视频，", undefined],
  ])("the subject within a Chinese request is shown: %s", (request, subject) => {
    expect(shownOf(`${request}年卡1999元`)[subject ? 0 : 1]).toBe(subject);
  });

  test("a bullet between two that are shown is shown", () => {
    const bullets = ["Strange noises", "Yellow flame", "Higher bills", "Leaks"];
    const prompt = `5 signs your boiler needs a service:\n- ${bullets.join("\n- ")}\nCall HeatRight on 0161 496 0100`;
    for (const line of bullets) expect(shownOf(prompt).join("\n")).toContain(line);
  });

  test("a name before an address is shown", () => {
    expect(shownOf("Bitte nicht so hektisch. Radhaus Süd, Baslerstr. 12").join("")).toBe("Radhaus Süd, Baslerstr. 12");
  });

  test.each([
    ["Öppet hus. Skriv gärna ut att vi finns sedan 1958.", "vi finns sedan 1958"],
    ["Vandaag open tot 18 uur. Vermeld niet dat we zaterdag ook open zijn.", "18 uur"],
    ["Visit us at clock.example/late. Style: ticking sound only, brass and shadow.", "clock.example/late"],
    ["Fotowoltaika 21 900 zł. Prosty film, 20 s, bez rodziny skaczącej po łące.", "21 900 zł"],
  ])("what an instruction reports is shown, what it forbids or describes is not: %s", (prompt, last) => {
    const shown = shownOf(prompt)
      .join(" ")
      .replace(/["\s.]+$/u, "");
    expect(shown.endsWith(last)).toBe(true);
    expect(shown).not.toMatch(/att vi|zaterdag|Style|20 s/u);
  });

  test("each quotation is shown", () => {
    const text = boardText(
      'Voice: none. End with "Sleep better". No music. Text: "Wake up early". Warm colors. Text: "Rest".',
    );
    for (const quoted of ["Sleep better", "Wake up early", "Rest"]) expect(text).toContain(quoted);
  });

  test("text that a label or an instruction announces is no quotation of somebody", () => {
    const prompt =
      'Scene 1: an empty shelf. Text: "Where did all the books go?"\nScene 2: children. Text: "Out for the summer."';
    const { scenes } = writeLiteralStoryboard({ prompt }, { duration: 15, media: [] });
    expect(scenes.map(({ kind }) => kind)).not.toContain("quote");
  });

  test("the subject of a Japanese request is shown without its particle", () => {
    const [subject] = boardText("防災訓練のお知らせ動画をお願いします。9月6日、午前9時").split("\n");
    expect(subject).not.toMatch(/の$/);
  });

  test.each(["・", "■", "◆", "●", "▸"])(
    "a list with %s for bullets is a list, and its contact the end card",
    (mark) => {
      const rows = ["1泊2食付き18,700円から", "貸切露天風呂45分付き", "ご予約 0120-000-318"];
      const { scenes } = writeLiteralStoryboard(
        { prompt: `冬のプラン\n${rows.map((row) => mark + row).join("\n")}` },
        { duration: 20, media: [] },
      );
      expect(scenes.flatMap(listSceneTexts).join("\n")).not.toContain(mark);
      expect(scenes.at(-1)).toMatchObject({ kind: "cta", text: "ご予約 0120-000-318" });
    },
  );

  test("a date below a headline begins without the comma before it", () => {
    const prompt = "دورة تصوير بالجوال للمبتدئين في عمّان، ثلاث جلسات بس، السبت ٤ و١١ و١٨ تموز من ٥ لـ ٧ المسا";
    expect(boardText(prompt)).not.toMatch(/^،/m);
  });

  test("a Hebrew abbreviation is no quotation", () => {
    expect(boardText('קורס קרמיקה\nמחיר: 890 ש"ח\nעד סוף החודש')).toContain('890 ש"ח');
  });

  const languages = [
    {
      facts: ["£19", "24/7", "liftbox.uk", "0161 496 0321"],
      text: ["Gym from £19 a month", "Open 24/7", "Join at liftbox.uk", "Call 0161 496 0321"],
      maker: ["Tone: energetic", "No emojis", "Keep it under 15 seconds"],
    },
    {
      facts: ["49 €", "12. März", "radwerk.de"],
      text: ["Frühjahrscheck 49 €", "Nur bis 12. März", "Termine unter radwerk.de"],
      maker: ["Ton: locker", "Bitte keine Musik", "Format: Hochformat"],
    },
    {
      facts: ["35 €", "15 de marzo", "612 345 678"],
      text: ["Taller de cerámica 35 €", "Sábado 15 de marzo", "Reserva: 612 345 678"],
      maker: ["Tono: alegre", "Sin emojis", "Duración: 20 segundos"],
    },
    {
      facts: ["850円", "03-1234-5678"],
      text: ["醤油ラーメン850円", "ご予約は03-1234-5678"],
      maker: ["音楽:静かに", "絵文字なし"],
    },
    {
      facts: ["99 ريال", "0501234567"],
      text: ["عطر الليل 99 ريال", "اتصل 0501234567"],
      maker: ["الموسيقى: هادئة", "بدون ايموجي"],
    },
  ];
  const plain = (text: string) => text.replace(/\s/g, "").toLowerCase();

  test("appear exactly once, in any order of the sentences, on one line or many", () => {
    for (const { facts, text, maker } of languages) {
      const order = fc.shuffledSubarray([...text, ...maker], { minLength: text.length + maker.length });
      const property = fc.property(order, fc.constantFrom(". ", ".\n", "\n"), (sentences, gap) => {
        const prompt = `${sentences.join(gap)}.`;
        const shown = plain(boardText(prompt));
        for (const fact of facts)
          expect([prompt, fact, shown.split(plain(fact)).length - 1]).toEqual([prompt, fact, 1]);
      });
      fc.assert(property, { numRuns: 60, seed: 1 });
    }
  });

  test("no word is shown that the prompt does not contain", () => {
    for (const { prompt } of prompts) {
      const own = plain(prompt);
      for (const word of boardText(prompt, 15)
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
        expect([prompt, own.includes(word) || word]).toEqual([prompt, true]);
    }
  });
});

test("unseen prompts are read right: what is for the viewer, and what is an instruction", () => {
  const root = `${import.meta.dirname}/../../..`;
  const networks = unpackWeights(
    readFileSync(`${root}/plugins/local/prompt/weights.bin`),
    unpackMeanings(readFileSync(`${root}/plugins/local/prompt/meanings.bin`)),
  );
  const { all, languages } = evaluate(networks, readCorpus(`${root}/tools/training/prompts/test`));
  expect(all.use).toBeGreaterThan(0.95);
  expect(languages.get("en")!.use).toBeGreaterThan(0.965);
  for (const [language, { use }] of languages) expect([language, use > 0.88]).toEqual([language, true]);
});
