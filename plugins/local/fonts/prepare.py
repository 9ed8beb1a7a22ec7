"""Makes files/ and licences/ from upstream font packages. Run by hand when a font is added or updated:

    python3 prepare.py <node_modules with @fontsource/*> <folder of Debian's font packages, usually /usr/share>

Also writes the dashboard's Latin subsets of the fonts that its editor previews. Needs fonttools and brotli. Versions used: @fontsource/anton, bebas-neue, montserrat, archivo-black, fraunces,
bricolage-grotesque, dm-serif-display, space-grotesk, fredoka, noto-color-emoji 5.3.0 and noto-emoji 5.3.2; Debian fonts-inter 4.0, fonts-noto-core and fonts-noto-extra 20201225, fonts-noto-cjk 20220127.
All of them are under the SIL Open Font License 1.1 and none is shipped under a reserved font name.
"""

import os
import shutil
import sys
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

HERE = Path(__file__).parent
os.environ.setdefault("SOURCE_DATE_EPOCH", "1790000000")  # same input, same files
SUBSETS = ["latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext"]

# file: (fontsource package, family, weight, name of the weight)
FONTSOURCE = {
    "Anton-Regular": ("anton", "Anton", 400, "Regular"),
    "BebasNeue-Regular": ("bebas-neue", "Bebas Neue", 400, "Regular"),
    "Montserrat-Bold": ("montserrat", "Montserrat", 700, "Bold"),
    "Montserrat-Black": ("montserrat", "Montserrat", 900, "Black"),
    "ArchivoBlack-Regular": ("archivo-black", "Archivo Black", 400, "Regular"),
    "Fraunces-ExtraBold": ("fraunces", "Fraunces", 800, "ExtraBold"),
    "BricolageGrotesque-ExtraBold": ("bricolage-grotesque", "Bricolage Grotesque", 800, "ExtraBold"),
    "DMSerifDisplay-Regular": ("dm-serif-display", "DM Serif Display", 400, "Regular"),
    "SpaceGrotesk-Bold": ("space-grotesk", "Space Grotesk", 700, "Bold"),
    "Fredoka-SemiBold": ("fredoka", "Fredoka", 600, "SemiBold"),
}
INTER = {"Inter-Medium": (500, "Medium"), "Inter-ExtraBold": (800, "ExtraBold")}
NOTO = ["", "Arabic", "Armenian", "Bengali", "Devanagari", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi", "Hebrew"]
NOTO += ["Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Oriya", "Sinhala", "Symbols", "Tamil", "Telugu", "Thai"]
NOTICES = {
    "noto-sans": "Copyright 2010-2020 Google LLC",
    "noto-sans-cjk": "Copyright 2014-2021 Adobe (http://www.adobe.com/)",
}


WEB = HERE.parents[1] / "dashboard/web/features/library/edit/fonts"
WEB_FONTS = {
    "anton-400": "Anton-Regular.ttf",
    "bebas-neue-400": "BebasNeue-Regular.ttf",
    "inter-500": "Inter-Medium.otf",
    "inter-800": "Inter-ExtraBold.otf",
    "montserrat-700": "Montserrat-Bold.ttf",
    "montserrat-900": "Montserrat-Black.ttf",
}
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2C6, 0x2DA, 0x2DC, *range(0x2000, 0x2070), 0x20AC, 0x2122, 0x2190]
LATIN += [0x2191, 0x2192, 0x2193, 0x2212, 0x2215, 0xFEFF, 0xFFFD]


def snap(font):
    """Puts advances on the grid of libass, which lays text out at a font height of 256 and rounds them to whole pixels.
    Canvas and browsers do not round: only so do letters stand in the same places everywhere."""
    grid = (font["OS/2"].usWinAscent + font["OS/2"].usWinDescent) / 256
    metrics = font["hmtx"].metrics
    for glyph, (advance, bearing) in metrics.items():
        metrics[glyph] = (round(round(advance / grid) * grid), bearing)


# Skia separates emoji that are text by default from those that follow, so that these sequences never become one picture.
# Each gets a character of its own, which joinEmoji in runs.ts writes instead.
SEQUENCES = {0xF0000: (0x1F3F3, 0x1F308), 0xF0001: (0x2764, 0x1F525), 0xF0002: (0x2764, 0x1FA79), 0xF0003: (0x26D3, 0x1F4A5)}


def name_sequences(font):
    names, ligatures = font.getBestCmap(), {}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in (getattr(t, "ExtSubTable", t) for t in lookup.SubTable):
            for first, entries in getattr(table, "ligatures", {}).items():
                ligatures |= {(first, *entry.Component): entry.LigGlyph for entry in entries}
    for code, (first, last) in SEQUENCES.items():
        for table in font["cmap"].tables:
            if table.format == 12:
                table.cmap[code] = ligatures[names[first], names[0x200D], names[last]]


def web_fonts():
    for name, file in WEB_FONTS.items():
        font = TTFont(HERE / "files" / file)
        subset(font, LATIN, ("kern", "mark", "mkmk", "ccmp", "locl", "calt", "liga"))
        font.flavor = "woff2"
        font.save(WEB / f"{name}.woff2")


def subset(font, unicodes, features=("*",)):
    options = Options(hinting=False, layout_features=list(features), name_IDs=["*"], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)


