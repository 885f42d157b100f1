"""Cuts the letters of the first screens out of the packages' fonts: web/fonts/README.md says why.

pip install fonttools brotli && python scripts/cut-fonts.py
"""

from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

root = Path(__file__).parent.parent
packages = root / "node_modules/@fontsource-variable"
display_axes = {"wght": 400, "opsz": (14, 20)}
text_axes = {"wght": (400, 600)}
faces = {
    "bodoni-moda": ("bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2", display_axes),
    "bodoni-moda-italic": ("bodoni-moda/files/bodoni-moda-latin-opsz-italic.woff2", display_axes),
    "instrument-sans": ("instrument-sans/files/instrument-sans-latin-wght-normal.woff2", text_axes),
}
# In step with the ranges of web/fonts.css.
core = {*range(0x20, 0x7F), 0xA0, 0xB7, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026}


def reopen(font):
    """What one tool has left lazy, the next one reads whole."""
    font.flavor = None
    font.save(buffer := BytesIO())
    return TTFont(BytesIO(buffer.getvalue()))


def cut(source, axes, letters, target):
    font = reopen(instancer.instantiateVariableFont(TTFont(source), axes))
    options = subset.Options(hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14])
    options.layout_features += ["tnum", "pnum"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    font.flavor = "woff2"
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(target)
    print(f"{target.name}: {target.stat().st_size} bytes")


for name, (file, axes) in faces.items():
    source = packages / file
    letters = set(TTFont(source).getBestCmap())
    cut(source, axes, letters & core, root / f"web/fonts/{name}-core.woff2")
    cut(source, axes, letters - core, root / f"web/fonts/{name}-rest.woff2")
