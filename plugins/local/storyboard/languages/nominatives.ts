/**
 * Nouns that people request videos about, by language, in the nominative. A colon stands before a stem that differs:
 * "rynek:rynk".
 */

/** Feminine, masculine, neuter, or used in the plural. Languages without genders have all nouns as masculine. */
export type Gender = "f" | "m" | "n" | "p";

export interface Declension {
  /** A word that shows that a request is in the language. Nouns of other languages look like some of its cases. */
  sign?: RegExp;
  nouns: Readonly<Partial<Record<Gender, string>>>;
  /** What follows the stem of a noun in other cases. */
  endings: Readonly<Partial<Record<Gender, RegExp>>>;
  /** Endings of adjectives in other cases, with those of the nominative. The first that fits counts. */
  adjectives?: Readonly<Record<Gender, readonly (readonly [RegExp, string])[]>>;
  /** True if a noun may stand at the end of a longer word. */
  isCompound?: boolean;
}

const polish: Declension = {
  sign: /(?<!\p{L})(?:dla|o|w|na|z|moj\p{L}+|nasz\p{L}*|reklam\p{L}+|promoc\p{L}+|otwarci\p{L}*)(?!\p{L})/iu,
  nouns: {
    f: "kwiaciarnia|piekarnia|ciastkarnia|cukiernia|kawiarnia|lodziarnia|księgarnia|palarnia|pracownia|stolarnia|pralnia|myjnia|wypożyczalnia|siłownia|pizzeria|galeria|restauracja|fundacja|parafia|firma|agencja|kancelaria|klinika|przychodnia|apteka|poradnia|lecznica|szkoła|akademia|drużyna|biblioteka|hurtownia|masarnia|winiarnia|agroturystyka|farma|stadnina|wystawa|wycieczka|wyprzedaż|promocja|impreza|zbiórka|loteria|premiera|aplikacja|książka|marka|usługa|naprawa|przeprowadzka|wulkanizacja|kuchnia|świetlica|córka|mama|babcia|żona|siostra|fotografia|joga|gra|rekrutacja|oferta|kolekcja|strona|sukienka|biżuteria|czekolada|kawa|herbata|kolacja|wigilia|zabawa|pielgrzymka|zumba|terapia|rehabilitacja",
    m: "salon|sklep|sklepik|warsztat|gabinet|bar|pub|klub|hotel|hostel|pensjonat|dom|domek:domk|dworek:dwork|ogród:ogrod|zakład|zespół:zespoł|komis|serwis|butik|market|bazar|festyn|festiwal|koncert|kurs|obóz:oboz|turniej|bieg|jarmark|kiermasz|piknik|kanał|podcast|produkt|ośrodek:ośrodk|żłobek:żłobk|teatr|chór|kościół:kościoł|catering|lokal|apartament|browar|ślub|jubileusz|bal|rynek:rynk|zamek:zamk|park|plac|sad|tartak|chleb|miód:miod|ser|syn|tata|dziadek:dziadk|mąż:męż|brat|pies:ps|kot|remont|wyjazd|rejs|spacer|maraton|mecz|egzamin|sprzęt|meble",
    n: "studio|atelier|biuro|przedszkole|kino|schronisko|gospodarstwo|stowarzyszenie|bractwo|koło|liceum|muzeum|centrum|otwarcie|wesele|zebranie|spotkanie|mieszkanie|szkolenie|wydarzenie|zakończenie|rozpoczęcie|święto|stoisko|wydawnictwo|pole|ranczo|jedzenie|rękodzieło|sprzątanie|malowanie|strzyżenie|ogłoszenie|zaproszenie",
    p: "korepetycje|warsztaty|urodziny:urodzin|zajęcia|targi|usługi|dożynki:dożyn|imieniny:imienin|chrzciny:chrzcin|ferie|wakacje|kolonie|półkolonie|delikatesy|lody|rowery|meble|paznokcie|przeprowadzki:przeprowadz|kursy",
  },
  endings: {
    f: /^(?:|y|i|ę|ą|ie|o)$/u,
    m: /^(?:a|u|owi|em|iem|ie)$/u,
    n: /^(?:a|u|em|iem|iu)$/u,
    p: /^(?:|ów|om|ach|ami|i)$/u,
  },
  adjectives: {
    f: [
      [/([kg])iej$/u, "$1a"],
      [/ej$/u, "a"],
      [/ą$/u, "a"],
    ],
    m: [
      [/([kg])(?:iego|iemu|im)$/u, "$1i"],
      [/(?:iego|iemu|im)$/u, "i"],
      [/(?:ego|emu|ym)$/u, "y"],
    ],
    n: [
      [/(?:iego|iemu|im)$/u, "ie"],
      [/(?:ego|emu|ym)$/u, "e"],
    ],
    p: [
      [/(?:ich|im|imi)$/u, "ie"],
      [/(?:ych|ym|ymi)$/u, "e"],
    ],
  },
};