def rename(font, family, weight, style):
    """One family name for all weights, told apart by their weight class: what canvas and libass both understand."""
    name = font["name"]
    name.names = [n for n in name.names if n.nameID in (0, 5, 7, 8, 9, 11, 13, 14) and n.platformID == 3]
    postscript = f"{family.replace(' ', '')}-{style}"
    for name_id, value in {1: family, 2: style, 3: postscript, 4: f"{family} {style}", 6: postscript}.items():
        name.setName(value, name_id, 3, 1, 0x409)
    if "STAT" in font:
        del font["STAT"]
    if "CFF " in font:
        font["CFF "].cff.fontNames = [postscript]
    # libass takes the first Unicode map it meets, which must not be the one without emoji. (Colour is for canvas alone.)
    maps = font["cmap"].tables
    if "COLR" not in font and any(m.format == 12 for m in maps):
        font["cmap"].tables = [m for m in maps if m.format in (12, 14)]
    font["OS/2"].usWeightClass = weight
    # The bold bits keep libass from thickening an outline that is bold already.
    bold = weight >= 700
    font["head"].macStyle = font["head"].macStyle & ~3 | (1 if bold else 0)
    font["OS/2"].fsSelection = font["OS/2"].fsSelection & ~0x61 | (0x20 if bold else 0x40)


def fontsource(modules, package, weight):
    """The subsets of one weight, merged back into one font. Each adds only what those before it lack."""
    have, parts = set(), []
    for name in SUBSETS:
        file = modules / "@fontsource" / package / "files" / f"{package}-{name}-{weight}-normal.woff2"
        if not file.exists():
            continue
        font = TTFont(file)
        new = set(font.getBestCmap()) - have
        if not new:
            continue
        subset(font, new)
        font.flavor = None
        part = Path("/tmp") / f"part-{package}-{weight}-{name}.ttf"
        font.save(part)
        parts.append(part)
        have |= new
    merged = Merger().merge([str(p) for p in parts]) if len(parts) > 1 else TTFont(parts[0])
    for part in parts:
        part.unlink()
    return merged


def double_byte(codec, leads):
    trails = [*range(0x40, 0x7F), *range(0xA1, 0xFF)] if codec == "big5" else range(0xA1, 0xFF)
    for lead in leads:
        for trail in trails:
            text = bytes([lead, trail]).decode(codec, "ignore")
            yield from (ord(c) for c in text)


def cjk():
    """JIS X 0208, GB 2312, KS X 1001, Big5 level 1, all Hangul, kana, bopomofo, full-width forms and punctuation."""
    unicodes = {*double_byte("euc_jp", range(0xA1, 0xF5)), *double_byte("gb2312", range(0xA1, 0xF8))}
    unicodes |= {*double_byte("euc_kr", range(0xA1, 0xFF)), *double_byte("big5", range(0xA1, 0xC7))}
    for first, last in [(0x20, 0x7E), (0x3000, 0x312F), (0x3131, 0x318E), (0x31F0, 0x31FF), (0xFF00, 0xFFEF)]:
        unicodes |= set(range(first, last + 1))
    for first, last in [(0xAC00, 0xD7A3), (0x1100, 0x1112), (0x1161, 0x1175), (0x11A8, 0x11C2)]:
        unicodes |= set(range(first, last + 1))
    return unicodes


def main(modules, share):
    files, licences = HERE / "files", HERE / "licences"
    noto = share / "fonts/truetype/noto"
    for file, (package, family, weight, style) in FONTSOURCE.items():
        font = fontsource(modules, package, weight)
        rename(font, family, weight, style)
        snap(font)
        font.save(files / f"{file}.ttf")
    for file, (weight, style) in INTER.items():
        font = TTFont(share / f"fonts/opentype/inter/{file}.otf")
        subset(font, set(font.getBestCmap()), ("kern", "mark", "mkmk", "ccmp", "locl", "calt"))
        rename(font, "Inter", weight, style)
        snap(font)
        font.save(files / f"{file}.otf")
    for script in NOTO:
        font = TTFont(noto / f"NotoSans{script}-Bold.ttf")
        subset(font, set(font.getBestCmap()))
        rename(font, f"Noto Sans {script}".strip(), 700, "Bold")
        font.save(files / f"NotoSans{script}-Bold.ttf")
    font = TTCollection(share / "fonts/opentype/noto/NotoSansCJK-Bold.ttc").fonts[0]
    subset(font, cjk(), ("ccmp", "ljmo", "vjmo", "tjmo", "locl"))
    rename(font, "Noto Sans CJK JP", 700, "Bold")
    font.save(files / "NotoSansCJK-Bold.otf")
    for package, family, weight, style in [
        ("noto-emoji", "Noto Emoji", 700, "Bold"),
        ("noto-color-emoji", "Noto Color Emoji", 400, "Regular"),
    ]:
        font = TTFont(modules / "@fontsource" / package / "files" / f"{package}-emoji-{weight}-normal.woff2")
        font.flavor = None
        if "SVG " in font:
            del font["SVG "]  # the same pictures a second time, 20 MB
        rename(font, family, weight, style)
        name_sequences(font)
        font.save(files / f"{family.replace(' ', '')}-{style}.ttf")
    packages = {package for package, *_ in FONTSOURCE.values()}
    for package in [*sorted(packages), "inter", "noto-emoji", "noto-color-emoji"]:
        shutil.copy(modules / "@fontsource" / package / "LICENSE", licences / f"{package}.txt")
    terms = (licences / "inter.txt").read_text().split("\n", 1)[1]
    for name, notice in NOTICES.items():
        (licences / f"{name}.txt").write_text(f"{notice}\n{terms}")
    web_fonts()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
