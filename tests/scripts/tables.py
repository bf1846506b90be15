"""Tables of a master who need not play, made as people make them: by words and presses."""

JOIN = {"ru": "Сесть за стол", "en": "Take a seat"}
BEGIN = {"ru": "Начать", "en": "Begin"}


def language(words):
    """The language that the words of /newgame choose."""
    return "en" if "en" in words.split() else "ru"


async def gathered(house, master, *players, words="2 ru 24h", group=None):
    """A lobby in which the players have sat down; returns the group."""
    group = group or house.group(*dict.fromkeys((master, *players)))
    await master.start()
    await master.say(f"/newgame {words}", group)
    join = JOIN[language(words)]
    for person in players:
        await person.press(join, person.find(join, group))
    return group


async def begun(house, master, *players, words="2 ru 24h", group=None):
    """The same, and the game has begun."""
    group = await gathered(house, master, *players, words=words, group=group)
    begin = BEGIN[language(words)]
    await master.press(begin, master.find(begin, group))
    return group


async def order(*people, words="food, gold, imps"):
    """Everybody writes these orders and is ready."""
    for person in people:
        await person.say(words)
        await person.press("Готов")
