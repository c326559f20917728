// Starts, restarts and stops of servers, on a clock of the test.
import { describe, expect, it } from 'vitest';
import type { DeskServer } from '../../../app/models/desks/directory.server';
import { chooseByText } from '../../../app/server/desks/choose-server';
import { computeRestartDelayMs } from '../../../app/server/desks/restart-delay';
import { Supervisor } from '../../../app/server/desks/supervisor.server';

const build = (name: string, url: string | null = null): DeskServer => ({
  name,
  dataDir: `/srv/${name}`,
  url,
  isDraining: false,
});

interface FakeProcess {
  readonly name: string;
  readonly signals: string[];
  readonly endProcess: (how: string) => void;
}

/** A machine on which nothing happens before the test says so. */
class FakeMachine {
  nowMs = 0;
  readonly processes: FakeProcess[] = [];
  readonly printed: string[] = [];
  readonly answering = new Set<string>();
  private timers: { readonly atMs: number; readonly callback: () => void }[] = [];
  isBroken = false;

  readonly supervisor = new Supervisor({
    launch: ({ name }) => {
      if (this.isBroken) return Promise.reject(new Error('no port'));
      let endProcess: FakeProcess['endProcess'] = () => undefined;
      const ended = new Promise<string>((resolve) => (endProcess = resolve));
      const signals: string[] = [];
      const pid = this.processes.push({ name, signals, endProcess });
      return Promise.resolve({
        address: `http://${name}:${pid}`,
        pid,
        ended,
        stop: () => void signals.push('SIGTERM'),
        kill: () => void signals.push('SIGKILL'),
      });
    },
    isAnswering: (address) => Promise.resolve(this.answering.has(address)),
    nowMs: () => this.nowMs,
    startTimer: (callback, ms) => {
      const timer = { atMs: this.nowMs + ms, callback };
      this.timers.push(timer);
      return () => (this.timers = this.timers.filter((each) => each !== timer));
    },
    print: (text) => void this.printed.push(text),
  });

  async runPromises(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }

  async passTime(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const [next] = [...this.timers]
        .filter(({ atMs }) => atMs <= untilMs)
        .sort((a, b) => a.atMs - b.atMs);
      if (!next) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.nowMs = next.atMs;
      next.callback();
      await this.runPromises();
    }
    this.nowMs = untilMs;
  }

  async endServer(index: number, how = 'ended by SIGKILL'): Promise<void> {
    this.processes[index]?.endProcess(how);
    await this.runPromises();
  }
}

