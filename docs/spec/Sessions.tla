------------------------------- MODULE Sessions -------------------------------
(***************************************************************************)
(* Rules S9, S10 and S13: a client's commands across changes of leader.    *)
(* The log is taken as agreed (ScatteredLog): an entry that is in it stays *)
(* in it, and replicas apply a prefix each.  One session has the commands  *)
(* 1..MaxCommand outstanding at once; each try of a command is an entry,   *)
(* which names the leader's ballot that may order it.  What a leader had   *)
(* ordered may be lost with it while it is not chosen, or become chosen    *)
(* under a later one.  `Off' names the rules that are taken away.          *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Sequences, TLC

CONSTANTS Replica, MaxCommand, MaxTries, MaxBallot,
          Off

Rules == {"new-entry", "target", "refused-stays", "table", "window", "keep-results"}
ASSUME Off \subseteq Rules
On(rule) == rule \notin Off

Command == 1..MaxCommand
Try == 1..MaxTries
Ballot == 1..MaxBallot
None == 0
Refused == -1

VARIABLES ballot,                \* of the leader at present; lower ones have ended
          ordered, refused,      \* ordered: <<entry, ballot that ordered it>>, not chosen yet; refused: <<entry, ballot>>
          log,                   \* chosen entries
          sent,                  \* entries [c, try, target], of which late copies may come at any time
          tries,                 \* tries of each command so far
          applied,               \* of each replica: LSNs applied
          result,                \* of each replica and command: the stored result, or None
          runs, executed,        \* of each replica: how often each command took effect; how many commands did
          answers                \* what the client was told: <<command, result>>, or <<command, Refused>>: not applied

vars == <<ballot, ordered, refused, log, sent, tries, applied, result, runs, executed, answers>>

Range(s) == {s[i] : i \in 1..Len(s)}
Key(e) == IF On("new-entry") THEN <<e.c, e.try>> ELSE <<e.c, 0>>
IsOpen(c) == ~\E a \in answers : a[1] = c

Init ==
    /\ ballot = 1 /\ ordered = {} /\ refused = {} /\ log = <<>> /\ sent = {} /\ answers = {}
    /\ tries = [c \in Command |-> 0]
    /\ applied = [r \in Replica |-> 0]
    /\ result = [r \in Replica |-> [c \in Command |-> None]]
    /\ runs = [r \in Replica |-> [c \in Command |-> 0]]
    /\ executed = [r \in Replica |-> 0]

(* The first try of a command, or another while it has no answer: a new entry, meant for the leader known just now, or
   for one that was leader before. *)
Send(c) ==
    /\ tries[c] < MaxTries /\ IsOpen(c)
    /\ \E b \in 1..ballot : sent' = sent \cup {[c |-> c, try |-> tries[c] + 1, target |-> b]}
    /\ tries' = [tries EXCEPT ![c] = @ + 1]
    /\ UNCHANGED <<ballot, ordered, refused, log, applied, result, runs, executed, answers>>

(* The leader orders an entry that is meant for it, once, unless it has refused it. *)
Order(e) ==
    /\ On("target") => e.target = ballot
    /\ ~\E o \in ordered : o[2] = ballot /\ Key(o[1]) = Key(e)
    /\ ~\E i \in 1..Len(log) : Key(log[i].e) = Key(e) /\ log[i].b = ballot
    /\ On("refused-stays") => <<e, ballot>> \notin refused
    /\ ordered' = ordered \cup {<<e, ballot>>}
    /\ UNCHANGED <<ballot, refused, log, sent, tries, applied, result, runs, executed, answers>>

(* No room: the entry is not applied, now or ever (S13). *)
Refuse(e) ==
    /\ e.target = ballot /\ <<e, ballot>> \notin refused
    /\ ~\E o \in ordered : o[1] = e
    /\ ~\E i \in 1..Len(log) : log[i].e = e
    /\ refused' = refused \cup {<<e, ballot>>}
    /\ UNCHANGED <<ballot, ordered, log, sent, tries, applied, result, runs, executed, answers>>

(* A command is not applied when each of its tries was refused by the leader that it was meant for.  A refusal names an
   entry by its id, which is all that the client can compare. *)
NotApplied(c) ==
    /\ IsOpen(c) /\ tries[c] > 0
    /\ \A e \in sent : e.c = c => \E x \in refused : Key(x[1]) = Key(e)
    /\ answers' = answers \cup {<<c, Refused>>}
    /\ UNCHANGED <<ballot, ordered, refused, log, sent, tries, applied, result, runs, executed>>

(* What was ordered becomes chosen, in any order; by its leader, or recovered by a later one. *)
Choose(o) ==
    /\ log' = Append(log, [e |-> o[1], b |-> o[2]])
    /\ ordered' = ordered \ {o}
    /\ UNCHANGED <<ballot, refused, sent, tries, applied, result, runs, executed, answers>>

(* Another leader: what was ordered and not chosen is found by it, or is not. *)
Elect ==
    /\ ballot < MaxBallot
    /\ ballot' = ballot + 1
    /\ \E found \in SUBSET ordered : ordered' = found
    /\ UNCHANGED <<refused, log, sent, tries, applied, result, runs, executed, answers>>

(* Membership in the window of results is exact; a table of the newest command alone takes lower ones for repeated. *)
Seen(r, c) ==
    IF ~On("table") THEN FALSE
    ELSE IF On("window") THEN result[r][c] # None
    ELSE \E d \in Command : d >= c /\ result[r][d] # None

(* The result is how many commands took effect before this one, and this one. *)
Apply(r) ==
    /\ applied[r] < Len(log)
    /\ LET c == log[applied[r] + 1].e.c IN
        IF Seen(r, c) THEN UNCHANGED <<result, runs, executed>>
        ELSE /\ executed' = [executed EXCEPT ![r] = @ + 1]
             /\ result' = [result EXCEPT ![r][c] = executed[r] + 1]
             /\ runs' = [runs EXCEPT ![r][c] = @ + 1]
    /\ applied' = [applied EXCEPT ![r] = @ + 1]
    /\ UNCHANGED <<ballot, ordered, refused, log, sent, tries, answers>>

(* Any replica that has applied an entry of the command may answer, from its table (S10). *)
Answer(r, c) ==
    /\ IsOpen(c) /\ \E i \in 1..applied[r] : log[i].e.c = c
    /\ answers' = answers \cup {<<c, IF On("keep-results") THEN result[r][c] ELSE executed[r]>>}
    /\ UNCHANGED <<ballot, ordered, refused, log, sent, tries, applied, result, runs, executed>>

Next ==
    \/ \E c \in Command : Send(c) \/ NotApplied(c)
    \/ \E e \in sent : Order(e) \/ Refuse(e)
    \/ \E o \in ordered : Choose(o)
    \/ Elect
    \/ \E r \in Replica : Apply(r) \/ \E c \in Command : Answer(r, c)

Spec == Init /\ [][Next]_vars
Symmetry == Permutations(Replica)

(* A command takes effect at most once on each replica. *)
Once == \A r \in Replica : \A c \in Command : runs[r][c] <= 1
(* What was answered as not applied takes effect nowhere, at no time. *)
NotAppliedHolds == \A a \in answers : a[2] = Refused =>
    \A i \in 1..Len(log) : log[i].e.c # a[1]
(* A command that was answered has taken effect, with the result that every replica has for it. *)
AnswerHolds == \A a \in answers : a[2] # Refused =>
    \A r \in Replica : (\E i \in 1..applied[r] : log[i].e.c = a[1]) => runs[r][a[1]] > 0 /\ result[r][a[1]] = a[2]
(* Replicas that have applied as much are in one state. *)
Converge == \A r, s \in Replica : applied[r] = applied[s] => result[r] = result[s] /\ executed[r] = executed[s]
(* An entry stands in the log once (M4 is about commands: their tries may). *)
EntryOnce == \A i, k \in 1..Len(log) : i # k => log[i].e # log[k].e
===============================================================================
