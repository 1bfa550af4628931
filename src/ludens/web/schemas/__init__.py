"""Every message between page and server, declared once: validation, encoding, manual and constants come from here.

`client` has what a page sends over its WebSocket, `server` what it is told, `http` the bodies of requests and answers,
`objects` what those are made of, `errors` what goes wrong. `python -m ludens.web.reference` writes docs/web-protocol.md
and static/protocol.js from them.
"""
