----------------------------- MODULE ScatteredLog -----------------------------
(***************************************************************************)
(* Rules S1 to S8 and S16: how entries are ordered, accepted, chosen and   *)
(* recovered, with any number of storage groups.  Who campaigns is of no   *)
(* matter here: a ballot has one owner, which campaigns once.  Messages    *)
(* are never lost and never leave: each may be received late, again, or    *)
(* not at all.  What an action writes is durable when it ends (S2).        *)
(* Bodies travel by themselves: a record needs one, and it may be gone.    *)
(* `Off' names the rules that a configuration takes away.                  *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Sequences, TLC

CONSTANTS Node, Groups,          \* storage nodes; a set of disjoint sets of them
          MaxBallot, MaxLsn,
          PerBallot,             \* entries that are meant for each ballot
          CanLoseBodies,         \* TRUE: a body may be gone from all memories
          Off

Rules == {"refuse", "both-groups", "floor", "new-stamp", "fill", "one-ballot", "own-proposals", "counter", "body",
          "target", "seen"}
ASSUME Off \subseteq Rules
On(rule) == rule \notin Off

Ballot == 1..MaxBallot
Lsn == 1..MaxLsn
Entry == 1..(MaxBallot * PerBallot)
(* The ballot whose leader alone may order an entry. *)
Target(e) == (e - 1) \div PerBallot + 1
NoOp == 0
Nothing == [b |-> 0, v |-> NoOp, g |-> {}, body |-> FALSE]

VARIABLES memory,                \* entries whose body is still in some memory
          promised, acc, olog,   \* durable: promise, accepted values, recorded prefix
          leader, base,          \* of each ballot: whether its owner leads, and above what it proposes
          promises, orders, acks, told

vars == <<memory, promised, acc, olog, leader, base, promises, orders, acks, told>>

Max(S) == CHOOSE m \in S : \A x \in S : x <= m
IsMajority(S, G) == 2 * Cardinality(S \cap G) > Cardinality(G)
IsRead(S) == IF On("both-groups") THEN \A G \in Groups : IsMajority(S, G) ELSE \E G \in Groups : IsMajority(S, G)

(* A value is chosen when a write quorum, a majority of the group that it was ordered to, holds it at one ballot. *)
Ackers(o) == {a.from : a \in {m \in acks : m.l = o.l /\ IF On("one-ballot") THEN m.b = o.stamp ELSE m.v = o.v}}
ChosenAt(l) == {o.v : o \in {p \in orders : p.l = l /\ IsMajority(Ackers(p), p.g)}}
(* What a learner may take for chosen: what it counted, and what a leader confirmed of what it ordered. *)
LearntAt(l) == ChosenAt(l) \cup
    {o.v : o \in {p \in orders : p.l = l /\ \E t \in told : t.b = p.b /\ base[p.b] < l /\ l <= t.upTo}}
Highest(b) == Max({base[b]} \cup {o.l : o \in {p \in orders : p.b = b}})
HasBody(e) == e = NoOp \/ e \in memory
    \/ \E n \in Node : \E l \in Lsn : (acc[n][l].v = e /\ acc[n][l].body) \/ (l <= Len(olog[n]) /\ olog[n][l] = e)

Init ==
    /\ memory = Entry
    /\ promised = [n \in Node |-> 0]
    /\ acc = [n \in Node |-> [l \in Lsn |-> Nothing]]
    /\ olog = [n \in Node |-> <<>>]
    /\ leader = [b \in Ballot |-> FALSE] /\ base = [b \in Ballot |-> 0]
    /\ promises = {} /\ orders = {} /\ acks = {} /\ told = {}

(* S1 to S3: a promise, with the floor and everything accepted above it. *)
Promise(n, b) ==
    /\ promised[n] < b
    /\ promised' = [promised EXCEPT ![n] = b]
    /\ promises' = promises \cup {[b |-> b, from |-> n, floor |-> Len(olog[n]), acc |-> acc[n]]}
    /\ UNCHANGED <<memory, acc, olog, leader, base, orders, acks, told>>

(* S3 to S5, F3 to F5: a read quorum, the base, and all that was found above it, at the new ballot. *)
Elect(b) ==
    /\ ~leader[b] /\ ~\E o \in orders : o.b = b
    /\ \E S \in SUBSET {m \in promises : m.b = b}, own \in 0..MaxLsn :
        /\ IsRead({m.from : m \in S})
        /\ \A l \in 1..own : LearntAt(l) # {}
        /\ LET newBase == Max({own} \cup (IF On("floor") THEN {m.floor : m \in S} ELSE {}))
               Found(l) == {m.acc[l] : m \in S}
               Best(l) == CHOOSE a \in Found(l) : \A x \in Found(l) : x.b <= a.b
               Held == {l \in Lsn : l > newBase /\ Best(l).b > 0}
               upTo == IF On("fill") THEN Max({newBase} \cup Held)
                       ELSE Max({l \in newBase..MaxLsn : \A k \in (newBase + 1)..l : k \in Held})
               Group(l) == IF Best(l).b > 0 THEN Best(l).g ELSE CHOOSE G \in Groups : TRUE
           IN /\ \A l \in 1..newBase : LearntAt(l) # {}
              /\ \A l \in Held : HasBody(Best(l).v)
              /\ base' = [base EXCEPT ![b] = newBase]
              /\ orders' = orders \cup {[b |-> b, l |-> l, v |-> Best(l).v, g |-> Group(l),
                     stamp |-> IF On("new-stamp") \/ Best(l).b = 0 THEN b ELSE Best(l).b] : l \in (newBase + 1)..upTo}
    /\ leader' = [leader EXCEPT ![b] = TRUE]
    /\ UNCHANGED <<memory, promised, acc, olog, promises, acks, told>>

(* S7: the next LSN for an entry that was meant for this ballot, whose body is here, and that it has not ordered yet. *)
Order(b, e, G) ==
    /\ leader[b] /\ e \in memory /\ Highest(b) < MaxLsn
    /\ On("target") => Target(e) = b
    /\ \A f \in memory : f < e /\ Target(f) = Target(e) => \E o \in orders : o.v = f   \* they are alike: by number
    /\ On("seen") => ~\E o \in orders : o.b = b /\ o.v = e
    /\ orders' = orders \cup {[b |-> b, l |-> Highest(b) + 1, v |-> e, g |-> G, stamp |-> b]}
    /\ UNCHANGED <<memory, promised, acc, olog, leader, base, promises, acks, told>>

(* S16 taken away: a leader that starts again and has forgotten what it ordered goes on in its ballot. *)
Forget(b, e, G) ==
    /\ ~On("counter") /\ leader[b] /\ base[b] < MaxLsn /\ Target(e) = b /\ e \in memory
    /\ orders' = orders \cup {[b |-> b, l |-> base[b] + 1, v |-> e, g |-> G, stamp |-> b]}
    /\ UNCHANGED <<memory, promised, acc, olog, leader, base, promises, acks, told>>

(* S1, S2, M1: nothing below the promise, and nothing without its body.  What is recorded here is acknowledged as it is. *)
Accept(n, o) ==
    /\ n \in o.g
    /\ On("refuse") => promised[n] <= o.b
    /\ LET hasBody == HasBody(o.v)
           ack == [b |-> o.stamp, l |-> o.l, v |-> o.v, from |-> n]
       IN /\ On("body") => hasBody
          /\ ack \notin acks
          /\ acks' = acks \cup {ack}
          /\ acc' = IF o.l > Len(olog[n])
                    THEN [acc EXCEPT ![n][o.l] = [b |-> o.stamp, v |-> o.v, g |-> o.g, body |-> hasBody]] ELSE acc
    /\ promised' = [promised EXCEPT ![n] = IF @ < o.b THEN o.b ELSE @]
    /\ UNCHANGED <<memory, olog, leader, base, promises, orders, told>>

(* S6, F9: the next LSN that is known to be chosen goes to the ordered log with its body; its slot is forgotten. *)
Record(n) == LET l == Len(olog[n]) + 1 IN
    /\ l <= MaxLsn
    /\ \E v \in LearntAt(l) : HasBody(v) /\ olog' = [olog EXCEPT ![n] = Append(@, v)]
    /\ acc' = [acc EXCEPT ![n][l] = Nothing]
    /\ UNCHANGED <<memory, promised, leader, base, promises, orders, acks, told>>

(* S6: a leader tells up to where what it ordered itself is chosen, not what it knows to be chosen otherwise. *)
Tell(b, upTo) ==
    /\ leader[b] /\ upTo > base[b] /\ upTo <= Highest(b) /\ [b |-> b, upTo |-> upTo] \notin told
    /\ \A l \in (base[b] + 1)..upTo :
        IF On("own-proposals") THEN \E o \in orders : o.b = b /\ o.l = l /\ IsMajority(Ackers(o), o.g)
        ELSE ChosenAt(l) # {}
    /\ told' = told \cup {[b |-> b, upTo |-> upTo]}
    /\ UNCHANGED <<memory, promised, acc, olog, leader, base, promises, orders, acks>>

LoseBody(e) ==
    /\ CanLoseBodies /\ e \in memory
    /\ memory' = memory \ {e}
    /\ UNCHANGED <<promised, acc, olog, leader, base, promises, orders, acks, told>>

Next ==
    \/ \E n \in Node, b \in Ballot : Promise(n, b)
    \/ \E b \in Ballot : Elect(b) \/ \E upTo \in Lsn : Tell(b, upTo)
    \/ \E b \in Ballot, e \in Entry, G \in Groups : Order(b, e, G) \/ Forget(b, e, G)
    \/ \E n \in Node, o \in orders : Accept(n, o)
    \/ \E n \in Node : Record(n)
    \/ \E e \in Entry : LoseBody(e)

Spec == Init /\ [][Next]_vars
Symmetry == Permutations(Node)
(* Members of one group may change places. *)
GroupSymmetry == {p \in Permutations(Node) : \A G \in Groups : {p[n] : n \in G} = G}

(* Narrows the search for a violation; never used where none is expected. *)
Few == /\ Cardinality(acks) <= 5 /\ Cardinality(promises) <= 2 * MaxBallot /\ told = {}
       /\ \A n \in Node : olog[n] = <<>>

(* Narrower still: one ballot after the other. *)
FewInSequence == /\ Few /\ Cardinality(acks) <= 3
                 /\ \A p \in promises : p.b = 1 \/ leader[p.b - 1]

(* No LSN has two values that are chosen. *)
Agreement == \A l \in Lsn : Cardinality(ChosenAt(l)) <= 1
(* What is learnt, from acknowledgements or from a leader's word, is what is chosen. *)
LearntIsChosen == \A l \in Lsn : \A v \in LearntAt(l) : v \in ChosenAt(l)
(* What is recorded is what was chosen, and is never lost. *)
RecordedIsChosen == \A n \in Node : \A l \in 1..Len(olog[n]) : olog[n][l] \in ChosenAt(l)
(* A ballot gives an LSN one value (S16). *)
OneValue == \A o, p \in orders : o.b = p.b /\ o.l = p.l => o = p
(* The body of what is chosen is held by somebody (M1). *)
BodyHeld == \A l \in Lsn : \A v \in ChosenAt(l) : v = NoOp \/
    \E n \in Node : (acc[n][l].v = v /\ acc[n][l].body) \/ (l <= Len(olog[n]) /\ olog[n][l] = v)
(* An entry stands at one LSN, since one ballot alone may order it, once. *)
OnceInLog == \A k, l \in Lsn : k # l => ChosenAt(k) \cap ChosenAt(l) \subseteq {NoOp}
===============================================================================
