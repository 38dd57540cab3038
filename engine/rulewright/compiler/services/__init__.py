"""What compiling one program rests on: its texts, the generated module and its tables, limits and problems."""
