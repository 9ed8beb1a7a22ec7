"""Forms of a listed word that endings.json does not lead back to it, and beginnings that endings can follow."""

# Verbs that change before some endings: what they end in, and what is there instead.
CHANGES = {
    "es": "car:qu gar:gu zar:c ger:j gir:j guir:g cer:zc cir:zc uir:uy",
    "pt": "car:qu gar:gu ger:j gir:j guir:g ear:ei",
    "fr": "yer:i ger:ge eler:ell eter:ett endre:en",
    "it": "ire:isc ggere:tt ngere:nt dere:s",
}
# What becomes of their last vowel where it is stressed.
STRESSED = {"es": {"e": ("ie", "i"), "o": ("ue", "u"), "u": ("ue",)}, "pt": {"e": ("i",), "o": ("u",)}}
SEPARABLE = (
    "zurück zusammen hinein heraus herunter weiter vorbei auf ab an aus ein mit vor nach zu um los weg her hin durch fest frei "
    "fern hoch kennen kaputt sauber voll"
).split()
# Turkish vowels follow those before them: A is a or e, I is ı, i, u or ü; D is d or t, C is c or ç.
HIGH = dict(zip("aıoueiöü", "ııuuiiüü"))
BACK, HARD = "aıou", "çfhkpsşt"
SOFT = dict(zip("kpçt", "ğbcd"))
# Verbs whose last letter is soft before a vowel; others keep it.
SOFTENED = set("et git tat kaydet hisset keşfet reddet affet seyret farket zannet emret bahset terket yoket".split())
DROPPED = dict(
    pair.split(":")
    for pair in (
        "burun:burn ağız:ağz alın:aln boyun:boyn karın:karn beyin:beyn omuz:omz göğüs:göğs resim:resm isim:ism şehir:şehr "
        "oğul:oğl fikir:fikr akıl:akl vakit:vakt nehir:nehr keyif:keyf izin:izn zihin:zihn sabır:sabr ömür:ömr metin:metn "
        "şekil:şekl kayıp:kayb kayıt:kayd nakit:nakd cevap:cevab su:suy"
    ).split()
)
NOUN = (
    "lAr lArI lArIm lArImIz lArA lArdA lArdAn lArIn lArlA DA DAn lI sIz lIk lIğI CI cI "
    "I A In lA Im ImI ImA ImdA ImdAn ImIn ImIz ImIzI ImIzdA InI InA IndA IndAn InIz "
    "yI yA nIn ylA m mI mA mdA mIz sI sInI sInA sIndA sIndAn n nIz"
).split()
# After any letter; then after a consonant, or after a y that follows a vowel.
VERB = (
    "mA mAyA mAyI mAdAn mAdI mAdIm mAdIk mAz mAm mAzsIn mIyor mIyorum mIyorsun mIyoruz mIyorlar mAyIn mAsI mAsInI mAsInA "
    "mAnIn mAnIz mAlI mAlIsIn mAlIyIm mAlIyIz mAyAn mAyIp mAmAk mAktA mAktAn mAlArI mAyIncA DI DIm DIn DIk DInIz DIlAr "
    "DIğI DIğIm DIğIn DIğIndA DIğImdA DIğImIz DIğInIz DIğInI DIklArI DIklArIm DIktAn DIkçA mIş mIşIm mIşlAr mIştI "
    "sA sAm sAn sAk sAnIz"
).split()
VOWEL_VERB = (
    "AcAk AcAğIm AcAğIz AcAksIn AcAklAr AcAğI AcAğInI An AnI AnlAr AnlArA AnlArI AnIn Ip ArAk IncA In InIz AyIm AlIm "
    "Abilir Abilirim Abilirsin Abilirsiniz Abiliriz Abilmek Abiliyor Abilen"
).split()
PROGRESSIVE = "Iyor Iyorum Iyorsun Iyoruz Iyorlar Iyordu Iyordum Iyorsa Iyorsan Iyorsanız Iyormuş".split()
AORIST = " Im sIn Iz lAr ken sA sAn sAnIz DI".split(" ")
PASSIVE = "Ir Iyor Iyorum An DI DIm mIş mAsI mAk mAlI mAz AcAk DIğI DIğInI mA ArAk Ip".split()


