"""The typed program: expressions and statements between the meaning of sentences and Python source.

`expressions` and `statements` hold the closed set of node classes, `facts` what a node reads, writes and calls,
`quote` makes nodes from templates, `rewrite` maps over them, and `source` prints them once, at the end.
"""