const russian: Declension = {
  nouns: {
    f: "пекарня|кофейня|кондитерская|столовая|чайная|парикмахерская|мастерская|пиццерия|студия|школа|автошкола|академия|клиника|стоматология|ветклиника|аптека|поликлиника|фирма|компания|агентура|пивоварня|сыроварня|винодельня|ферма|гостиница|усадьба|база|дача|квартира|галерея|выставка|библиотека|церковь:церкв|команда|секция|автомойка|мойка|шиномонтажка|доставка|распродажа|акция|ярмарка|вечеринка|свадьба|годовщина|экскурсия|поездка|программа|книга|игра|коллекция|премьера|лавка|булочная|закусочная|шашлычная|пельменная|химчистка|прачечная|типография|мебель|керамика|выпечка|уборка|дочь:дочер|мама|бабушка|жена|сестра|группа|йога|фотостудия|фотография|лекция|стрижка|пасека|конюшня|сауна|баня",
    m: "магазин|магазинчик|салон|ресторан|ресторанчик|бар|паб|клуб|фитнес-клуб|спортзал|зал|центр|сервис|автосервис|шиномонтаж|отель|хостел|дом|домик|детсад|сад|садик|курс|кружок:кружк|лагерь|фестиваль|концерт|спектакль|турнир|матч|забег|марафон|праздник|юбилей|ремонт|прокат|рынок:рынк|склад|завод|цех|музей|театр|хор|храм|приют|питомник|канал|подкаст|продукт|сайт|интернет-магазин|барбершоп|кабинет|фудтрак|кейтеринг|сын|папа|дедушка|муж|брат|кот|пёс:пс|выпускной|мастер-класс|вебинар|тренинг|переезд|участок:участк|коворкинг|мед|мёд:мед|бренд|проект|стартап|ансамбль|коллектив|букет|торт",
    n: "ателье|агентство|бюро|кафе|предприятие|хозяйство|издательство|общество|товарищество|приложение|открытие|закрытие|собрание|мероприятие|обучение|производство|училище|поступление|поздравление|приглашение|такси|видео",
    p: "курсы|занятия|услуги:услуг|грузоперевозки:грузоперевоз|перевозки:перевоз|роллы|суши|торты|цветы|танцы|квартиры:квартир",
  },
  endings: {
    f: /^(?:ы|и|е|у|ю|ой|ей|ью|ью)$/u,
    m: /^(?:а|я|у|ю|ом|ем|е)$/u,
    n: /^(?:а|я|у|ю|ом|ем|и)$/u,
    p: /^(?:|ов|ев|ок|ий|ам|ям|ах|ях|ами|ями)$/u,
  },
  adjectives: {
    f: [
      [/([жшщч])(?:ей|ую)$/u, "$1ая"],
      [/(?:ей|юю)$/u, "яя"],
      [/(?:ой|ую)$/u, "ая"],
    ],
    m: [
      [/(больш|городск|мужск|морск|молод|цветн|домов)(?:ого|ому|ом|им)$/u, "$1ой"],
      [/([кгхжшщч])(?:ого|его|ому|ему|ом|ем|им)$/u, "$1ий"],
      [/(?:его|ему|ем|им)$/u, "ий"],
      [/(?:ого|ому|ом|ым)$/u, "ый"],
    ],
    n: [
      [/(?:его|ему|ем|им)$/u, "ее"],
      [/(?:ого|ому|ом|ым)$/u, "ое"],
    ],
    p: [
      [/их$/u, "ие"],
      [/ых$/u, "ые"],
    ],
  },
};

