/**
 * Runs the engine: bounded queue, one transaction per batch, state replaced only after the commit,
 * then publication.
 */
import { toCanonicalJson } from '../domain/canonical-json';
import type { CommandEnvelope, CommandResult } from '../domain/command';
import type { CommandOrigin, CommandRequest } from '../domain/command-origin';
import type { MinuteValue } from '../domain/minute-value';
import type { Order } from '../domain/order';
import type { Position } from '../domain/position';
import type { LogRecord } from '../domain/record';
import type { ShadowDay, ShadowState } from '../domain/shadow-account';
import { type RefusalCode, createRefusal, rejectWith } from '../domain/outcome';
import type { Clock, Journal } from '../ports';
import { type Commit, StorageError } from '../ports';
import { SYSTEM_USER } from './config';
import { type Cycle, runCycle } from './cycle';
import {
  type DepartureCounts,
  NO_DEPARTURES,
  findDepartureFaults,
  listRemoteOrders,
} from './departure-check';
import { sendDepartures } from './departures';
import type { Engine } from './engine';
import { type EngineEvent, isBrokerNews } from './event';
import { createLatencyRing } from './latency-ring';
import { BatchTimes, type RunnerObserver } from './runner-observer';
import type { DeskState } from './state';
import {
  type RunningShadows,
  hasShadowChanges,
  updateShadows,
  addMissingShadows,
} from './shadow-accounts/update-shadows';
import { listShadowContracts } from './shadow-accounts/expired-months';
import type { ShadowSpec } from './shadow-accounts/shadow-specs';

export interface RunnerOptions {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly state: DeskState;
  /** Shadow accounts as stored; absent for none. They never affect the engine. */
  readonly shadows?: { readonly specs: readonly ShadowSpec[]; readonly desk: ShadowState };
  /** Schedules `drain`; absent in replay, which drains itself. */
  readonly schedule?: (drain: () => void) => void;
  /** Sees what each commit stored; absent where nothing is recorded. */
  readonly observer?: RunnerObserver;
  /** Maximum events per transaction. */
  readonly batchMax?: number;
  /** Maximum queued events. */
  readonly queueMax?: number;
}

export interface RunnerStatus {
  readonly queued: number;
  readonly dropped: number;
  readonly storageFault: string | null;
  /** Reason of a halt that is active but perhaps not stored; null if none. */
  readonly pendingHalt: string | null;
  readonly commits: number;
  readonly events: number;
  /** After each commit, `stored` is the sum of the other two, unless the program is wrong. */
  readonly departures: DepartureCounts;
  readonly latencyMs: ReturnType<ReturnType<typeof createLatencyRing>['summarize']>;
}

export interface Runner {
  readonly state: () => DeskState;
  /** Shadow accounts by kind, as of the same commit as the state. */
  readonly shadows: () => ShadowState;
  /**
   * Queues an event. False if the queue is full: quotes may be dropped, bars must be offered again.
   */
  offer(event: EngineEvent): boolean;
  /**
   * Queues a command; resolves after its commit. A repeated key gets the first answer. `origin`: the
   * request that sends it, stored beside its record.
   */
  execute(envelope: CommandEnvelope, origin?: CommandOrigin): Promise<CommandResult>;
  /**
   * Processes the queue synchronously. An unexpected error halts trading, rejects what waits and is
   * thrown; nothing is processed after it.
   */
  drain(): void;
  /** Calls the listener after each commit. Returns its removal. */
  onPublish(listener: (state: DeskState) => void): () => void;
  status(): RunnerStatus;
}

interface QueuedEvent {
  readonly event: EngineEvent;
  readonly sinceMs: number;
  readonly origin?: CommandOrigin | undefined;
  readonly resolve?: (result: CommandResult) => void;
}

const BATCH_MAX = 256;
/**
 * A scheduled turn ends after the event that exceeds this time, so that requests are answered in
 * between. At the close of a bar hundreds of accounts decide on a dozen contracts. A turn goes on
 * while a command waits: its user waits too.
 */
const TURN_MS_MAX = 10;
const QUEUE_MAX = 10_000;
/** The first reason halts trading; this many are kept for the log. */
const PENDING_HALTS_MAX = 16;

