"""The translator's desk: texts with their proofs, words with their forms, names to review, progress, PO in and out."""
