"""Changes of files that an editor asks for: names in all files that say them, and problems that can be mended."""
