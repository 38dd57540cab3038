"""Break rulesets, packs and journals at random, knowing what they are made of, and see what becomes of them."""
