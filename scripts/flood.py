#!/usr/bin/env python3
"""How long polite clients of a gateway wait while a flood comes through it.

Starts three nodes and two gateways of the key-value server as processes on this machine: one gateway with
--max-unanswered BOUND, one with the default. Sixteen polite clients add one to a counter of their own, one command at
a time; the flood sets values of 1,000 bytes at a rate that does not wait for answers. Each is a process of its own.
Prints, for each round, the latency of the polite clients with a flood of half of what the bounded gateway takes, and
with RATE commands a second through either gateway; and whether each counter is what was acknowledged.

Usage: scripts/flood.py [BOUND [RATE [ROUNDS]]]     128, 150000 and 3 by default; takes about a minute a round
"""
import multiprocessing
import os
import select
import socket
import subprocess
import sys
import tempfile
import threading
import time

BASE = 22900
POLITE = 16
VALUE = b"v" * 1000


def request(*words):
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in words)


def flood(port, connections, rate, seconds, result):
    """Offers so many SETs a second, whatever is answered; tells how many were sent, applied and refused a second."""
    sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(connections)]
    sets = [request(b"SET", b"f%d" % i, VALUE) for i in range(connections)]
    waiting, sent, rest = [b""] * connections, [0] * connections, [b""] * connections
    applied = refused = other = 0
    for each in sockets:
        each.setblocking(False)
    begin = time.time()
    while time.time() - begin < seconds:
        due = int((time.time() - begin) * rate / connections)
        for i, each in enumerate(sockets):
            if due > sent[i] and len(waiting[i]) < 1 << 20:
                waiting[i] += sets[i] * (due - sent[i])
                sent[i] = due
            if waiting[i]:
                try:
                    waiting[i] = waiting[i][each.send(waiting[i]):]
                except BlockingIOError:
                    pass
        for each in select.select(sockets, [], [], 0.004)[0]:
            i = sockets.index(each)
            data = rest[i] + each.recv(1 << 18)
            end = data.rfind(b"\r\n") + 2 if b"\r\n" in data else 0
            lines, rest[i] = data[:end], data[end:]
            oks, noes = lines.count(b"+OK\r\n"), lines.count(b"-TRYAGAIN not applied")
            applied, refused, other = applied + oks, refused + noes, other + lines.count(b"\r\n") - oks - noes
    result.put([int(n / seconds) for n in (sum(sent), applied, refused)] + [other])


def polite(port, seconds, result):
    """One command at a time on each connection; tells latencies, refusals and counters that are wrong."""
    begin, latencies, refused, counters, lock = time.time(), [], [0], {}, threading.Lock()

    def client(key):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        answers, own, count, noes = connection.makefile("rb"), [], 0, 0
        while time.time() - begin < seconds:
            start = time.perf_counter()
            connection.sendall(request(b"INCR", key))
            if answers.readline().startswith(b":"):
                own.append(time.perf_counter() - start)
                count += 1
            else:
                noes += 1
            time.sleep(0.002)
        with lock:
            latencies.extend(own)
            refused[0] += noes
            counters[key] = count

    keys = [b"c%d-%d" % (time.time_ns(), i) for i in range(POLITE)]
    threads = [threading.Thread(target=client, args=(key,)) for key in keys]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    reader = socket.create_connection(("127.0.0.1", port)).makefile("rwb")
    wrong = 0
    for key in keys:
        line = b"-"
        while line.startswith(b"-"):
            reader.write(request(b"GET", key))
            reader.flush()
            line = reader.readline()
        wrong += int(reader.readline()) != counters[key]
    latencies.sort()
    result.put((len(latencies), refused[0], latencies[len(latencies) // 2] * 1000,
                latencies[len(latencies) * 99 // 100] * 1000, wrong))


def measure(title, port, connections, rate, seconds):
    floods, clients = multiprocessing.Queue(), multiprocessing.Queue()
    each = [multiprocessing.Process(target=polite, args=(port, seconds, clients)),
            multiprocessing.Process(target=flood, args=(port, connections, rate, seconds, floods))]
    for process in each:
        process.start()
    sent, applied, refused, other = floods.get()
    count, noes, p50, p99, wrong = clients.get()
    print("%-28s flood %7d/s offered, %6d applied, %6d refused, %d other; polite: %6d answered, %d refused, "
          "p50 %.2f ms, p99 %.2f ms, %d counters wrong" % (title, sent, applied, refused, other, count, noes, p50, p99,
                                                           wrong), flush=True)
    return applied


def main(bound, rate, rounds):
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    members = ",".join("127.0.0.1:%d" % (BASE + i) for i in range(3))
    common = ["./fleet", "kv", "--cluster", "9", "--members", members, "--store-bytes", str(1 << 30)]
    with tempfile.TemporaryDirectory() as data:
        commands = [common + ["--id", str(i), "--port", str(BASE + 10 + i), "--dir", "%s/n%d" % (data, i)]
                    for i in range(3)]
        commands += [common + ["--gateway", "--port", str(BASE + 20), "--max-unanswered", str(bound)],
                     common + ["--gateway", "--port", str(BASE + 21)]]
        subprocess.run(["./fleet", "version"], cwd=home, stdout=subprocess.DEVNULL)  # builds, once
        processes = []
        try:
            for i, command in enumerate(commands):
                log = open("%s/log%d" % (data, i), "w")
                processes.append(subprocess.Popen(command, cwd=home, stdout=log, stderr=log))
            for i in range(len(commands)):
                for _ in range(600):
                    if "ready:" in open("%s/log%d" % (data, i)).read():
                        break
                    time.sleep(0.1)
                else:
                    sys.exit("not ready within a minute: " + " ".join(commands[i]))
            for port in (BASE + 20, BASE + 21):
                measure("(to warm up)", port, 48, 30000, 8)
            takes = measure("bound %d, all it takes" % bound, BASE + 20, 48, 60000, 6)
            for _ in range(rounds):
                measure("bound %d, half of that" % bound, BASE + 20, 16, takes // 2, 8)
                measure("bound %d, a flood" % bound, BASE + 20, 48, rate, 10)
                measure("default bound, a flood", BASE + 21, 48, rate, 10)
                time.sleep(2)
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait()


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    main(*(numbers + [128, 150000, 3][len(numbers):]))