const ukrainian: Declension = {
  nouns: {
    f: "пекарня|кав'ярня|кондитерська|їдальня|перукарня|майстерня|піцерія|студія|школа|автошкола|академія|клініка|стоматологія|ветклініка|аптека|фірма|компанія|пивоварня|сироварня|виноробня|ферма|садиба|база|квартира|галерея|виставка|бібліотека|церква|команда|секція|автомийка|мийка|доставка|акція|ярмарка|вечірка|екскурсія|подорож|програма|книга|гра|колекція|крамниця|книгарня|хімчистка|друкарня|кераміка|випічка|донька|мама|бабуся|дружина|сестра|група|йога|фотостудія|лекція|пасіка|стайня|сауна|лікарня|громада|парафія|зустріч|гончарня|квіткарня|броварня",
    m: "магазин|салон|ресторан|бар|паб|клуб|спортзал|зал|центр|сервіс|автосервіс|шиномонтаж|готель|хостел|дім:дом|будинок:будинк|садок:садк|дитсадок:дитсадк|курс|гурток:гуртк|табір:табор|фестиваль|концерт|турнір|матч|забіг|марафон|ювілей|ремонт|прокат|ринок:ринк|музей|театр|хор|храм|притулок:притулк|канал|подкаст|продукт|сайт|інтернет-магазин|барбершоп|кабінет|фудтрак|кейтеринг|син|тато|дідусь|чоловік|брат|кіт:кот|майстер-клас|вебінар|тренінг|мед|бренд|проєкт|ансамбль|колектив|випускний|ярмарок:ярмарк|розпродаж",
    n: "ательє|агентство|бюро|кафе|підприємство|господарство|видавництво|товариство|відкриття|весілля|свято|зібрання|навчання|виробництво|училище|таксі",
    p: "курси|заняття|послуги:послуг|вантажоперевезення|перевезення|роли|торти|квіти|танці",
  },
  endings: {
    f: /^(?:и|і|ї|у|ю|ою|ею|єю)$/u,
    m: /^(?:а|я|у|ю|ові|еві|єві|ом|ем|єм|і|ї)$/u,
    n: /^(?:а|у|ю|ом|ем|і|ю)$/u,
    p: /^(?:|ів|їв|ь|ам|ям|ах|ях|ами|ями)$/u,
  },
  adjectives: {
    f: [
      [/(?:ьої|ій|ю)$/u, "я"],
      [/(?:ої|у)$/u, "а"],
    ],
    m: [
      [/(?:ього|ьому)$/u, "ій"],
      [/(?:ого|ому|им)$/u, "ий"],
    ],
    n: [
      [/(?:ього|ьому)$/u, "є"],
      [/(?:ого|ому|им)$/u, "е"],
    ],
    p: [[/их$/u, "і"]],
  },
};

