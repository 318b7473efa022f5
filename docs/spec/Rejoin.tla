------------------------------- MODULE Rejoin -------------------------------
(***************************************************************************)
(* Rule S15: a member that may have lost what it promised or accepted      *)
(* counts in no quorum until it has been repaired from a leader, or until  *)
(* the group is formed for the first time.                                 *)
(*                                                                         *)
(* Messages are never lost, and never leave: each may be received late,    *)
(* again, or not at all.  What an action writes is durable when it ends    *)
(* (S2).  A value is named by the ballot that proposed it first; 0 is the  *)
(* no-op.  `Off' names the rules that a configuration takes away.          *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Sequences, TLC

CONSTANTS Node, MaxBallot, MaxLsn,
          ReadSize, WriteSize,   \* members in a read quorum, in a write quorum
          MaxLoss,               \* losses in all
          MaxDown,               \* members that are no voters at one time, by loss
          StartFormed,           \* TRUE: all start as voters; FALSE: all are new
          KeepMeta,              \* TRUE: a loss may spare the promise, or the ordered log, or both
          Owners,                \* of the ballots: "any", all cases; "distinct": no one owns two, one case stands for
                                 \* all; "same": one owns all; "last": one owns all but the last
          Victims,               \* "any": who may lose its state; "others": only who owns no ballot
          Off                    \* the rules that are taken away

Rules == {"standing", "nonce", "confirm", "same-life", "promises", "enough", "reaccept",
          "catch-up", "form-all", "form-records", "form-promises"}
ASSUME Off \subseteq Rules
On(rule) == rule \notin Off

Ballot == 1..MaxBallot
Lsn == 1..MaxLsn
Nothing == <<0, 0>>              \* ballot and value where nothing is accepted
NoAnswer == [given |-> FALSE]
NoCamp == [phase |-> "none"]

VARIABLES owner,                 \* who may campaign at a ballot; drawn once
          voter, life,           \* durable standing, and how often the member has lost its state
          promised, acc, olog,   \* durable promise, accepted values, recorded prefix
          camp,                  \* what the owner of a ballot knows while it campaigns or leads at it
          prepared, promises,    \* ballots that were asked for; PROMISE messages
          asked, confirms,       \* ballots that were asked to be confirmed; confirmations
          orders, acks,          \* ORDER and ACK messages
          answers,               \* answers[x][y]: what y has told x, who wants to rejoin
          losses

vars == <<owner, voter, life, promised, acc, olog, camp, prepared, promises, asked, confirms, orders, acks, answers,
          losses>>
election == <<camp, prepared, promises, asked, confirms>>

Max(S) == CHOOSE m \in S : \A x \in S : x <= m

IsRead(S) == Cardinality(S) >= ReadSize
IsWrite(S) == Cardinality(S) >= WriteSize
(* So many of the others meet every read quorum that has x in it, outside of x. *)
Enough == Cardinality(Node) - ReadSize + (IF On("enough") THEN 1 ELSE 0)

Ackers(b, l) == {a.from : a \in {m \in acks : m.b = b /\ m.l = l}}
ChosenAt(l) == {o.v : o \in {p \in orders : p.l = l /\ IsWrite(Ackers(p.b, l))}}
Highest(b) == Max({camp[b].base} \cup {o.l : o \in {p \in orders : p.b = b}})
IsBusy(n) == \E b \in Ballot : owner[b] = n /\ camp[b].phase \in {"candidate", "confirming", "leader"}
HasRecords(n) == Len(olog[n]) > 0 \/ \E l \in Lsn : acc[n][l] # Nothing
(* What a member that answers has to say against a first start.  Without "form-promises": the rule as it was first
   thought, which asks for records, and for candidates and leaders, alone. *)
IsNew(n) ==
    /\ On("form-records") => ~HasRecords(n)
    /\ IF On("form-promises") THEN promised[n] = 0 ELSE ~IsBusy(n)
(* The campaigns of a node that stopped, or took a new ballot, are over. *)
Ended(n) == [b \in Ballot |-> IF owner[b] = n /\ camp[b].phase # "none" THEN [phase |-> "over"] ELSE camp[b]]

OwnersOf == CASE Owners = "any" -> [Ballot -> Node]
    [] Owners = "distinct" -> {CHOOSE o \in [Ballot -> Node] : \A b, c \in Ballot : b # c => o[b] # o[c]}
    [] Owners = "same" -> {CHOOSE o \in [Ballot -> Node] : \A b, c \in Ballot : o[b] = o[c]}
    [] Owners = "last" -> {CHOOSE o \in [Ballot -> Node] : \A b, c \in Ballot :
           b < c => (o[b] # o[c] <=> c = MaxBallot)}

Init ==
    /\ owner \in OwnersOf
    /\ voter = [n \in Node |-> StartFormed]
    /\ life = [n \in Node |-> 0]
    /\ promised = [n \in Node |-> 0]
    /\ acc = [n \in Node |-> [l \in Lsn |-> Nothing]]
    /\ olog = [n \in Node |-> <<>>]
    /\ camp = [b \in Ballot |-> NoCamp]
    /\ prepared = {} /\ promises = {} /\ asked = {} /\ confirms = {} /\ orders = {} /\ acks = {}
    /\ answers = [x \in Node |-> [y \in Node |-> NoAnswer]]
    /\ losses = 0

-----------------------------------------------------------------------------
(* Elections *)

PromiseOf(n, b) == [b |-> b, from |-> n, life |-> life[n], floor |-> Len(olog[n]),
    acc |-> [l \in Lsn |-> IF l > Len(olog[n]) THEN acc[n][l] ELSE Nothing]]

(* A voter takes a ballot above its promise, which it promises itself before it asks (S16). *)
Campaign(b) == LET n == owner[b] IN
    /\ voter[n] /\ promised[n] < b /\ camp[b].phase \in {"none", "over"}
    /\ promised' = [promised EXCEPT ![n] = b]
    /\ camp' = [Ended(n) EXCEPT ![b] = [phase |-> "candidate"]]
    /\ prepared' = prepared \cup {b}
    /\ promises' = promises \cup {PromiseOf(n, b)}
    /\ UNCHANGED <<owner, voter, life, acc, olog, asked, confirms, orders, acks, answers, losses>>

Promise(n, b) ==
    /\ b \in prepared /\ voter[n] /\ promised[n] <= b
    /\ ~\E m \in promises : m.from = n /\ m.b = b /\ m.life = life[n]
    /\ promised' = [promised EXCEPT ![n] = b]
    /\ promises' = promises \cup {PromiseOf(n, b)}
    /\ UNCHANGED <<owner, voter, life, acc, olog, camp, prepared, asked, confirms, orders, acks, answers, losses>>

ConfirmOf(n, b) == [b |-> b, from |-> n, life |-> life[n]]

(* A read quorum has promised: what it told is fixed, and its members are asked whether they still hold the promise.
   The base is a floor that was told, or what the candidate itself knows to be chosen. *)
Collect(b) ==
    /\ camp[b].phase = "candidate"
    /\ \E S \in SUBSET {m \in promises : m.b = b} :
        /\ IsRead({m.from : m \in S}) /\ \A m, k \in S : m.from = k.from => m = k
        /\ \E own \in 0..MaxLsn :
            /\ \A l \in 1..own : ChosenAt(l) # {}
            /\ LET base == Max({own} \cup {m.floor : m \in S})
                   Best(l) == CHOOSE a \in {m.acc[l] : m \in S} : \A m \in S : m.acc[l][1] <= a[1]
               IN camp' = [camp EXCEPT ![b] = [phase |-> "confirming",
                      pledged |-> {<<m.from, m.life>> : m \in S}, base |-> base,
                      found |-> [l \in Lsn |-> IF l > base THEN Best(l) ELSE Nothing]]]
    /\ asked' = asked \cup {b}
    /\ confirms' = IF promised[owner[b]] = b THEN confirms \cup {ConfirmOf(owner[b], b)} ELSE confirms
    /\ UNCHANGED <<owner, voter, life, promised, acc, olog, prepared, promises, orders, acks, answers, losses>>

(* Says that the promise still stands; raises nothing. *)
Confirm(n, b) ==
    /\ On("confirm") /\ b \in asked /\ voter[n] /\ promised[n] = b
    /\ ConfirmOf(n, b) \notin confirms
    /\ confirms' = confirms \cup {ConfirmOf(n, b)}
    /\ UNCHANGED <<owner, voter, life, promised, acc, olog, camp, prepared, promises, asked, orders, acks, answers,
                   losses>>

IsConfirmed(b, pledge) == \E m \in confirms :
    /\ m.b = b /\ m.from = pledge[1]
    /\ On("same-life") => m.life = pledge[2]

(* The leader opens: it can read all up to its base, and proposes at its ballot what was found above (S4, S5). *)
Open(b) ==
    /\ camp[b].phase = "confirming"
    /\ IF On("confirm") THEN IsRead({p[1] : p \in {q \in camp[b].pledged : IsConfirmed(b, q)}}) ELSE TRUE
    /\ \A l \in 1..camp[b].base : ChosenAt(l) # {}
    /\ LET found == camp[b].found
           upTo == Max({camp[b].base} \cup {l \in Lsn : found[l] # Nothing})
       IN orders' = orders \cup {[b |-> b, l |-> l, v |-> found[l][2]] : l \in (camp[b].base + 1)..upTo}
    /\ camp' = [camp EXCEPT ![b] = [phase |-> "leader", base |-> camp[b].base]]
    /\ UNCHANGED <<owner, voter, life, promised, acc, olog, prepared, promises, asked, confirms, acks, answers,
                   losses>>

(* A node stops, steps down, or starts again with sound disks.  This matters to nobody but a first start that asks who is
   busy, since a leader need not answer that it leads, nor do anything else. *)
StepDown(b) ==
    /\ ~On("form-promises")
    /\ camp[b].phase \in {"candidate", "confirming", "leader"}
    /\ camp' = [camp EXCEPT ![b] = [phase |-> "over"]]
    /\ UNCHANGED <<owner, voter, life, promised, acc, olog, prepared, promises, asked, confirms, orders, acks, answers,
                   losses>>

-----------------------------------------------------------------------------
(* Ordering, accepting, learning *)

Order(b) ==
    /\ camp[b].phase = "leader" /\ Highest(b) < MaxLsn
    /\ orders' = orders \cup {[b |-> b, l |-> Highest(b) + 1, v |-> b]}
    /\ UNCHANGED <<owner, voter, life, promised, acc, olog, election, acks, answers, losses>>

(* Accepts what is ordered at no less than its promise; what is recorded here needs no other record to be acknowledged. *)
Accept(n, o) ==
    /\ voter[n] /\ promised[n] <= o.b
    /\ [b |-> o.b, l |-> o.l, from |-> n] \notin acks \/ acc[n][o.l][1] < o.b
    /\ promised' = [promised EXCEPT ![n] = o.b]
    /\ acc' = IF o.l > Len(olog[n]) THEN [acc EXCEPT ![n][o.l] = <<o.b, o.v>>] ELSE acc
    /\ acks' = acks \cup {[b |-> o.b, l |-> o.l, from |-> n]}
    /\ <<promised', acc', acks'>> # <<promised, acc, acks>>
    /\ UNCHANGED <<owner, voter, life, olog, election, orders, answers, losses>>

(* Any node records the next LSN once it is known to be chosen, voter or not. *)
Record(n) == LET l == Len(olog[n]) + 1 IN
    /\ l <= MaxLsn
    /\ \E v \in ChosenAt(l) : olog' = [olog EXCEPT ![n] = Append(@, v)]
    /\ acc' = [acc EXCEPT ![n][l] = Nothing]   \* the slot is forgotten: a promise tells the floor instead
    /\ UNCHANGED <<owner, voter, life, promised, election, orders, acks, answers, losses>>

-----------------------------------------------------------------------------
(* Loss, repair, first start *)

Lose(n) ==
    /\ losses < MaxLoss /\ voter[n]
    /\ Victims = "others" => \A b \in Ballot : owner[b] # n
    /\ Cardinality({m \in Node : ~voter[m]}) < MaxDown
    /\ losses' = losses + 1
    /\ life' = [life EXCEPT ![n] = @ + 1]
    /\ voter' = [voter EXCEPT ![n] = ~On("standing")]
    /\ \E keepPromise, keepLog \in (IF KeepMeta THEN BOOLEAN ELSE {FALSE}) :
        /\ promised' = IF keepPromise THEN promised ELSE [promised EXCEPT ![n] = 0]
        /\ olog' = IF keepLog THEN olog ELSE [olog EXCEPT ![n] = <<>>]
    /\ acc' = [acc EXCEPT ![n] = [l \in Lsn |-> Nothing]]
    /\ camp' = Ended(n)
    /\ answers' = IF On("nonce") THEN [answers EXCEPT ![n] = [m \in Node |-> NoAnswer]] ELSE answers
    /\ UNCHANGED <<owner, prepared, promises, asked, confirms, orders, acks>>

(* Answers the request of this life of x.  Once is enough: it may happen at any time.  An answer that can allow nothing,
   from who is neither a voter nor new, is left out; a leader says that it leads, which allows more than if it did not. *)
Answer(x, y) ==
    /\ x # y /\ ~voter[x] /\ ~answers[x][y].given /\ (voter[y] \/ IsNew(y))
    /\ LET lead == Max({0} \cup {b \in Ballot : owner[b] = y /\ camp[b].phase = "leader"}) IN
        answers' = [answers EXCEPT ![x][y] = [given |-> TRUE, voter |-> voter[y], promised |-> promised[y],
            new |-> IsNew(y), lead |-> lead,
            base |-> IF lead = 0 THEN 0 ELSE camp[lead].base, highest |-> IF lead = 0 THEN 0 ELSE Highest(lead)]]
    /\ UNCHANGED <<owner, voter, life, promised, acc, olog, election, orders, acks, losses>>

(* The repair in one step.  In the code it takes many; nobody sees x meanwhile, for it is no voter, and the answers it
   goes by may be as old as its loss. *)
Rejoin(x) ==
    /\ ~voter[x]
    /\ LET A == {y \in Node : answers[x][y].given /\ answers[x][y].voter} IN
        /\ Cardinality(A) >= Enough
        /\ \E leader \in {y \in A : answers[x][y].lead # 0} :
            LET B == answers[x][leader].lead
                base == answers[x][leader].base
                highest == answers[x][leader].highest
            IN
            /\ On("promises") => \A y \in A : answers[x][y].promised <= B
            /\ \E upTo \in Len(olog[x])..MaxLsn :
                /\ \A l \in 1..upTo : ChosenAt(l) # {}
                /\ On("catch-up") => upTo >= base
                /\ LET told == {o \in orders : On("reaccept") /\ o.b = B /\ o.l > upTo /\ o.l <= highest} IN
                    /\ olog' = [olog EXCEPT ![x] =
                        [l \in 1..upTo |-> IF l <= Len(@) THEN @[l] ELSE CHOOSE v \in ChosenAt(l) : TRUE]]
                    /\ acc' = [acc EXCEPT ![x] = [l \in Lsn |-> IF \E o \in told : o.l = l
                        THEN LET o == CHOOSE p \in told : p.l = l IN <<B, o.v>>
                        ELSE IF l <= upTo THEN Nothing ELSE @[l]]]
                    /\ acks' = acks \cup {[b |-> B, l |-> o.l, from |-> x] : o \in told}
            /\ promised' = [promised EXCEPT ![x] = B]
    /\ voter' = [voter EXCEPT ![x] = TRUE]
    /\ answers' = [answers EXCEPT ![x] = IF On("nonce") THEN [m \in Node |-> NoAnswer] ELSE @]
    /\ UNCHANGED <<owner, life, election, orders, losses>>

(* The first start: everybody has answered, and there is nothing that anybody could have forgotten. *)
Form(x) == LET given == {y \in Node : answers[x][y].given} IN
    /\ ~voter[x]
    /\ IF On("form-all") THEN given = Node \ {x} ELSE IsRead(given \cup {x})
    /\ \A y \in given : answers[x][y].new
    /\ On("form-promises") => promised[x] = 0
    /\ voter' = [voter EXCEPT ![x] = TRUE]
    /\ promised' = [promised EXCEPT ![x] = Max({promised[x]} \cup {answers[x][y].promised : y \in given})]
    /\ answers' = [answers EXCEPT ![x] = IF On("nonce") THEN [m \in Node |-> NoAnswer] ELSE @]
    /\ UNCHANGED <<owner, life, acc, olog, election, orders, acks, losses>>

-----------------------------------------------------------------------------

Next ==
    \/ \E b \in Ballot : Campaign(b) \/ Collect(b) \/ Open(b) \/ StepDown(b) \/ Order(b)
    \/ \E n \in Node : Record(n) \/ Lose(n) \/ Rejoin(n) \/ Form(n)
    \/ \E n \in Node, b \in Ballot : Promise(n, b) \/ Confirm(n, b)
    \/ \E n \in Node, o \in orders : Accept(n, o)
    \/ \E x, y \in Node : Answer(x, y)

Spec == Init /\ [][Next]_vars

Symmetry == Permutations(Node)

(* Narrows the search for a violation to histories with few messages; never used where none is expected. *)
Few == /\ Cardinality(promises) <= 2 * MaxBallot /\ Cardinality(confirms) <= 2 * MaxBallot
       /\ Cardinality(acks) <= 4 /\ \A n \in Node : olog[n] = <<>>

(* Narrower still: one ballot after the other, a loss while the second one leads. *)
FewInSequence == /\ Few /\ Cardinality(acks) <= 3
                 /\ losses = 0 => camp[3].phase = "none"
                 /\ losses > 0 => camp[2].phase # "none"
                 /\ \A b \in 2..MaxBallot : camp[b].phase # "none" => camp[b - 1].phase \in {"leader", "over"}

(* No LSN has two values that are chosen. *)
Agreement == \A l \in Lsn : Cardinality(ChosenAt(l)) <= 1
(* A ballot orders one value at an LSN (S16). *)
OneValue == \A o, p \in orders : o.b = p.b /\ o.l = p.l => o = p
(* What is recorded is what was chosen. *)
RecordedIsChosen == \A n \in Node : \A l \in 1..Len(olog[n]) : olog[n][l] \in ChosenAt(l)
=============================================================================