def last_vowel(text):
    return next((c for c in reversed(text) if c in HIGH), "e")


def attach(stem, ending):
    for c in ending:
        if c == "A":
            c = "a" if last_vowel(stem) in BACK else "e"
        elif c == "I":
            c = HIGH[last_vowel(stem)]
        elif c in "DC":
            c = {"D": "td", "C": "çc"}[c][stem[-1] not in HARD]
        stem += c
    return stem


def verb_forms(stem):
    is_open = stem[-1] in HIGH
    soft = stem[:-1] + "d" if stem in SOFTENED else {"ye": "yi", "de": "di"}.get(stem, stem)
    # başla, başlıyor; oku, okuyor; ye, yiyor
    narrow = stem[:-1] if is_open else soft
    aorists = ["r"] if is_open else ["Ir", "Ar"] if sum(c in HIGH for c in stem) == 1 else ["Ir"]
    passive = stem + "n" if is_open else attach(soft, "In" if soft[-1] == "l" else "Il")
    yield from (attach(stem, ending) for ending in VERB)
    yield from (attach(soft + "y" * is_open, ending) for ending in VOWEL_VERB)
    yield from (attach(narrow, ending) for ending in PROGRESSIVE)
    yield from (attach(attach(stem if is_open else soft, aorist), ending) for aorist in aorists for ending in AORIST)
    yield from (attach(passive, ending) for ending in PASSIVE)


def noun_forms(noun):
    soft = DROPPED.get(noun) or noun[:-1] + SOFT.get(noun[-1], noun[-1])
    if soft != noun:
        yield soft
        yield attach(soft, "I")
    if len(noun) <= 3:
        yield from (attach(one, ending) for one in dict.fromkeys((noun, soft)) for ending in NOUN)


def turkish_forms(word):
    """Forms of a word or of the last one of a phrase, and perhaps some that nobody writes."""
    before, _, last = word.rpartition(" ")
    is_verb = last.endswith(("mak", "mek")) and any(c in HIGH for c in last[:-3])
    found = verb_forms(last[:-3]) if is_verb and last not in ("yemek", "ekmek") or word == "yemek" else ()
    nouns = noun_forms(last) if last[-1:].isalpha() and len(last) > 1 and not before else ()
    return [f"{before} {form}".strip() for form in [*found, *nouns]]


def changed_verb(name, verb):
    for ending, other in (change.split(":") for change in CHANGES.get(name, "").split()):
        if verb.endswith(ending) and len(verb) > len(ending) + 1:
            yield verb[: -len(ending)] + other
    if name in STRESSED and len(verb) > 4 and verb[-2:] in ("ar", "er", "ir"):
        at = max(verb[:-2].rfind(vowel) for vowel in "aeiou")
        for other in STRESSED[name].get(verb[at : at + 1], ()) if at > 0 else ():
            yield verb[:at] + other + verb[at + 1 : -2]


def separable_verb(verb):
    """aufräumen: aufgeräum(t), aufzuräumen"""
    before = next((one for one in SEPARABLE if verb.startswith(one) and len(verb) > len(one) + 4), None)
    if before and verb.endswith("n"):
        rest = verb.removeprefix(before)
        yield before + "ge" + rest.removesuffix("n").removesuffix("e")
        yield before + "zu" + rest


def forms(name, word):
    """Some of these nobody writes."""
    if name == "tr":
        return turkish_forms(word)
    if name == "ja" or " " in word:
        return []
    return [*(separable_verb(word) if name == "de" else changed_verb(name, word))]