const czech: Declension = {
  sign: /(?<!\p{L})(?:pro|na|v|z|mého|mojí|mou|moji|naš\p{L}+|reklam\p{L}+)(?!\p{L})/iu,
  nouns: {
    f: "kavárna|pekárna|cukrárna|vinárna|čajovna|knihovna|půjčovna|prodejna|dílna|truhlárna|pražírna|sýrárna|lékárna|čistírna|školka|škola|autoškola|restaurace|hospoda|pizzerie|galerie|firma|agentura|klinika|ordinace|ambulance|zahrádka|farma|stáj|výstava|soutěž|akce|sbírka|burza|aplikace|kniha|značka|svatba|oslava|pouť|jóga|babička|maminka|máma|dcera|manželka|sestra|kapela|poradna|zahrada|chata|chalupa|ubytovna|myčka|kolekce|premiéra|družina|realitka|nabídka|brigáda",
    m: "salon|salón|obchod|obchůdek:obchůdk|krám|krámek:krámk|bar|klub|spolek:spolk|hotel|penzion|dům:dom|domek:domk|ateliér|servis|autoservis|pneuservis|bazar|jarmark|trh|koncert|festival|kurz|tábor|turnaj|závod|běh|ples|kanál|podcast|produkt|sbor|kostel|pivovar|butik|e-shop|eshop|syn|táta|děda|manžel|bratr|pes:ps|byt|projekt|stánek:stánk|útulek:útulk|den:dn|večírek:večírk|sál|park",
    n: "studio|fitko|fitcentrum|bistro|květinářství|kadeřnictví|holičství|řeznictví|železářství|knihkupectví|zahradnictví|truhlářství|vinařství|hospodářství|nakladatelství|divadlo|kino|muzeum|centrum|otevření|setkání|školení|stěhování|doučování|pole|družstvo|papírnictví|zelinářství|pekařství|řezbářství|sdružení",
    p: "narozeniny:narozenin|prázdniny:prázdnin|potraviny:potravin|trhy|lekce|služby:služeb|nehty|kurzy|vánoce|slavnosti:slavnost|hody",
  },
  endings: {
    f: /^(?:y|i|ě|u|ou|í|o)$/u,
    m: /^(?:u|a|em|ovi|ě)$/u,
    n: /^(?:a|u|em|ě)$/u,
    p: /^(?:|ů|ům|ech|ám|ách|ami|í)$/u,
  },
  adjectives: {
    f: [[/(?:é|ou)$/u, "á"]],
    m: [
      [/(?:ího|ímu|ím)$/u, "í"],
      [/(?:ého|ému|ém|ým)$/u, "ý"],
    ],
    n: [
      [/(?:ího|ímu|ím)$/u, "í"],
      [/(?:ého|ému|ém|ým)$/u, "é"],
    ],
    p: [
      [/ých$/u, "é"],
      [/ích$/u, "í"],
    ],
  },
};

const slovak: Declension = {
  sign: /(?<!\p{L})(?:pre|na|v|z|môjho|moj\p{L}*|naš\p{L}+|reklam\p{L}+)(?!\p{L})/iu,
  nouns: {
    f: "kaviareň:kaviarn|pekáreň:pekárn|cukráreň:cukrárn|vináreň:vinárn|čajovňa|knižnica|požičovňa|predajňa|dielňa|pražiareň:pražiarn|lekáreň:lekárn|čistiareň:čistiarn|škôlka|škola|autoškola|reštaurácia|krčma|pizzeria|galéria|firma|agentúra|klinika|ambulancia|farma|výstava|súťaž|akcia|zbierka|burza|aplikácia|kniha|značka|svadba|oslava|púť|jóga|babka|mama|dcéra|manželka|sestra|kapela|záhrada|chata|chalupa|umyváreň:umyvárn|autoumyváreň:autoumyvárn|kolekcia|premiéra|ponuka",
    m: "salón|obchod|obchodík|bar|klub|spolok:spolk|hotel|penzión|dom|domček|ateliér|servis|autoservis|pneuservis|bazár|jarmok:jarmok|trh|koncert|festival|kurz|tábor|turnaj|beh|ples|kanál|podcast|produkt|zbor|kostol|pivovar|butik|e-shop|eshop|syn|otec:otc|dedko|manžel|brat|pes:ps|byt|projekt|stánok:stánk|útulok:útulk|deň:dň",
    n: "štúdio|fitko|fitnescentrum|bistro|kvetinárstvo|kaderníctvo|holičstvo|mäsiarstvo|kníhkupectvo|záhradníctvo|stolárstvo|vinárstvo|hospodárstvo|vydavateľstvo|divadlo|kino|múzeum|centrum|otvorenie|stretnutie|školenie|sťahovanie|doučovanie|združenie",
    p: "narodeniny:narodenín|prázdniny:prázdnin|potraviny:potravín|trhy|lekcie|služby:služieb|nechty|kurzy|vianoce|slávnosti:slávnost|hody",
  },
  endings: {
    f: /^(?:y|i|e|u|ou|í|ej)$/u,
    m: /^(?:u|a|om|ovi|e)$/u,
    n: /^(?:a|u|om|e|í)$/u,
    p: /^(?:|ov|om|och|ám|ach|ami|í)$/u,
  },
  adjectives: {
    f: [[/(?:ej|ú|ou)$/u, "á"]],
    m: [
      [/(?:ieho|iemu|om|ím)$/u, "í"],
      [/(?:ého|ému|ým)$/u, "ý"],
    ],
    n: [
      [/(?:ieho|iemu|ím)$/u, "ie"],
      [/(?:ého|ému|om|ým)$/u, "é"],
    ],
    p: [[/ých$/u, "é"]],
  },
};