/** First words of the reason of a halt after an unexpected error. */
export const ENGINE_FAILED = 'the engine failed';

type CommandEvent = Extract<EngineEvent, { type: 'Command' }>;
interface PendingHalt extends QueuedEvent {
  readonly reason: string;
}

export function createRunner(options: RunnerOptions): Runner {
  const runner = new EngineRunner(options);
  return {
    state: () => runner.state,
    shadows: () => runner.shadows.desk,
    offer: (event) => runner.offer(event),
    execute: (envelope, origin) => runner.execute(envelope, origin),
    drain: () => runner.drain(),
    onPublish: (listener) => runner.onPublish(listener),
    status: () => runner.status(),
  };
}

class EngineRunner {
  state: DeskState;
  shadows: RunningShadows;
  private readonly queue: QueuedEvent[] = [];
  /** Events of a storage fault that must not be lost: broker reports, listings, stops. */
  private readonly heldEvents: QueuedEvent[] = [];
  /**
   * Halts requested during a storage fault. Nothing trades, and nothing else is stored, before they
   * are stored.
   */
  private pendingHalts: PendingHalt[] = [];
  private readonly listeners = new Set<(state: DeskState) => void>();
  private readonly inFlight = new Map<
    string,
    { readonly request: string; readonly result: Promise<CommandResult> }
  >();
  private readonly latency = createLatencyRing();
  private counts = { dropped: 0, commits: 0, events: 0, commands: 0 };
  private departures = NO_DEPARTURES;
  private storageFault: string | null = null;
  /** Reason of the halt after an unexpected error; null while the engine works. */
  private failure: string | null = null;
  private isScheduled = false;

  constructor(private readonly options: RunnerOptions) {
    this.state = options.state;
    this.shadows = addMissingShadows(
      options.shadows?.specs ?? [],
      { desk: options.shadows?.desk ?? {}, expiredMonths: {}, valuations: {} },
      options.state,
    );
  }

  offer(event: EngineEvent): boolean {
    if (this.failure !== null) return false;
    if (!isBrokerNews(event) && this.queue.length >= (this.options.queueMax ?? QUEUE_MAX)) {
      this.counts.dropped += 1;
      return false;
    }
    this.enqueue({ event, sinceMs: this.options.clock.monotonicMs() });
    return true;
  }