describe('the supervisor', () => {
  it('gives a server requests once it answers', async () => {
    const machine = new FakeMachine();
    machine.supervisor.update([build('a')]);
    await machine.runPromises();
    await machine.passTime(1000);
    expect(machine.supervisor.findAddress('a')).toBeNull();
    machine.answering.add('http://a:1');
    await machine.passTime(100);
    expect(machine.supervisor.findAddress('a')).toBe('http://a:1');
    expect(machine.printed).toEqual(['server a: answers at http://a:1 (process 1) after 1.1 s']);
  });

  it('starts a server that has ended at once, the others untouched', async () => {
    const machine = new FakeMachine();
    machine.answering.add('http://a:1').add('http://b:2');
    machine.supervisor.update([build('a'), build('b')]);
    await machine.runPromises();
    await machine.endServer(0);
    expect(machine.supervisor.findAddress('a')).toBeNull();
    expect(machine.supervisor.findAddress('b')).toBe('http://b:2');
    expect(machine.processes.map(({ name }) => name)).toEqual(['a', 'b', 'a']);
    expect(machine.printed.at(-1)).toBe('server a: ended by SIGKILL; starting it again');
    machine.answering.add('http://a:3');
    await machine.passTime(100);
    expect(machine.supervisor.findAddress('a')).toBe('http://a:3');
    expect(machine.processes[1]?.signals).toEqual([]);
  });

  it('pauses longer with each end within a minute, and says so', async () => {
    const machine = new FakeMachine();
    machine.supervisor.update([build('a')]);
    await machine.runPromises();
    for (let end = 0; end < 4; end += 1) {
      await machine.endServer(machine.processes.length - 1, 'ended with exit code 1');
      await machine.passTime(2_000);
    }
    expect(machine.processes).toHaveLength(5);
    expect(machine.printed.slice(1)).toEqual([
      'server a: ended with exit code 1; starting it again',
      ...[1, 2].map(
        (seconds) =>
          `server a: ended with exit code 1; it has ended several times within a minute: starting it again in ${seconds} s`,
      ),
    ]);
  });

  it('repeats a start that fails', async () => {
    const machine = new FakeMachine();
    machine.isBroken = true;
    machine.supervisor.update([build('a')]);
    await machine.runPromises();
    machine.isBroken = false;
    await machine.passTime(5_000);
    expect(machine.processes).toHaveLength(1);
    expect(machine.printed[0]).toBe('server a: could not be started: no port; starting it again');
  });

  it('starts servers that are added, and stops those that are removed for good', async () => {
    const machine = new FakeMachine();
    machine.supervisor.update([build('a')]);
    await machine.runPromises();
    machine.supervisor.update([build('a'), build('b')]);
    await machine.runPromises();
    expect(machine.processes.map(({ name }) => name)).toEqual(['a', 'b']);
    machine.supervisor.update([build('b')]);
    expect(machine.processes[0]?.signals).toEqual(['SIGTERM']);
    await machine.endServer(0, 'ended with exit code 0');
    await machine.passTime(60_000);
    expect(machine.processes).toHaveLength(2);
    expect(machine.supervisor.findAddress('a')).toBeNull();
  });

  it('only passes on requests to a server that has an address', async () => {
    const machine = new FakeMachine();
    machine.supervisor.update([build('far', 'http://10.0.0.7:3000')]);
    await machine.passTime(1000);
    expect(machine.processes).toEqual([]);
    expect(machine.supervisor.findAddress('far')).toBe('http://10.0.0.7:3000');
  });

  it('stops when all servers have stopped, and kills one that does not', async () => {
    const machine = new FakeMachine();
    machine.supervisor.update([build('a'), build('b')]);
    await machine.runPromises();
    let isStopped = false;
    const stopped = machine.supervisor.stop().then(() => (isStopped = true));
    await machine.endServer(0, 'ended with exit code 0');
    await machine.passTime(14_000);
    expect([isStopped, machine.processes[1]?.signals]).toEqual([false, ['SIGTERM']]);
    await machine.passTime(1_000);
    expect(machine.processes[1]?.signals).toEqual(['SIGTERM', 'SIGKILL']);
    await machine.endServer(1);
    await stopped;
    machine.supervisor.update([build('c')]);
    await machine.runPromises();
    expect(machine.processes).toHaveLength(2);
  });

  it('stops a server that it has just begun to start', async () => {
    const machine = new FakeMachine();
    machine.supervisor.update([build('a')]);
    let isStopped = false;
    const stopped = machine.supervisor.stop().then(() => (isStopped = true));
    await machine.runPromises();
    expect([isStopped, machine.processes[0]?.signals]).toEqual([false, ['SIGTERM']]);
    await machine.endServer(0, 'ended with exit code 0');
    await stopped;
  });
});

it.each([
  [[], 0],
  [[1000], 0],
  [[900, 1000], 0],
  [[800, 900, 1000], 1_000],
  [[700, 800, 900, 1000], 2_000],
  [[-60_000, -59_500, 1000], 0],
  [Array.from({ length: 16 }, () => 1000), 30_000],
])('after ends at %j ms the pause is %d ms', (endedMs, delayMs) => {
  expect(computeRestartDelayMs(endedMs, 1000)).toBe(delayMs);
});

describe('the server for a text', () => {
  const KEY = Buffer.from('key');
  const NAMES = ['a', 'b', 'c'];
  const texts = Array.from({ length: 300 }, (_, index) => `user-${index}`);

  it('is the same each time, spreads evenly and depends on the key', () => {
    const counts = NAMES.map(
      (name) => texts.filter((text) => chooseByText(NAMES, text, KEY) === name).length,
    );
    expect(Math.min(...counts)).toBeGreaterThan(60);
    const other = texts.filter(
      (text) => chooseByText(NAMES, text, KEY) !== chooseByText(NAMES, text, Buffer.from('x')),
    );
    expect(other.length).toBeGreaterThan(100);
    expect(chooseByText([], 'x', KEY)).toBeNull();
  });

  it('stays for texts of other servers when one is removed', () => {
    for (const text of texts) {
      const before = chooseByText(NAMES, text, KEY);
      if (before !== 'b') expect(chooseByText(['a', 'c'], text, KEY)).toBe(before);
    }
  });
});
