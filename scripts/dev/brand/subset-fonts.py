"""
Cuts the publication's Latin fonts (src/styles/fonts) from the installed @fontsource-variable packages.

    pip install "fonttools[woff]>=4.66" && python3 scripts/dev/brand/subset-fonts.py

A variable font's axes are pinned or limited, and the result is cut into two: the characters of nearly every
English page, and accented letters and rarer signs, which browsers load where they occur (src/styles/fonts.css).
The packages keep the rupee sign in their latin-ext files, so its glyph is copied into the second; Hanken
Grotesk has none.
"""
from io import BytesIO

from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

PACKAGES = "node_modules/@fontsource-variable"
CUTS = "src/styles/fonts"
FONTS = [
    ("newsreader", "wght-normal", {"wght": 400}, "newsreader-text"),
    ("newsreader", "wght-normal", {"wght": 600}, "newsreader-text-strong"),
    ("newsreader", "wght-italic", {"wght": 400}, "newsreader-text-italic"),
    ("newsreader", "opsz-normal", {"wght": 500, "opsz": 28}, "newsreader-display"),
    ("hanken-grotesk", "wght-normal", {"wght": (400, 600)}, "hanken-grotesk"),
]
RUPEE = 0x20B9
COMMON = "20-7E,A0,A9,AD,B7,2009,2011,2013-2014,2018-2019,201C-201D,2022,2026,202F,2192"
OTHERS = (
    "A3,A7,AB,B0,BB-CF,D1-D6,D8-DC,DF-EF,F1-F6,F8-FC,152-153,201A,201E,2020-2021,2032-2033,2039-203A,"
    "20AC,2190,2212"
)
FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "tnum"]


def open_font(package, subset_name, style):
    return TTFont(f"{PACKAGES}/{package}/files/{package}-{subset_name}-{style}.woff2")


def limit_axes(font, limits):
    """Read again from bytes: the subsetter can't read all tables that the instancer leaves open."""
    file = BytesIO()
    instantiateVariableFont(font, limits).save(file)
    return TTFont(file)


def subset_font(font, characters):
    options = subset.Options()
    options.hinting = False
    options.desubroutinize = True
    options.layout_features = FEATURES
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(characters))
    subsetter.subset(font)


def copy_glyph(source, target, character):
    """For static fonts: a variable one would need the glyph's variations too."""
    name = source.getBestCmap()[character]
    outline, pen = DecomposingRecordingPen(source.getGlyphSet()), TTGlyphPen(None)
    source.getGlyphSet()[name].draw(outline)
    outline.replay(pen)
    target.setGlyphOrder([*target.getGlyphOrder(), name])
    target["glyf"][name] = pen.glyph()
    target["hmtx"][name] = source["hmtx"][name]
    for table in target["cmap"].tables:
        if table.isUnicode():
            table.cmap[character] = name


for package, style, limits, cut in FONTS:
    for characters, name in [(COMMON, cut), (OTHERS, f"{cut}-others")]:
        font = limit_axes(open_font(package, "latin", style), limits)
        subset_font(font, characters)
        more = open_font(package, "latin-ext", style)
        if characters is OTHERS and RUPEE in more.getBestCmap():
            copy_glyph(limit_axes(more, limits), font, RUPEE)
        font.flavor = "woff2"
        font.save(f"{CUTS}/{name}.woff2")
