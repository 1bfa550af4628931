BEGIN TRANSACTION;
CREATE TABLE descriptions (key TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "descriptions" VALUES('05e6dfa3df281ce714c0ed1fbc3bde75b7e43eaeecaae8cf68e0ded8742b7f8d','(game "Noughts" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))');
INSERT INTO "descriptions" VALUES('ba75e51377ea3c1d6d0a060b62955073907c0b798e0a11c492fab5c596af3fc2','(game "Tic-Tac-Toe"
    (players 2)
    (equipment {
        (board (square 3))
        (piece "Cross" P1)
        (piece "Disc" P2)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end {
            (if (is Line 3) (result Mover Win))
            (if (is Full) (result Mover Draw))
        })
    )
)

(metadata
    (info {
        (description "Three in a row on a board of nine squares.")
        (rules "Players take turns to mark an empty square. The first to have three marks in a row, column or diagonal
            wins; a full board without such a row is a draw.")
        (classification "board/space/line")
        (aliases {"Noughts and Crosses"})
    })
    (graphics {
        (board StyleThickness OuterEdges 0.0)
        (no Curves)
    })
)
');
CREATE TABLE plies (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    moves TEXT NOT NULL,         -- JSON list of numbers of legal moves
    choices INTEGER NOT NULL,    -- how many legal moves there were
    trial TEXT NOT NULL,         -- the move in trial format
    player INTEGER NOT NULL, name TEXT NOT NULL, from_ref TEXT, to_ref TEXT,  -- what pages are told
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
INSERT INTO "plies" VALUES('stranger',0,'[4]',9,'[Move:mover=1,from=4,to=4,actions=[Add:type=Cell,to=4,what=1,decision=true]]',1,'B2',NULL,'c:4');
INSERT INTO "plies" VALUES('library',0,'[0]',9,'[Move:mover=1,from=0,to=0,actions=[Add:type=Cell,to=0,what=1,decision=true]]',1,'A1',NULL,'c:0');
INSERT INTO "plies" VALUES('library',1,'[0]',8,'[Move:mover=2,from=1,to=1,actions=[Add:type=Cell,to=1,what=2,decision=true]]',2,'B1',NULL,'c:1');
INSERT INTO "plies" VALUES('library',2,'[0]',7,'[Move:mover=1,from=2,to=2,actions=[Add:type=Cell,to=2,what=1,decision=true]]',1,'C1',NULL,'c:2');
INSERT INTO "plies" VALUES('library',3,'[0]',6,'[Move:mover=2,from=3,to=3,actions=[Add:type=Cell,to=3,what=2,decision=true]]',2,'A2',NULL,'c:3');
CREATE TABLE tables (
    id TEXT PRIMARY KEY, created REAL NOT NULL, touched REAL NOT NULL,
    name TEXT NOT NULL,          -- of the library's game; empty for a description of somebody's own
    description TEXT NOT NULL REFERENCES descriptions (key),
    options TEXT NOT NULL,       -- JSON list of "Heading/Item"
    players TEXT NOT NULL,       -- JSON list of "human" or an agent
    rng BLOB NOT NULL,           -- the generator's eight bytes before the start
    paused INTEGER NOT NULL,
    cursor INTEGER NOT NULL      -- how many plies are played; those after it can be played again
) WITHOUT ROWID;
INSERT INTO "tables" VALUES('stranger',1.79532195688952684407e+09,1.79532195692573428146e+09,'','05e6dfa3df281ce714c0ed1fbc3bde75b7e43eaeecaae8cf68e0ded8742b7f8d','[]','["human", "uct:1s"]',X'0200000000000000',1,1);
INSERT INTO "tables" VALUES('library',1.79532194966394519804e+09,1.79532194968845200538e+09,'Tic-Tac-Toe','ba75e51377ea3c1d6d0a060b62955073907c0b798e0a11c492fab5c596af3fc2','[]','["human", "human"]',X'0100000000000000',0,3);
CREATE INDEX tables_touched ON tables (touched);
COMMIT;
PRAGMA user_version = 1;
