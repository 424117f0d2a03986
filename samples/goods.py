"""What the sample catalog sells."""

from __future__ import annotations

from dataclasses import dataclass

from samples.furniture import Color


@dataclass(frozen=True)
class Card:
    """A product with its picture and a caption."""

    kind: str
    color: Color
    model: str
    name: str
    size: str
    price: str


@dataclass(frozen=True)
class Hero:
    """One product that has a page to itself."""

    kind: str
    color: Color
    name: str
    price: str
    facts: tuple[tuple[str, str], ...]


CHAIRS = (
    ("Model", "Product Name", "Size (mm)", "Material", "Colour", "Price (USD)"),
    ("NW-101", "Dining chair Alder", "450x520x810", "Solid oak", "Natural", "129.00"),
    ("NW-102", "Dining chair Alder", "450x520x810", "Solid oak", "Black", "139.00"),
    ("NW-110", "Armchair Birch", "680x720x780", "Beech, wool", "Sand", "289.00"),
    ("NW-111", "Armchair Birch", "680x720x780", "Beech, wool", "Moss", "289.00"),
    ("NW-120", "Bar stool Cedar", "400x400x750", "Ash", "Natural", "98.50"),
    ("NW-121", "Bar stool Cedar", "400x400x650", "Ash", "White", "94.50"),
    ("NW-130", "Rocking chair Elm", "640x860x1040", "Solid oak", "Walnut", "415.00"),
    ("NW-140", "Bench Hazel", "1400x380x450", "Solid oak", "Natural", "236.00"),
    ("NW-141", "Bench Hazel", "1800x380x450", "Solid oak", "Natural", "278.00"),
    ("NW-150", "Footstool Linden", "420x420x400", "Beech, linen", "Grey", "74.00"),
)
LIGHTING = (
    ("型号", "品名", "规格(mm)", "颜色", "单价(元)"),
    ("BM-D201", "落地灯", "380×380×1550", "黑色", "459.00"),
    ("BM-D202", "落地灯", "420×420×1620", "米白", "489.00"),
    ("BM-D210", "台灯", "220×220×430", "胡桃木", "199.00"),
    ("BM-D211", "台灯", "260×260×480", "原木", "219.00"),
    ("BM-D220", "吊灯", "600×600×300", "黄铜", "699.00"),
    ("BM-D221", "吊灯", "800×800×340", "黑色", "859.00"),
    ("BM-D230", "壁灯", "120×180×260", "白色", "159.00"),
)
GRID = (
    Card("sofa", (92, 112, 104), "NW-301", "Sofa Juniper", "2100 x 900 x 820 mm", "USD 1,290.00"),
    Card("chair", (176, 120, 72), "NW-302", "Lounge chair Fir", "760 x 800 x 900 mm", "USD 540.00"),
    Card("table", (150, 106, 66), "NW-303", "Coffee table Larch", "1200 x 600 x 420 mm", "USD 320.00"),
    Card("lamp", (212, 178, 120), "NW-304", "Floor lamp Reed", "400 x 400 x 1580 mm", "USD 185.00"),
    Card("shelf", (134, 98, 70), "NW-305", "Bookcase Spruce", "900 x 320 x 1900 mm", "USD 610.00"),
    Card("sofa", (148, 84, 74), "NW-306", "Loveseat Rowan", "1500 x 880 x 800 mm", "USD 980.00"),
)
HERO = Hero(
    kind="chair",
    color=(112, 74, 48),
    name="Wing chair Hornbeam",
    price="USD 890.00",
    facts=(
        ("Model", "NW-500"),
        ("Size", "780 x 850 x 1120 mm"),
        ("Seat height", "440 mm"),
        ("Material", "Solid beech, full-grain leather"),
        ("Colour", "Cognac"),
        ("Weight", "24 kg"),
        ("Load", "150 kg"),
        ("Warranty", "10 years"),
    ),
)
STORAGE = (
    ("Model", "Product Name", "Size (mm)", "Price (USD)"),
    ("NW-601", "Sideboard Maple", "1800x450x760", "1150.00"),
    ("NW-602", "Chest of drawers", "900x480x980", "640.00"),
    ("NW-603", "Wardrobe Willow", "1600x600x2100", "1780.00"),
    ("NW-604", "Bedside table", "450x400x520", "185.00"),
    ("NW-605", "Shoe cabinet", "800x320x1100", "295.00"),
)
OUTDOOR = (
    ("型号", "品名", "规格(mm)", "材质", "价格(CNY)"),
    ("BM-H701", "户外餐椅", "560×580×840", "柚木", "699.00"),
    ("BM-H702", "户外餐桌", "1800×900×750", "柚木", "3280.00"),
    ("BM-H703", "折叠躺椅", "1900×650×350", "铝合金", "1260.00"),
    ("BM-H704", "花园长凳", "1500×600×880", "防腐木", "890.00"),
    ("BM-H705", "遮阳伞", "3000×3000×2600", "涤纶", "1090.00"),
)
