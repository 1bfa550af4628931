// Made from the schemas of the server by `python -m ludens.web.reference`: change them there.

/** The kinds of messages that the page sends. */
export const Client = Object.freeze({
  PLAY: "play",
  VIEW: "view",
  NEW: "new",
  SEATS: "seats",
  ANALYSE: "analyse",
  UNDO: "undo",
  REDO: "redo",
  PAUSE: "pause",
  RESUME: "resume",
  HINT: "hint",
  TABLE: "table",
  PING: "ping",
  GOTO: "goto",
  PROMOTE: "promote",
  PRUNE: "prune",
  COMMENT: "comment",
  GLYPH: "glyph",
  DRAW: "draw",
  EYES: "eyes",
  REVIEW: "review",
  PUZZLES: "puzzles",
  RESIGN: "resign",
  OFFER: "offer",
  ANSWER: "answer",
  SAY: "say",
  RENAME: "rename",
  PREMOVE: "premove",
  PLAN: "plan",
  INVITE: "invite",
  CHAIR: "chair",
  DISMISS: "dismiss",
  SPECTATORS: "spectators",
  PROBED: "probed",
});

/** The kinds of messages that the page is told. */
export const Server = Object.freeze({
  TABLE: "table",
  POSITION: "position",
  VIEW: "view",
  THINKING: "thinking",
  ANALYSIS: "analysis",
  HINT: "hint",
  PAUSED: "paused",
  SEATS: "seats",
  WARNING: "warning",
  OK: "ok",
  PONG: "pong",
  ERROR: "error",
  STUDY: "study",
  NODES: "nodes",
  PROGRESS: "progress",
  PEOPLE: "people",
  CHAT: "chat",
  NOTICE: "notice",
  PROBE: "probe",
});

/** The kinds of messages about a draft that is followed. */
export const Draft = Object.freeze({
  STAGE: "stage",
  CHECKED: "checked",
  BOARD: "board",
  NUMBERS: "numbers",
  DOUBTS: "doubts",
  REFUSED: "refused",
});

/** What errors are about. */
export const ErrorCode = Object.freeze({
  ILLEGAL: "illegal",
  STALE: "stale",
  MALFORMED: "malformed",
  LIMIT: "limit",
  AGENT: "agent",
  UNKNOWN: "unknown",
  DESCRIPTION: "description",
  TRIAL: "trial",
  STUDY: "study",
  STORAGE: "storage",
  FORBIDDEN: "forbidden",
});

/** Why the server closes a WebSocket. */
export const CloseCode = Object.freeze({
  DONE: 1000,
  REFUSED: 1008,
  TRY_AGAIN: 1013,
  NOT_INVITED: 4403,
  NOT_FOUND: 4404,
});

/** How many, or how long, what is sent may be. */
export const Limit = Object.freeze({
  PLAYERS: 16,
  OPTIONS: 64,
  LABEL: 200,
  SEED: 9007199254740991,
});

/** Who plays where no agent does. */
export const HUMAN = "human";
