"""The tables of accounts and of moderation, in SQL that SQLite and PostgreSQL read alike, as `ludens.web.ledger`.

A person is known by the secret id of a guest everywhere else: an account has one of its own (`guest`), which no cookie
holds. What is secret in a sign-in way is a public key; of cookies, letters and challenges only digests are stored.
"""

from __future__ import annotations

from typing import Final

PEOPLE: Final = """
CREATE TABLE IF NOT EXISTS accounts (
    id TEXT PRIMARY KEY,
    guest TEXT NOT NULL UNIQUE,      -- what tables, games and ratings know its person by
    name TEXT NOT NULL,
    folded TEXT UNIQUE,              -- the name without case and width; null where there is none yet
    made DOUBLE PRECISION NOT NULL
);
CREATE TABLE IF NOT EXISTS public_ids (
    id TEXT PRIMARY KEY,             -- what others know somebody by who has a rating
    person TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS public_ids_person ON public_ids (person);
CREATE TABLE IF NOT EXISTS ways (
    kind TEXT NOT NULL,              -- mail, passkey, provider
    subject TEXT NOT NULL,           -- the address, the id of a passkey, the provider with its id of the person
    account TEXT NOT NULL,
    label TEXT NOT NULL,             -- what its owner knows it by
    details TEXT NOT NULL,           -- JSON: the public key of a passkey, and how often it was used
    made DOUBLE PRECISION NOT NULL, used DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (kind, subject)
);
CREATE INDEX IF NOT EXISTS ways_account ON ways (account);
CREATE TABLE IF NOT EXISTS signed_in (
    digest TEXT PRIMARY KEY,         -- of the secret in a cookie
    account TEXT NOT NULL,
    made DOUBLE PRECISION NOT NULL, until DOUBLE PRECISION NOT NULL
);
CREATE INDEX IF NOT EXISTS signed_in_account ON signed_in (account);
CREATE TABLE IF NOT EXISTS once (
    digest TEXT PRIMARY KEY,         -- of a secret that is good for one time: of a letter, of a passkey, of a provider
    kind TEXT NOT NULL,
    guest TEXT NOT NULL, account TEXT NOT NULL,  -- whose it is, as far as that is known
    data TEXT NOT NULL,
    until DOUBLE PRECISION NOT NULL
);
CREATE INDEX IF NOT EXISTS once_until ON once (until);
CREATE TABLE IF NOT EXISTS reports (
    id TEXT PRIMARY KEY,
    reporter TEXT NOT NULL,          -- the guest
    kind TEXT NOT NULL,              -- person, message, table
    table_id TEXT NOT NULL,
    person TEXT NOT NULL, name TEXT NOT NULL,  -- who is reported, if somebody is
    reason TEXT NOT NULL, words TEXT NOT NULL,
    evidence TEXT NOT NULL,          -- JSON: what stood at the table then
    made DOUBLE PRECISION NOT NULL,
    done DOUBLE PRECISION NOT NULL   -- 0 while nobody has looked at it
);
CREATE INDEX IF NOT EXISTS reports_done ON reports (done, made);
CREATE TABLE IF NOT EXISTS measures (
    kind TEXT NOT NULL,              -- mute, close, table
    subject TEXT NOT NULL,           -- a guest, or a table
    until DOUBLE PRECISION NOT NULL,
    name TEXT NOT NULL,              -- what moderators know it by
    PRIMARY KEY (kind, subject)
);
CREATE TABLE IF NOT EXISTS deeds (
    id TEXT PRIMARY KEY,
    at DOUBLE PRECISION NOT NULL,
    moderator TEXT NOT NULL, moderator_name TEXT NOT NULL,
    deed TEXT NOT NULL,
    subject TEXT NOT NULL, name TEXT NOT NULL,  -- of a guest, or of a table
    words TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS deeds_at ON deeds (at);
CREATE TABLE IF NOT EXISTS blocks (
    person TEXT NOT NULL, blocked TEXT NOT NULL,
    name TEXT NOT NULL,              -- of who is blocked
    made DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person, blocked)
);
"""
COLUMNS: Final = {
    "accounts": "id, guest, name, folded, made",
    "public_ids": "id, person",
    "ways": "kind, subject, account, label, details, made, used",
    "signed_in": "digest, account, made, until",
    "once": "digest, kind, guest, account, data, until",
    "reports": "id, reporter, kind, table_id, person, name, reason, words, evidence, made, done",
    "measures": "kind, subject, until, name",
    "deeds": "id, at, moderator, moderator_name, deed, subject, name, words",
    "blocks": "person, blocked, name, made",
}
