"""Many games between bots in the browser: runs in processes of their own, their page, and its addresses."""
