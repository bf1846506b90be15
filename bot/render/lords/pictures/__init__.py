"""Pictures of Dungeon Lords: pure functions of a view (and facts), drawn from templates/pictures.

A picture is a stack of blocks; each block has a template of its own. `canvas` stacks them.
"""