const croatian: Declension = {
  sign: /(?<!\p{L})(?:za|u|na|iz|moj\p{L}*|naš\p{L}*|reklam\p{L}+)(?!\p{L})/iu,
  nouns: {
    f: "pekara|pekarnica|slastičarnica|kavana|kavarna|cvjećarnica|cvećara|knjižnica|knjižara|radionica|pizzerija|galerija|firma|agencija|tvrtka|klinika|ordinacija|ambulanta|apoteka|ljekarna|škola|autoškola|akademija|vinarija|pivovara|farma|konoba|gostionica|teretana|praonica|autopraonica|izložba|akcija|aplikacija|knjiga|svadba|proslava|mesnica|prodavaonica|trgovina|prodavnica|baka|mama|kći:kćer|žena|sestra|ekipa|udruga|zadruga|kolekcija|kuća|soba|joga|kozmetika|stolarija|pečenjara|ponuda|utrka|igraonica|večera|zabava",
    m: "salon|restoran|bar|kafić|klub|hotel|hostel|apartman|servis|autoservis|vulkanizer|studio|dućan|butik|market|sajam:sajm|koncert|festival|tečaj|kurs|kamp|turnir|kanal|podcast|proizvod|zbor|vrtić|park|obrt|ured|atelje|muzej|sin|tata|djed|muž|brat|pas:ps|stan|projekt|rođendan|ručak:ručk|dan|vinograd|frizer|web shop|webshop|maraton",
    n: "kazalište|kino|otvorenje|vjenčanje|natjecanje|društvo|gospodarstvo|imanje|sklonište|učilište|sveučilište|nakladništvo",
    p: "instrukcije|usluge:uslug|radionice|apartmani|nokti",
  },
  endings: { f: /^(?:e|i|u|om)$/u, m: /^(?:a|u|om|em)$/u, n: /^(?:a|u|om|em)$/u, p: /^(?:|a|ama|ima)$/u },
  adjectives: {
    f: [[/(?:e|oj|u)$/u, "a"]],
    m: [[/(?:oga|og|ome|om|em|eg|ega)$/u, "i"]],
    n: [
      [/(?:oga|og|ome|om)$/u, "o"],
      [/(?:ega|eg|em)$/u, "e"],
    ],
    p: [[/ih$/u, "e"]],
  },
};

/** "For our café" is one word. */
const finnish: Declension = {
  nouns: {
    m: "kahvila|ravintola|kauppa:kaupa|liike:liikkee|kampaamo|leipomo|konditoria|parturi|yritys:yritykse|sali|studio|korjaamo|pesula|seura|kerho|koulu|päiväkoti:päiväkodi|kirjasto|museo|galleria|hoitola|klinikka:klinika|hotelli|majatalo|mökki:möki|tila|panimo|myymälä|pizzeria|baari|kirppis:kirppikse|tori|kioski|yhdistys:yhdistykse|kuoro|teatteri|näyttely|konsertti:konserti|kurssi|leiri|tapahtuma",
  },
  endings: { m: /^(?:lle|sta|stä)(?:ni|mme)?$/u },
  isCompound: true,
};

