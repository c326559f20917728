/**
 * Runs the engine: a bounded queue, one transaction for a batch, the state replaced only after the
 * commit, then publication.
 */
import { canonicalJson } from '../domain/canonical';
import type { CommandEnvelope, CommandResult } from '../domain/command';
import type { ShadowDay, ShadowDesk } from '../domain/twin';
import { type RefusalCode, createRefusal, rejectWith } from '../domain/outcome';
import type { Clock, Journal } from '../ports';
import { type Commit, StorageError } from '../ports';
import { SYSTEM_USER } from './config';
import { type Cycle, runCycle } from './cycle';
import type { Engine } from './engine';
import type { EngineEvent } from './event';
import { createLatencyRing } from './latency';
import type { DeskState } from './state';
import { type RunningShadows, areOthers, followShadows, withBeginners } from './twins/follow';
import { listShadowContracts } from './twins/kept-months';
import type { ShadowSpec } from './twins/kinds';

export interface RunnerOptions {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly state: DeskState;
  /**
   * Twins that run beside the books, as they were stored; none when absent. They never change what
   * the engine does.
   */
  readonly twins?: { readonly specs: readonly ShadowSpec[]; readonly desk: ShadowDesk };
  /** Asks for a later call of `drain`; absent in replay, which drains by itself. */
  readonly schedule?: (drain: () => void) => void;
  /** Events in one transaction at most. */
  readonly batchMax?: number;
  /** Events waiting at most. */
  readonly queueMax?: number;
}

export interface RunnerStatus {
  readonly queued: number;
  readonly dropped: number;
  readonly storageFault: string | null;
  /**
   * Reason of a halt that is in force but not stored, because the disk cannot be written; null when
   * there is none.
   */
  readonly pendingHalt: string | null;
  readonly commits: number;
  readonly events: number;
  readonly latencyMs: ReturnType<ReturnType<typeof createLatencyRing>['summary']>;
}

export interface Runner {
  readonly state: () => DeskState;
  /** The twins by kind, as of the same commit as the state. */
  readonly twins: () => ShadowDesk;
  /**
   * Queues an event from a feed, a broker or the clock. False when the queue is full: quotes may be
   * dropped then, bars must be offered again.
   */
  offer(event: EngineEvent): boolean;
  /** Queues a command; the answer comes after its commit. A repeated key gets the first answer. */
  execute(envelope: CommandEnvelope): Promise<CommandResult>;
  /** Processes all that is queued, now. */
  drain(): void;
  /** Called after each commit with the state that is now true. */
  onPublish(listener: (state: DeskState) => void): () => void;
  status(): RunnerStatus;
}

interface Waiting {
  readonly event: EngineEvent;
  readonly sinceMs: number;
  readonly answer?: (result: CommandResult) => void;
}

const BATCH_MAX = 256;
const QUEUE_MAX = 10_000;
/** The first reason halts trading; so many are remembered for the log. */
const PENDING_HALTS_MAX = 16;

type CommandEvent = Extract<EngineEvent, { type: 'Command' }>;
interface PendingHalt extends Waiting {
  readonly reason: string;
}

export function createRunner(options: RunnerOptions): Runner {
  const runner = new EngineRunner(options);
  return {
    state: () => runner.state,
    twins: () => runner.twins.desk,
    offer: (event) => runner.offer(event),
    execute: (envelope) => runner.execute(envelope),
    drain: () => runner.drain(),
    onPublish: (listener) => runner.onPublish(listener),
    status: () => runner.status(),
  };
}

class EngineRunner {
  state: DeskState;
  twins: RunningShadows;
  private readonly queue: Waiting[] = [];
  /**
   * Reports of remote brokers that came while nothing could be stored: they are facts and wait for
   * the disk.
   */
  private readonly held: Waiting[] = [];
  /**
   * Halts requested while nothing could be stored: nothing trades until they are stored, and
   * nothing is stored before them.
   */
  private pendingHalts: PendingHalt[] = [];
  private readonly listeners = new Set<(state: DeskState) => void>();
  private readonly inFlight = new Map<
    string,
    { readonly request: string; readonly result: Promise<CommandResult> }
  >();
  private readonly latency = createLatencyRing();
  private counts = { dropped: 0, commits: 0, events: 0, commands: 0 };
  private storageFault: string | null = null;
  private isScheduled = false;

  constructor(private readonly options: RunnerOptions) {
    this.state = options.state;
    this.twins = withBeginners(
      options.twins?.specs ?? [],
      { desk: options.twins?.desk ?? {}, kept: {} },
      options.state,
    );
  }

