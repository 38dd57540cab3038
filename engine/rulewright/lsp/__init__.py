"""The language server: nothing but the protocol; what it tells comes from `editing`."""