const hungarian: Declension = {
  nouns: {
    m: "kávézó|étterem:étterm|pékség|cukrászda:cukrászdá|fodrászat|kozmetika:kozmetiká|szalon|bolt|üzlet|műhely|szerviz|pizzéria:pizzériá|terem:term|stúdió|iskola:iskolá|óvoda:óvodá|rendelő|patika:patiká|szálloda:szállodá|panzió|vendéglő|söröző|borászat|pincészet|gazdaság|könyvtár|galéria:galériá|múzeum|klub|egyesület|kórus|vállalkozás|cég|webáruház|áruház|büfé|fagyizó|étkezde:étkezdé|virágüzlet|autómosó|mosoda:mosodá|tábor|tanfolyam|fesztivál|verseny|vásár|alkalmazás",
  },
  endings: {
    m: /^(?:[aeoöá]?m|[uü]?nk|j?[ae])?(?:nak|nek|ról|ről|hoz|hez|höz)$/u,
  },
  isCompound: true,
};

/** "My shop" is one word. */
const arabic: Declension = {
  nouns: {
    m: "محل|متجر|مطعم|صالون|مشروع|مكتب|مخبز|مشتل|كافيه|مقهى:مقها|استوديو|معرض|مركز|محمص|حساب",
    f: "عيادة:عياد|شركة:شرك|مكتبة:مكتب|ورشة:ورش|صيدلية:صيدلي|مدرسة:مدرس|مغسلة:مغسل|روضة:روض|مزرعة:مزرع|عربة:عرب|محمصة:محمص",
  },
  endings: { m: /^ي$/u, f: /^تي$/u },
};

/** "Our shop" is one word, which other nouns before it change: "çiçek dükkanımız". */
const turkish: Declension = {
  nouns: {
    m: "kuaför|salon|dükkan|mağaza|kafe|cafe|restoran|lokanta|pastane|fırın|atölye|butik|berber|market|stüdyo|klinik:kliniğ|büro|ofis|pansiyon|otel|okul|kurs|çiftlik:çiftliğ|bahçe|sahaf|çiçekçi|terzi|fidanlık:fidanlığ|işletme|şirket|marka|kreş|eczane|kütüphane|dernek:derneğ|firma|dershane|akademi|yıkama",
  },
  endings: { m: /^[aeıiuü]?m(?:[ıiuü]z)?$/u },
  adjectives: {
    f: [],
    m: [[/(?<=[dt][ea]ki|^(?:oto|yeni|küçük|minik|sevimli|güzel))$/u, ""]],
    n: [],
    p: [],
  },
};

const greek: Declension = {
  sign: /(?<!\p{L})σ?τον(?!\p{L})/iu,
  nouns: {
    m: "σύλλογος:σύλλογ|φούρνος:φούρν|χώρος:χώρ|όμιλος:όμιλ|κήπος:κήπ|γάμος:γάμ|σταθμός:σταθμ|σκύλος:σκύλ|γάτος:γάτ|μπαμπάς:μπαμπ|παππούς:παππ|παιδικός:παιδικ|ναός:να|δήμος:δήμ|χορός:χορ|αδερφός:αδερφ|αδελφός:αδελφ|γιος:γι|μαραθώνιος:μαραθώνι|διαγωνισμός:διαγωνισμ|ξενώνας:ξενών|αγώνας:αγών|καφές:καφ",
  },
  endings: { m: /^(?:ο|ό|α|ά|έ|ού)$/u },
  adjectives: { f: [], m: [[/([οό])$/u, "$1ς"]], n: [], p: [] },
};

export const declensions: readonly Declension[] = [
  polish,
  russian,
  ukrainian,
  czech,
  slovak,
  croatian,
  finnish,
  hungarian,
  arabic,
  turkish,
  greek,
];