  offer(event: EngineEvent): boolean {
    // A broker's report is a fact and is never dropped; there are no more of them than orders sent.
    if (event.type !== 'Execution' && this.queue.length >= (this.options.queueMax ?? QUEUE_MAX)) {
      this.counts.dropped += 1;
      return false;
    }
    this.enqueue({ event, sinceMs: this.options.clock.monotonicMs() });
    return true;
  }

  execute(envelope: CommandEnvelope): Promise<CommandResult> {
    const { userId, idempotencyKey, command } = envelope;
    if (idempotencyKey === null) return this.queueCommand(envelope);
    const request = canonicalJson(command);
    const key = `${userId}\n${idempotencyKey}`;
    const flying = this.inFlight.get(key);
    if (flying)
      return flying.request === request
        ? flying.result
        : Promise.resolve(this.refuse(envelope, 'KEY_REUSED', KEY_REUSED));
    const stored = this.options.journal.findResult(userId, idempotencyKey);
    if (stored)
      return Promise.resolve(
        canonicalJson(stored.envelope.command) === request
          ? stored
          : this.refuse(envelope, 'KEY_REUSED', KEY_REUSED),
      );
    const result = this.queueCommand(envelope).finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, { request, result });
    return result;
  }

  private queueCommand(envelope: CommandEnvelope): Promise<CommandResult> {
    const isFull = this.queue.length >= (this.options.queueMax ?? QUEUE_MAX);
    if (isFull && envelope.command.type !== 'EmergencyStop' && envelope.userId !== SYSTEM_USER)
      return Promise.resolve(
        this.refuse(envelope, 'BUSY', 'The desk is busy; nothing was done. Try again.'),
      );
    this.counts.commands += 1;
    const commandId = `${this.state.sequence}-${this.counts.commands}`;
    const event: EngineEvent = {
      type: 'Command',
      commandId,
      envelope,
      atMs: this.options.clock.nowMs(),
    };
    return new Promise((answer) =>
      this.enqueue({ event, sinceMs: this.options.clock.monotonicMs(), answer }),
    );
  }

  private refuse(envelope: CommandEnvelope, code: RefusalCode, message: string): CommandResult {
    return {
      commandId: '',
      envelope,
      outcome: rejectWith(createRefusal(code, message)),
      seq: this.state.logSeq,
      lastSeq: this.state.logSeq,
    };
  }

  private enqueue(waiting: Waiting): void {
    this.queue.push(waiting);
    if (this.isScheduled || !this.options.schedule) return;
    this.isScheduled = true;
    this.options.schedule(() => {
      this.isScheduled = false;
      this.drain();
    });
  }

  drain(): void {
    while (this.queue.length > 0)
      this.runBatch(this.queue.splice(0, this.options.batchMax ?? BATCH_MAX));
  }

  private runBatch(batch: readonly Waiting[]): void {
    if (this.storageFault !== null || !this.storeBatch(batch)) this.runWithoutStorage(batch);
  }

  /**
   * Processes a batch and publishes it once it is stored. False when it could not be stored: then
   * nothing of it has happened.
   */
  private storeBatch(batch: readonly Waiting[]): boolean {
    let state = this.state;
    let twins = this.twins;
    const days: ShadowDay[] = [];
    const cycles = batch.map(({ event: offered }) => {
      const event = withTwinsHeld(offered, state, twins.desk);
      const cycle = runCycle(this.options.engine, state, event);
      const followed = followShadows(
        this.options.twins?.specs ?? [],
        twins,
        state,
        cycle.state,
        event,
      );
      [state, twins] = [cycle.state, followed.twins];
      days.push(...followed.days);
      return cycle;
    });
    try {
      this.commit(cycles, state, { desk: twins.desk, days });
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.storageFault = error.message;
      return false;
    }
    this.state = state;
    this.twins = twins;
    this.counts.events += batch.length;
    this.answer(batch, cycles);
    for (const listener of this.listeners) listener(state);
    return true;
  }

  private commit(
    cycles: readonly Cycle[],
    state: DeskState,
    twins: NonNullable<Commit['twins']>,
  ): void {
    const records = cycles.flatMap((cycle) => cycle.records);
    const results = cycles.flatMap((cycle) => cycle.results);
    if (records.length === 0 && results.length === 0 && !areOthers(this.twins.desk, twins.desk))
      return;
    const orders = new Map(cycles.flatMap((cycle) => [...cycle.orders]));
    const positions = new Map(cycles.flatMap((cycle) => [...cycle.positions]));
    this.options.journal.commit({
      records,
      results,
      state,
      orders: [...orders.values()],
      positions: [...positions.values()],
      ...(this.options.twins ? { twins } : {}),
    });
    this.counts.commits += 1;
  }

  private answer(batch: readonly Waiting[], cycles: readonly Cycle[]): void {
    const nowMs = this.options.clock.monotonicMs();
    batch.forEach(({ answer, sinceMs }, index) => {
      const result = cycles[index]?.results[0];
      if (!answer || !result) return;
      this.latency.add(nowMs - sinceMs);
      answer(result);
    });
    for (const { broker, order, instrument, isCancel } of cycles.flatMap(
      (cycle) => cycle.outgoing,
    )) {
      if (isCancel) broker.cancel(order);
      else broker.submit(order as Parameters<typeof broker.submit>[0], null, instrument);
    }
  }

  /**
   * The disk refuses: prices go on in memory, commands are refused, nothing trades; each `Time`
   * event probes the disk.
   */
  private runWithoutStorage(batch: readonly Waiting[]): void {
    for (const [index, { event, answer }] of batch.entries()) {
      if (event.type === 'Command') this.refuseForStorage(event, answer);
      if (event.type === 'Market')
        this.state = runCycle(this.options.engine, this.state, {
          ...event,
          isBackfill: true,
          isUnstored: true,
        }).state;
      if (event.type === 'Weather')
        this.state = runCycle(this.options.engine, this.state, event).state;
      // Contract terms are listed once, so a listing waits like a report: it may show that trading
      // must halt.
      if (event.type === 'Execution' || event.type === 'MarketListed')
        this.held.push({ event, sinceMs: 0 });
      if (event.type === 'Time') {
        if (event.clockFault !== undefined)
          this.state = { ...this.state, clockFault: event.clockFault };
        this.resumeStorage();
      }
      if (this.storageFault === null) {
        // The disk is back: what was held and what is left of the batch take the ordinary way.
        this.queue.unshift(...this.held.splice(0), ...batch.slice(index + 1));
        return;
      }
    }
  }

  /**
   * STOP, CLOSE and halts are refused like the rest, but remembered: they are the first thing done
   * when the disk is back.
   */
  private refuseForStorage(event: CommandEvent, answer: Waiting['answer']): void {
    const isRemembered = this.rememberForStorage(event);
    const then = isRemembered
      ? 'It is carried out first when there is room; until then nothing trades.'
      : 'Trading waits until there is room.';
    answer?.(
      this.refuse(
        event.envelope,
        'STORAGE',
        `Nothing can be stored (${this.storageFault ?? ''}); nothing was done. ${then}`,
      ),
    );
  }

  /** Whether the command is carried out later without being sent again. */
  private rememberForStorage(event: CommandEvent): boolean {
    const { userId, command } = event.envelope;
    const remembered: CommandEvent = {
      ...event,
      envelope: { ...event.envelope, idempotencyKey: null },
    };
    if (command.type === 'HaltTrading' && isSystemHalt(event.envelope)) {
      const isNew =
        this.pendingHalts.length < PENDING_HALTS_MAX &&
        !this.pendingHalts.some(({ reason }) => reason === command.reason);
      if (isNew) this.pendingHalts.push({ event: remembered, sinceMs: 0, reason: command.reason });
      return true;
    }
    if (
      command.type !== 'StopTrading' &&
      command.type !== 'CloseTrading' &&
      command.type !== 'EmergencyStop'
    )
      return false;
    const isHeld = this.held.some(
      (held) =>
        held.event.type === 'Command' &&
        held.event.envelope.userId === userId &&
        canonicalJson(held.event.envelope.command) === canonicalJson(command),
    );
    if (!isHeld) this.held.push({ event: remembered, sinceMs: 0 });
    return true;
  }

  /**
   * Storage is back when a probe and then every pending halt could be written. A probe is no
   * command, so it changes no state.
   */
  private resumeStorage(): void {
    this.options.journal.makeRoom?.();
    try {
      this.options.journal.probe();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      return;
    }
    this.storageFault = null;
    if (this.pendingHalts.length === 0 || this.storeBatch(this.pendingHalts))
      this.pendingHalts = [];
  }

  onPublish(listener: (state: DeskState) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  status(): RunnerStatus {
    const { dropped, commits, events } = this.counts;
    return {
      queued: this.queue.length,
      dropped,
      commits,
      events,
      storageFault: this.storageFault,
      pendingHalt: this.pendingHalts[0]?.reason ?? null,
      latencyMs: this.latency.summary(),
    };
  }
}

/** Halts come from the system alone; the engine refuses those of users. */
const isSystemHalt = ({ userId, command }: CommandEnvelope): boolean =>
  command.type === 'HaltTrading' && userId === SYSTEM_USER;
/**
 * A listing with the contracts that twins hold: their terms may change no more than those of the
 * books.
 */
const withTwinsHeld = (event: EngineEvent, state: DeskState, twins: ShadowDesk): EngineEvent =>
  event.type === 'MarketListed'
    ? { ...event, heldByTwins: listShadowContracts(state, twins, event.market) }
    : event;

const KEY_REUSED = 'This idempotency key was used for another command; use a new one.';
