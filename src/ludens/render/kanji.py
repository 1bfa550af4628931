"""The characters of shogi pieces, by the English and the romanised Japanese names of the pieces.

Sources: the names of the pieces of shogi and of its large relatives, as they are listed in Japanese. The long names are
made of words that come again and again ("free" is 奔, "running" is 走), so that most follow from a table of words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

#: the Japanese names of the pieces of modern shogi
ROMAJI: Final[dict[str, str]] = {
    "osho": "王将", "gyoku": "玉将", "hisha": "飛車", "kakugyo": "角行", "kinsho": "金将", "ginsho": "銀将",
    "keima": "桂馬", "kyosha": "香車", "fuhyo": "歩兵", "tokin": "と", "narikyo": "成香", "narikei": "成桂",
    "narigin": "成銀", "ryuo": "龍王", "ryuma": "龍馬",
}  # fmt: skip

#: promoted pieces, which are written in red
PROMOTED: Final = frozenset({"tokin", "narikyo", "narikei", "narigin", "ryuo", "ryuma", "dragon", "horse"})

_NAMES: Final[dict[str, str]] = ROMAJI | {
    "king": "王将", "rook": "飛車", "bishop": "角行", "gold": "金将", "silver": "銀将", "knight": "桂馬",
    "lance": "香車", "pawn": "歩兵", "dragon": "龍王", "horse": "龍馬", "dragonking": "龍王",
    "dragonhorse": "龍馬", "queen": "奔王", "freeking": "奔王", "emperor": "自在", "prince": "太子",
    "phoenix": "鳳凰", "kirin": "麒麟", "lion": "獅子", "drunkenelephant": "酔象", "gobetween": "仲人",
    "deva": "提婆", "darkspirit": "無明", "buddhistspirit": "法性", "buddhistdevil": "羅刹", "shedevil": "夜叉",
    "yaksha": "夜叉", "guardianofthegods": "金剛", "wrestler": "力士", "furiousfiend": "奮迅",
    "hookmover": "鉤行", "longnosedgoblin": "天狗", "capricorn": "摩羯", "peacock": "孔雀",
    "mountainwitch": "山母", "oldrat": "老鼠", "enchantedbadger": "変狸", "treacherousfox": "隠狐",
    "rushingbird": "行鳥", "angryboar": "嗔猪", "donkey": "驢馬", "howlingdog": "吠犬", "catsword": "猫刃",
    "soaringeagle": "飛鷲", "hornedfalcon": "角鷹", "greatgeneral": "大将", "vicegeneral": "副将",
    "rookgeneral": "飛将", "bishopgeneral": "角将", "heavenlytetrarch": "四天",
    "heavenlytetrarchking": "四天王", "multigeneral": "雑将", "whale": "鯨鯢", "whitehorse": "白駒",
    "vermillionsparrow": "朱雀", "turtlesnake": "玄武", "easternbarbarian": "東夷", "westernbarbarian": "西戎",
    "southernbarbarian": "南蛮", "northernbarbarian": "北狄", "standardbearer": "前旗", "goldenbird": "金鳥",
    "liondog": "狛犬", "neighborking": "近王", "neighboringking": "近王", "chinesecock": "淮鶏",
    "chineseriver": "淮川", "recliningdragon": "臥龍", "ramsheadsoldier": "羊兵", "heavenlyhorse": "天馬",
    "liberatedhorse": "風馬", "peacefulmountain": "泰山", "playfulcockatoo": "遊鳥", "walkingheron": "歩鷺",
    "birdofparadise": "時鳥", "bearseyes": "熊眼", "goosewing": "雁羽", "swallowswings": "燕羽",
    "glidingswallow": "燕行", "flyinggoose": "雁飛", "flyingcock": "鶏飛", "raidingfalcon": "延鷹",
    "struttingcrow": "烏行", "swoopingowl": "梟行", "climbingmonkey": "登猿", "ploddingox": "歩牛",
    "oxcart": "牛車", "kirinmaster": "麟師", "phoenixmaster": "鳳師", "rocmaster": "鵬師",
    "thunderrunner": "雷走", "rushingboar": "突猪", "sideflier": "横飛", "horseman": "騎兵", "cavalier": "騎士",
    "crossbowsoldier": "弓兵", "crossbowgeneral": "弓将", "burninggeneral": "炮将", "burningchariot": "炮車",
    "burningsoldier": "炮兵", "savagetiger": "猛虎", "bat": "蝙蝠", "dove": "鳩槃", "turtledove": "山鳩",
    "windsnappingturtle": "風亀", "mountaineagleleft": "左鷲", "mountaineagleright": "右鷲",
    "rainydragon": "雨龍", "freegoer": "奔人", "greatdreameater": "大獏", "freedreameater": "奔獏",
    "centermaster": "中師", "greatmaster": "大師", "fierceeagle": "猛鷲", "ferociousleopard": "猛豹",
}  # fmt: skip

_WORDS: Final[dict[str, str]] = {
    "free": "奔", "running": "走", "side": "横", "vertical": "竪", "great": "大", "little": "小",
    "violent": "猛", "flying": "飛", "fire": "火", "water": "水", "wind": "風", "wood": "木", "wooden": "木",
    "earth": "土", "stone": "石", "tile": "瓦", "iron": "鉄", "copper": "銅", "silver": "銀", "gold": "金",
    "golden": "金", "strong": "強", "divine": "神", "spirit": "霊", "treasure": "宝", "rain": "雨",
    "cloud": "雲", "mountain": "山", "river": "川", "woodland": "林", "forest": "森", "left": "左",
    "right": "右", "front": "前", "rear": "後", "center": "中", "white": "白", "blue": "青", "fragrant": "香",
    "blind": "盲", "evil": "悪", "old": "古", "poison": "毒", "poisonous": "毒", "venomous": "毒",
    "ancient": "元", "coiled": "蟠", "young": "雛", "prancing": "踊", "roaring": "吼", "reverse": "反",
    "heavenly": "天", "ceramic": "陶", "captive": "禽", "beast": "獣", "wizard": "仙", "longbow": "弩",
    "square": "方", "sword": "刀", "spear": "鎗", "general": "将", "soldier": "兵", "chariot": "車",
    "king": "王", "mover": "行", "standard": "旗", "army": "軍", "master": "師", "officer": "吏", "cadet": "曹",
    "dragon": "龍", "serpent": "蛇", "snake": "蛇", "horse": "馬", "ox": "牛", "buffalo": "牛", "boar": "猪",
    "pig": "豚", "dog": "犬", "pup": "狗", "cat": "猫", "wolf": "狼", "fox": "狐", "bear": "熊", "tiger": "虎",
    "leopard": "豹", "lion": "獅", "elephant": "象", "stag": "鹿", "deer": "鹿", "rabbit": "兎", "hare": "兎",
    "monkey": "猿", "turtle": "亀", "bird": "鳥", "eagle": "鷲", "falcon": "鷹", "hawk": "鷹", "kite": "鳶",
    "sparrow": "雀", "swallow": "燕", "owl": "梟", "crow": "烏", "stork": "鶴", "crane": "鶴", "dove": "鳩",
    "goose": "雁", "chicken": "鶏", "cock": "鶏", "whale": "鯨", "shark": "鮫", "crocodile": "鰐",
    "demon": "鬼", "phoenix": "鳳", "kirin": "麟",
    "pheasant": "雉", "quail": "鶉", "partridge": "鶉",
}  # fmt: skip


@lru_cache(maxsize=1024)
def japanese(name: str) -> str:
    """The characters of the shogi piece of a name, from top to bottom; "" for unknown names.

    >>> japanese("Hisha"), japanese("SilverGeneral"), japanese("RunningTiger"), japanese("Queen of Hearts")
    ('飛車', '銀将', '走虎', '')
    """
    plain = re.sub(r"[^a-z]", "", name.lower())
    if plain in _NAMES:
        return _NAMES[plain]
    words = re.findall(r"[A-Z][a-z]*", name)
    is_known = bool(words) and all(word.lower() in _WORDS for word in words)
    return "".join(_WORDS[word.lower()] for word in words) if is_known else ""


def all_japanese() -> set[str]:
    """Every character that a name may give."""
    return set("".join([*_NAMES.values(), *_WORDS.values()]))
