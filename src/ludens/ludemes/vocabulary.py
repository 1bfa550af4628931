"""The names of the language: every keyword, and the constants that tell a keyword's forms apart.

Appendixes A and B of spec chapter 1. What is listed here and has no class yet is reported as `not supported yet`.
"""

from __future__ import annotations

KEYWORDS = frozenset(
    """
    != % * + - / < <= = > >= ^ abs add addScore adversarialPuzzle ag0 ahead ai aliases all allCombinations
    alphaBeta amount and append apply array arrayValue attract author automove avoidStoredState bestAgent bet
    between binaryLeaf board boardless brick byScore can card celtic centrePoint centreProximity claim
    classification clip colour column complete componentValues concentric concept coord cornerProximity cos cost
    count countSizeBiggestGroup counter credit currentMoverHeuristic custodial date deal decisionTree deck
    description dice die difference directional directions div divNumBoardSites divNumInitPlacement do domino
    dominoes drawHint dual edge enclose end equals equipment exact exp expand face featureSet featureTrees
    features firstMoveOnTrack flip flips forAll forEach forget from fromTo game games ge graph graphics gravity gt
    hand handSite heuristics hex hiddenImage hint hintLocation hints hole hop id if influence influenceAdvanced
    info intercept intersect intersection intervene is keep last layer layers le leaf leap level
    lineCompletionHeuristic log log10 logisticFunction logitTree lt makeFaces mancalaBoard map mapEntry match
    matchScore material max mcts merge meta metadata min mobilityAdvanced mobilitySimple mod mode move moveAgain
    mover mul next nextPhase no noStackOn not notEqual note nullHeuristic or origin ownRegionsCount pair pass
    passEnd path pathExtent payoff payoffs phase piece pin pips place play playCard player playerRegionsProximity
    playerSiteMapCount players poly pot pow prev priority promote propose publisher push quadhex random range
    recon recoordinate rectangle region regionProximity regionSite regions regular remember remove renumber repeat
    result results roll rotate rotation rotations row rules satisfy scale score select seq set shift shoot show
    sidesProximity sin site sites size sizes skew slide source sow spiral split splitCrossings sqrt square
    stackType start state step sub subdivide subgame suitRanking surakartaBoard surround swap take tan tanh team
    then tile tiling to toBool toFloat toInt topLevel track trackSite tri trigger trim ucb1 union
    unthreatenedMaterial value values var version vote was wedge what where while who xor
    """.split()
)

FORMS = {
    "all": frozenset(
        """
        DiceEqual DiceUsed Different Groups Passed Sites Values
        """.split()
    ),
    "board": frozenset(
        """
        Checkered Colour Curvature Placement Style StyleThickness
        """.split()
    ),
    "can": frozenset(
        """
        Move
        """.split()
    ),
    "card": frozenset(
        """
        Ace Eight Five Four Jack Joker King Nine Queen Rank Seven Six Suit Ten Three TrumpRank TrumpSuit
        TrumpValue Two
        """.split()
    ),
    "count": frozenset(
        """
        Active Adjacent Cells Columns Diagonal Edges Groups LegalMoves Liberties Moves MovesThisTurn Neighbours
        Off Orthogonal Phases Pieces Pips Players Rows Sites SitesPlatformBelow SizeBiggestGroup SizeBiggestLine
        Stack Steps StepsOnTrack Trials Turns Value Vertices
        """.split()
    ),
    "directions": frozenset(
        """
        Random
        """.split()
    ),
    "forEach": frozenset(
        """
        Die Direction Group Level Piece Player Site Team Value
        """.split()
    ),
    "forget": frozenset(
        """
        Value
        """.split()
    ),
    "hand": frozenset(
        """
        Placement
        """.split()
    ),
    "is": frozenset(
        """
        Active Acute AnyDie Blocked CaterpillarTree Connected Count Crossing Cycle Decided Empty Enemy Even Flat
        Friend Full Hidden In LastFrom LastTo Line Loop Mover Next Obtuse Occupied Odd Path Pattern Pending
        PipsMatch Prev Proposed Reflex RegularGraph Related Repeat Right SidesMatch Solved SpanningTree Sum Target
        Threatened Tree TreeCentre Triggered Unique Visited Within
        """.split()
    ),
    "last": frozenset(
        """
        Between From LevelFrom LevelTo To
        """.split()
    ),
    "max": frozenset(
        """
        Captures Distance Moves
        """.split()
    ),
    "move": frozenset(
        """
        Add Bet Claim Hop Leap Pass PlayCard Promote Propose Remove Select Set Shoot Slide Step Swap Vote
        """.split()
    ),
    "no": frozenset(
        """
        Moves Pieces Repeat Suicide
        """.split()
    ),
    "noStackOn": frozenset(
        """
        Fallen
        """.split()
    ),
    "piece": frozenset(
        """
        Colour Families Rotate Scale Style
        """.split()
    ),
    "pin": frozenset(
        """
        SupportMultiple
        """.split()
    ),
    "place": frozenset(
        """
        Random Stack
        """.split()
    ),
    "player": frozenset(
        """
        Colour Name
        """.split()
    ),
    "players": frozenset(
        """
        All Ally Enemy Friend NonMover Team1 Team10 Team11 Team12 Team13 Team14 Team15 Team16 Team2 Team3 Team4
        Team5 Team6 Team7 Team8 Team9
        """.split()
    ),
    "region": frozenset(
        """
        Colour
        """.split()
    ),
    "remember": frozenset(
        """
        State Value
        """.split()
    ),
    "set": frozenset(
        """
        Amount Cost Count Counter Hidden NextPlayer Pending Phase Pot RememberValue Rotation Score State Team
        TrumpSuit Value Var
        """.split()
    ),
    "show": frozenset(
        """
        Check Edges Line Piece Score Symbol
        """.split()
    ),
    "sites": frozenset(
        """
        Angled Around Axial Between Board Bottom Cell Centre Column ConcaveCorners ConvexCorners Corners Crossing
        Direction Distance Edge Empty From Group Hand Hidden Hint Horizontal Incident Inner LargePiece LastFrom
        LastTo Layer Left LineOfPlay LineOfSight Loop Major Minor Occupied Outer Pattern Pending Perimeter Phase
        Playable Random Right Row Side Slash Slosh Start State To ToClear Top Track Vertical Winning
        """.split()
    ),
    "size": frozenset(
        """
        Array Group LargePiece Stack Territory
        """.split()
    ),
    "sizes": frozenset(
        """
        Group
        """.split()
    ),
    "split": frozenset(
        """
        Deck
        """.split()
    ),
    "swap": frozenset(
        """
        Pieces Players
        """.split()
    ),
    "take": frozenset(
        """
        Control Domino
        """.split()
    ),
    "trackSite": frozenset(
        """
        EndSite FirstSite Move
        """.split()
    ),
    "value": frozenset(
        """
        MoveLimit Pending Piece Player Random TurnLimit
        """.split()
    ),
    "values": frozenset(
        """
        Remembered
        """.split()
    ),
    "was": frozenset(
        """
        Pass
        """.split()
    ),
    "where": frozenset(
        """
        Level
        """.split()
    ),
}


def is_known(spelling: str) -> bool:
    """Whether the language has that keyword, or that keyword with that constant."""
    keyword, _, constant = spelling.partition(" ")
    return keyword in KEYWORDS and (not constant or constant in FORMS.get(keyword, ()))
