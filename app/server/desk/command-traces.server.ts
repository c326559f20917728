// Spans of commands: their wait, the engine, the commit, the broker and the fills, in the trace of the
// request that sent them.
import { performance } from 'node:perf_hooks';
import { getLog } from '../platform/log.server';
import type { Span, SpanAttributes, Traces } from '../platform/span.server';
import type { LogRecord } from '../../trading/domain/record';
import type { EngineEvent } from '../../trading/engine/event';
import type {
  ObservedBatch,
  ObservedCycle,
  RunnerObserver,
} from '../../trading/engine/runner-observer';

/** An order of a traced request. */
interface TracedOrder {
  readonly parent: Span;
  /** From the moment that it left until its broker answers; null for a local broker. */
  call: Span | null;
}

/** Orders that may still fill; the oldest beyond them is followed no longer. */
const ORDERS_MAX = 1_000;

export const createCommandTraces = (
  traces: Traces,
  monotonicMs: () => number = () => performance.now(),
): RunnerObserver => new CommandTraces(traces, monotonicMs);

class CommandTraces implements RunnerObserver {
  private readonly orders = new Map<string, TracedOrder>();
  private hasFailed = false;

  constructor(
    private readonly traces: Traces,
    private readonly monotonicMs: () => number,
  ) {}

  /** A fault here must not stop trading: it is logged once. */
  onStored(batch: ObservedBatch): void {
    try {
      // Spans have the clock of this process; the runner may run on another one.
      const shiftMs = performance.now() - this.monotonicMs();
      for (const cycle of batch.cycles) this.traceCycle(cycle, batch, shiftMs);
    } catch (error) {
      if (!this.hasFailed) getLog().error({ err: error }, 'commands could not be traced');
      this.hasFailed = true;
    }
  }

  private traceCycle(observed: ObservedCycle, batch: ObservedBatch, shiftMs: number): void {
    const parent = observed.origin?.trace as Span | undefined;
    if (parent) this.traceCommand(observed, batch, shiftMs, parent);
    this.endCall(observed.event, observed.queuedMs + shiftMs);
    this.traceFills(observed, batch.committedMs + shiftMs, shiftMs);
  }

  private traceCommand(
    { event, cycle, queuedMs, startedMs, endedMs }: ObservedCycle,
    { commitStartedMs, committedMs }: ObservedBatch,
    shiftMs: number,
    parent: Span,
  ): void {
    const command = event.type === 'Command' ? event.envelope.command.type : '';
    const [result] = cycle.results;
    const attributes = {
      'frontmonth.command': command,
      ...(result
        ? { 'frontmonth.record': result.seq, 'frontmonth.accepted': result.outcome.ok }
        : {}),
    };
    const addSpan = (name: string, fromMs: number, toMs: number, details: SpanAttributes): void =>
      this.addSpan(name, parent, [fromMs + shiftMs, toMs + shiftMs], details);
    addSpan('command queue', queuedMs, startedMs, {});
    addSpan('engine cycle', startedMs, endedMs, attributes);
    addSpan('SQLite commit', commitStartedMs, committedMs, {
      'frontmonth.records': cycle.records.length,
    });
    for (const record of cycle.records)
      if (record.type === 'OrderPlaced') this.followOrder(record.payload.order.id, parent);
    for (const { order, action, broker } of cycle.outgoing)
      if (action === 'submit') this.startCall(order.id, broker.name, committedMs + shiftMs);
  }

  private followOrder(orderId: string, parent: Span): void {
    this.orders.set(orderId, { parent, call: null });
    const [oldest] = this.orders.keys();
    if (this.orders.size <= ORDERS_MAX || oldest === undefined) return;
    this.orders.get(oldest)?.call?.endSpan();
    this.orders.delete(oldest);
  }

  private startCall(orderId: string, broker: string, startMs: number): void {
    const traced = this.orders.get(orderId);
    if (!traced) return;
    traced.call = this.traces.startSpan('broker order', {
      kind: 'client',
      parent: traced.parent,
      attributes: { 'frontmonth.order': orderId, 'frontmonth.broker': broker },
      startMs,
    });
  }

  /** The first report about an order is the answer of its broker. */
  private endCall(event: EngineEvent, atMs: number): void {
    if (event.type !== 'Execution') return;
    const traced = this.orders.get(event.report.orderId);
    if (!traced?.call) return;
    traced.call.setAttributes({ 'frontmonth.answer': event.report.type });
    if (event.report.type === 'Rejected' || event.report.type === 'Lost') traced.call.setFailed();
    traced.call.endSpan(atMs);
    traced.call = null;
  }

  /** From the arrival of the execution to its commit. Orders that follow from it are followed too. */
  private traceFills(
    { event, cycle, queuedMs, startedMs }: ObservedCycle,
    committedMs: number,
    shiftMs: number,
  ): void {
    const fromMs = (event.type === 'Execution' ? queuedMs : startedMs) + shiftMs;
    const parentBySeq = new Map<number, Span>();
    for (const record of cycle.records) {
      const parent = this.findParent(record, parentBySeq);
      if (!parent) continue;
      parentBySeq.set(record.seq, parent);
      if (record.type === 'OrderPlaced' && !this.orders.has(record.payload.order.id))
        this.followOrder(record.payload.order.id, parent);
      if (record.type === 'OrderFilled')
        this.addSpan('fill', parent, [fromMs, committedMs], {
          'frontmonth.order': record.payload.orderId,
          'frontmonth.record': record.seq,
        });
    }
  }

  private findParent(record: LogRecord, parentBySeq: ReadonlyMap<number, Span>): Span | undefined {
    if (record.type === 'OrderFilled') return this.orders.get(record.payload.orderId)?.parent;
    return record.causeSeq === null ? undefined : parentBySeq.get(record.causeSeq);
  }

  private addSpan(
    name: string,
    parent: Span,
    [startMs, endMs]: readonly [number, number],
    attributes: SpanAttributes,
  ): void {
    this.traces.startSpan(name, { parent, startMs, attributes }).endSpan(endMs);
  }
}