  execute(envelope: CommandEnvelope, origin?: CommandOrigin): Promise<CommandResult> {
    const { userId, idempotencyKey, command } = envelope;
    if (idempotencyKey === null) return this.queueCommand(envelope, origin);
    const request = toCanonicalJson(command);
    const key = `${userId}\n${idempotencyKey}`;
    const running = this.inFlight.get(key);
    if (running)
      return running.request === request
        ? running.result
        : Promise.resolve(this.buildRejection(envelope, 'KEY_REUSED', KEY_REUSED));
    const storedResult = this.options.journal.findResult(userId, idempotencyKey);
    if (storedResult)
      return Promise.resolve(
        toCanonicalJson(storedResult.envelope.command) === request
          ? storedResult
          : this.buildRejection(envelope, 'KEY_REUSED', KEY_REUSED),
      );
    const result = this.queueCommand(envelope, origin).finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, { request, result });
    return result;
  }

  private queueCommand(
    envelope: CommandEnvelope,
    origin: CommandOrigin | undefined,
  ): Promise<CommandResult> {
    if (this.failure !== null)
      return Promise.resolve(this.buildRejection(envelope, 'FAULT', FAULT));
    const isFull = this.queue.length >= (this.options.queueMax ?? QUEUE_MAX);
    if (isFull && envelope.command.type !== 'EmergencyStop' && envelope.userId !== SYSTEM_USER)
      return Promise.resolve(
        this.buildRejection(envelope, 'BUSY', 'Server busy. No order sent; retry.'),
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
      this.enqueue({ event, sinceMs: this.options.clock.monotonicMs(), origin, resolve: answer }),
    );
  }

  private buildRejection(
    envelope: CommandEnvelope,
    code: RefusalCode,
    message: string,
  ): CommandResult {
    return {
      commandId: '',
      envelope,
      outcome: rejectWith(createRefusal(code, message)),
      seq: this.state.logSeq,
      lastSeq: this.state.logSeq,
    };
  }

  private enqueue(queued: QueuedEvent): void {
    this.queue.push(queued);
    this.scheduleTurn();
  }

  private scheduleTurn(): void {
    const { schedule, clock } = this.options;
    if (this.isScheduled || !schedule) return;
    this.isScheduled = true;
    schedule(() => {
      this.isScheduled = false;
      this.runUntil(clock.monotonicMs() + TURN_MS_MAX);
      if (this.queue.length > 0) this.scheduleTurn();
    });
  }

  drain(): void {
    this.runUntil(Infinity);
  }

  /** Processes the queue, at least one event, until a moment of the monotonic clock. */
  private runUntil(endMs: number): void {
    const { batchMax = BATCH_MAX } = this.options;
    while (this.queue.length > 0 && this.failure === null) {
      const batch = this.queue.splice(0, batchMax);
      try {
        this.runBatch(batch, endMs);
      } catch (error) {
        this.stopAfterError(error, batch);
        throw error;
      }
      if (this.isTurnOver(endMs)) return;
    }
  }

  /**
   * Ends the engine after an unexpected error: its code is wrong for the state it is in, so no other
   * event may run. The stored state is that of the last commit. Orders of that commit that were not
   * sent are looked up at their broker at the next start. The halt keeps that start from trading.
   */
  private stopAfterError(error: unknown, batch: readonly QueuedEvent[]): void {
    const reason = `${ENGINE_FAILED}: ${error instanceof Error ? error.message : String(error)}`;
    this.failure = reason;
    const abandoned = [...batch, ...this.queue.splice(0)];
    this.storeHalt(reason);
    for (const { event, resolve } of abandoned)
      if (event.type === 'Command') resolve?.(this.buildRejection(event.envelope, 'FAULT', FAULT));
  }

  /** Stores a halt if the engine still can: the error may come again, or the disk may be full. */
  private storeHalt(reason: string): void {
    const { clock } = this.options;
    const envelope: CommandEnvelope = {
      userId: SYSTEM_USER,
      idempotencyKey: null,
      command: { type: 'HaltTrading', reason },
    };
    try {
      const event: EngineEvent = {
        type: 'Command',
        commandId: `${this.state.sequence}-failed`,
        envelope,
        atMs: clock.nowMs(),
      };
      this.storeBatch([{ event, sinceMs: clock.monotonicMs() }], Infinity);
    } catch {
      // The first error ends the process and is the one to report.
    }
  }

  /**
   * True when the time of a turn is over and no command waits: neither in the queue nor in the batch
   * from `index`.
   */
  private isTurnOver(endMs: number, batch: readonly QueuedEvent[] = [], index = 0): boolean {
    if (this.options.clock.monotonicMs() < endMs) return false;
    return ![...batch.slice(index), ...this.queue].some(({ event }) => event.type === 'Command');
  }

  private runBatch(batch: readonly QueuedEvent[], endMs: number): void {
    if (this.storageFault !== null || !this.storeBatch(batch, endMs)) this.runWithoutStorage(batch);
  }

  /**
   * Processes, stores and publishes a batch; events that are not reached in time return to the
   * queue. False on a storage fault: the batch then has no effect.
   */
  private storeBatch(batch: readonly QueuedEvent[], endMs: number): boolean {
    let state = this.state;
    let shadows = this.shadows;
    const days: ShadowDay[] = [];
    const cycles: Cycle[] = [];
    const times = new BatchTimes(this.options.observer, this.options.clock);
    for (const { event: queuedEvent } of batch) {
      if (cycles.length > 0 && this.isTurnOver(endMs, batch, cycles.length)) break;
      const event = addShadowContracts(queuedEvent, state, shadows.desk);
      const cycle = runCycle(this.options.engine, state, event);
      const shadowUpdate = updateShadows(
        this.options.shadows?.specs ?? [],
        shadows,
        state,
        cycle.state,
        event,
      );
      [state, shadows] = [cycle.state, shadowUpdate.shadows];
      days.push(...shadowUpdate.days);
      cycles.push(cycle);
      times.addMark();
    }
    try {
      this.commit(cycles, listRequests(batch, cycles), state, { desk: shadows.desk, days });
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      this.storageFault = error.message;
      return false;
    }
    this.state = state;
    this.shadows = shadows;
    times.addMark();
    times.reportStored(batch, cycles);
    this.queue.unshift(...batch.slice(cycles.length));
    this.counts.events += cycles.length;
    this.publishResults(batch, cycles);
    for (const listener of this.listeners) listener(state);
    return true;
  }

  private commit(
    cycles: readonly Cycle[],
    requests: readonly CommandRequest[],
    state: DeskState,
    shadows: NonNullable<Commit['shadows']>,
  ): void {
    // Most cycles are those of prices and have none.
    const records: LogRecord[] = [];
    const results: CommandResult[] = [];
    const minuteValues: MinuteValue[] = [];
    for (const cycle of cycles) {
      records.push(...cycle.records);
      minuteValues.push(...cycle.minuteValues);
      results.push(...cycle.results);
    }
    if (
      records.length === 0 &&
      results.length === 0 &&
      !hasShadowChanges(this.shadows.desk, shadows.desk)
    )
      return;
    const orders = new Map<string, Order>();
    const positions = new Map<string, Position>();
    for (const cycle of cycles) {
      for (const [id, order] of cycle.orders) orders.set(id, order);
      for (const [id, position] of cycle.positions) positions.set(id, position);
    }
    this.options.journal.commit({
      records,
      results,
      ...(minuteValues.length > 0 ? { minuteValues } : {}),
      ...(requests.length > 0 ? { requests } : {}),
      state,
      orders: [...orders.values()],
      positions: [...positions.values()],
      ...(this.options.shadows ? { shadows } : {}),
    });
    this.counts.commits += 1;
  }

  private publishResults(batch: readonly QueuedEvent[], cycles: readonly Cycle[]): void {
    const nowMs = this.options.clock.monotonicMs();
    cycles.forEach(({ results: [result] }, index) => {
      const { resolve: answer, sinceMs } = batch[index] as QueuedEvent;
      if (!answer || !result) return;
      this.latency.add(nowMs - sinceMs);
      answer(result);
    });
    this.sendOrders(cycles);
  }

  /** An account whose stored orders differ from what is to leave is halted: the program is wrong. */
  private sendOrders(cycles: readonly Cycle[]): void {
    const departures = cycles.flatMap(({ outgoing }) => outgoing);
    const records = cycles.flatMap((cycle) => cycle.records);
    const stored = listRemoteOrders(records).length;
    if (departures.length === 0 && stored === 0) return;
    const atMs = this.options.clock.nowMs();
    const faults = findDepartureFaults(this.state, records, departures);
    for (const [bookId, reason] of faults)
      this.offer({ type: 'DeparturesDiffered', bookId, reason, atMs });
    const { reports, sent, heldBack } = sendDepartures(this.state, departures, faults);
    for (const { bookId, report } of reports)
      this.offer({ type: 'Execution', bookId, report, atMs });
    const before = this.departures;
    this.departures = {
      stored: before.stored + stored,
      sent: before.sent + sent,
      heldBack: before.heldBack + heldBack,
    };
  }

  /**
   * During a storage fault prices update in memory, commands are rejected and nothing trades. Each
   * `Time` event probes the disk.
   */
  private runWithoutStorage(batch: readonly QueuedEvent[]): void {
    for (const [index, { event, origin, resolve: answer }] of batch.entries()) {
      if (event.type === 'Command') this.rejectForStorage(event, origin, answer);
      if (event.type === 'Market')
        this.state = runCycle(this.options.engine, this.state, {
          ...event,
          isBackfill: true,
          isUnstored: true,
        }).state;
      if (event.type === 'Weather')
        this.state = runCycle(this.options.engine, this.state, event).state;
      // Terms are listed once, so a listing stays like news of a broker.
      if (isBrokerNews(event) || event.type === 'MarketListed')
        this.heldEvents.push({ event, sinceMs: 0 });
      if (event.type === 'Time') {
        if (event.clockFault !== undefined)
          this.state = { ...this.state, clockFault: event.clockFault };
        this.resumeStorage();
      }
      if (this.storageFault === null) {
        // Recovered: held events and the rest of the batch are processed normally.
        this.queue.unshift(...this.heldEvents.splice(0), ...batch.slice(index + 1));
        return;
      }
    }
  }

  /** STOP, CLOSE and halts are rejected too, but remembered and executed first after recovery. */
  private rejectForStorage(
    event: CommandEvent,
    origin: QueuedEvent['origin'],
    answer: QueuedEvent['resolve'],
  ): void {
    const isRemembered = this.rememberForStorage(event, origin);
    const nextStep = isRemembered
      ? 'It is executed first after recovery; until then trading is stopped.'
      : 'Trading is stopped until recovery.';
    answer?.(
      this.buildRejection(
        event.envelope,
        'STORAGE',
        `Storage error (${this.storageFault ?? ''}). No order sent. ${nextStep}`,
      ),
    );
  }

  /** True if the command will run after recovery without being sent again. */
  private rememberForStorage(event: CommandEvent, origin: QueuedEvent['origin']): boolean {
    const { userId, command } = event.envelope;
    const rememberedEvent: CommandEvent = {
      ...event,
      envelope: { ...event.envelope, idempotencyKey: null },
    };
    if (command.type === 'HaltTrading' && isSystemHalt(event.envelope)) {
      const isNew =
        this.pendingHalts.length < PENDING_HALTS_MAX &&
        !this.pendingHalts.some(({ reason }) => reason === command.reason);
      if (isNew)
        this.pendingHalts.push({ event: rememberedEvent, sinceMs: 0, reason: command.reason });
      return true;
    }
    if (!REMEMBERED_COMMANDS.includes(command.type)) return false;
    const isQueued = this.heldEvents.some(
      (inputs) =>
        inputs.event.type === 'Command' &&
        inputs.event.envelope.userId === userId &&
        toCanonicalJson(inputs.event.envelope.command) === toCanonicalJson(command),
    );
    if (!isQueued) this.heldEvents.push({ event: rememberedEvent, sinceMs: 0, origin });
    return true;
  }

  /**
   * Storage has recovered once a probe and all pending halts are written. A probe changes no state.
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
    if (this.pendingHalts.length === 0 || this.storeBatch(this.pendingHalts, Infinity))
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
      departures: this.departures,
      storageFault: this.storageFault,
      pendingHalt: this.failure ?? this.pendingHalts[0]?.reason ?? null,
      latencyMs: this.latency.summarize(),
    };
  }
}

/** Commands that a storage fault only delays. */
const REMEMBERED_COMMANDS: readonly CommandEnvelope['command']['type'][] = [
  'StopTrading',
  'CloseTrading',
  'EmergencyStop',
  'HaltAccounts',
];

/** Only the system user can halt; the engine rejects other users. */
const isSystemHalt = ({ userId, command }: CommandEnvelope): boolean =>
  command.type === 'HaltTrading' && userId === SYSTEM_USER;

/** The requests of the commands of a batch that were executed. */
const listRequests = (
  batch: readonly QueuedEvent[],
  cycles: readonly Cycle[],
): readonly CommandRequest[] =>
  cycles.flatMap(({ results: [result] }, index) => {
    const origin = batch[index]?.origin;
    return origin && result ? [{ seq: result.seq, requestId: origin.requestId }] : [];
  });

/** Adds contracts held by shadow accounts: their terms must not change either. */
const addShadowContracts = (
  event: EngineEvent,
  state: DeskState,
  shadows: ShadowState,
): EngineEvent =>
  event.type === 'MarketListed'
    ? { ...event, heldByShadows: listShadowContracts(state, shadows, event.market) }
    : event;

const FAULT =
  'The engine failed. No order sent. Trading is halted until the operator has found the cause.';
const KEY_REUSED = 'This idempotency key was used for another command; use a new one.';
