"""Words and pictures: facts and views become posts, prompts, receipts and drawings."""
