"""Pets in combat (L7.2): each acts when it can do something, else it is kept."""

from rules.lords.blows import Bout, remove, wound
from rules.lords.facts import told


def use_pet(bout: Bout, power: str) -> bool:
    """Use up a planned pet that has this power (a field of its data); whether there was one."""
    for pet in bout.fight.pets:
        if getattr(bout.data.pets[pet], power):
            bout.fight.pets.remove(pet)
            bout.lord.pets.remove(pet)
            bout.lord.used_pets.append(pet)
            bout.tell("pet used", pet=pet, how={power: int(getattr(bout.data.pets[pet], power))})
            return True
    return False


def gather(bout: Bout) -> None:
    """Take the planned pets that are in hand and made for combat; the others are ignored."""
    hand = list(bout.lord.pets)
    for pet in bout.fight.plan.pets:
        if pet not in hand:
            bout.whisper("ignored", what=pet, reason="not yours")
        elif bout.data.pets[pet].when != "combat":
            bout.whisper("ignored", what=pet, reason="not in combat")
        else:
            hand.remove(pet)
            bout.fight.pets.append(pet)


def strike(bout: Bout) -> None:
    """Pets that strike: damage to the front hero which nothing prevents (L7.2)."""
    while not bout.over and use_pet(bout, "damage"):
        pet = bout.lord.used_pets[-1]
        hero, damage = bout.party[0], bout.data.pets[pet].damage
        gone = wound(hero, damage)
        bout.tell("hit", by=pet, hero=told(hero), damage=damage, stopped={}, dealt=damage)
        if gone:
            remove(bout, hero)
