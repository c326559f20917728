// Figures of the process in the Prometheus text format.
import { createHash, timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { AUDIT_PHASES } from '../../models/desk/terminal';
import { isLoopback } from './client-address.server';
import { env } from '../platform/env.server';
import { countOrders } from '../../models/positions/order.server';
import type { Terminal, TerminalStatus } from '../../models/desk/terminal';
import { collectMarks } from '../../trading/engine/marks';
import type { DeskState } from '../../trading/engine/state';

const LOOP_STEP_MS = 10;
const loop = monitorEventLoopDelay({ resolution: LOOP_STEP_MS });
loop.enable();

/**
 * By how many milliseconds the process came late to its own timers since its start: the median, the
 * 99th percentile and the worst. Null before the first look.
 */
export function loopDelayMs(): {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
} | null {
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - LOOP_STEP_MS);
  return loop.count === 0
    ? null
    : { p50: late(loop.percentile(50)), p99: late(loop.percentile(99)), most: late(loop.max) };
}

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const buildOwnMetric = (name: string, help: string) => ({
  name: `frontmonth_${name}`,
  help,
  registers: [registry],
});
const createGauge = (name: string, help: string) => new Gauge(buildOwnMetric(name, help));
const requests = new Counter({
  ...buildOwnMetric('requests_total', 'Guarded requests by kind and method'),
  labelNames: ['kind', 'method'],
});
const duration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from admission to answer of guarded loaders and actions, by route',
  labelNames: ['route', 'method', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [registry],
});
const ready = createGauge('ready', '1 when the desk can take entries');
const auditAge = createGauge(
  'audit_age_seconds',
  'Since the last passed audit, or since the start of the process where none is on record',
);
const auditState = new Gauge({
  ...buildOwnMetric('audit_state', '1 for the verdict of the last audit, 0 for the others'),
  labelNames: ['phase'],
});
const halted = createGauge('trading_halted', '1 while all trading is halted');
const queued = createGauge('engine_queue', 'Events waiting for the engine');
const dropped = createGauge(
  'engine_dropped',
  'Events dropped since the start because the queue was full',
);
const events = createGauge('engine_events', 'Events processed since the start');
const commits = createGauge('engine_commits', 'Transactions stored since the start');
const sequence = createGauge('engine_sequence', 'Sequence number of the engine');
const logSeq = createGauge('log_seq', 'Number of the last record in the log');
const createCounter = (name: string, help: string) =>
  new Counter({ name: `frontmonth_${name}`, help, registers: [registry] });
export const openSockets = createGauge('sockets', 'Sockets that are open');
export const socketCounts = {
  sent: createCounter('socket_messages_total', 'Messages of the desk sent to sockets'),
  skipped: createCounter('socket_skips_total', 'Updates skipped because a socket did not read'),
  cut: createCounter(
    'socket_cuts_total',
    'Sockets cut because they did not read or did not answer',
  ),
} as const;
const recovery = createGauge(
  'recovery_seconds',
  'Duration of the recovery of the books at the last start',
);
const tickAge = createGauge(
  'engine_tick_age_seconds',
  'Wall clock minus time of the last event; below zero while the wall clock is behind. In a replay events have the time of the history',
);
const clockOffset = createGauge(
  'clock_offset_seconds',
  'Wall clock minus desk time; 0 in a replay',
);
const clockDegraded = createGauge(
  'clock_degraded',
  '1 while the wall clock disagrees with desk time by more than 5 s, and entries are refused',
);
const latency = new Gauge({
  ...buildOwnMetric(
    'command_latency_seconds',
    'Time from queueing a command to its result after the commit, last 1,000 commands',
  ),
  labelNames: ['quantile'],
});
const feedAge = new Gauge({
  ...buildOwnMetric(
    'feed_age_seconds',
    'Time since the newest event of a feed was received, by the monotonic clock',
  ),
  labelNames: ['source'],
});
const feedEvents = new Gauge({
  ...buildOwnMetric('feed_events', 'Events taken from a feed since the start'),
  labelNames: ['source'],
});
const feedDropped = new Gauge({
  ...buildOwnMetric(
    'feed_dropped',
    'Events that the feed guard dropped since the start, by reason',
  ),
  labelNames: ['source', 'reason'],
});
const feedWaiting = new Gauge({
  ...buildOwnMetric('feed_waiting', 'Price jumps waiting for confirmation by a second quote'),
  labelNames: ['source'],
});
const feedReleased = new Gauge({
  ...buildOwnMetric('feed_released', 'Events held by the feed guard and confirmed since the start'),
  labelNames: ['source'],
});
const feedOutages = new Gauge({
  ...buildOwnMetric('feed_outages', 'Feed outages that have ended since the start'),
  labelNames: ['source'],
});
const feedSilent = new Gauge({
  ...buildOwnMetric('feed_silent', 'Instruments of a feed that are silent now'),
  labelNames: ['source'],
});
const unvalued = createGauge(
  'accounts_unvalued',
  'Accounts with a position without a live quote: not valued, entries blocked',
);
const reading = createGauge(
  'playbooks_reading',
  'Playbooks without their price history yet; they make no decisions',
);
const orders = new Gauge({
  ...buildOwnMetric(
    'orders_total',
    'Orders of all accounts since the beginning, by mode and state',
  ),
  labelNames: ['mode', 'result'],
});
const bytes = new Gauge({
  ...buildOwnMetric('database_bytes', 'Size of the database and of its write-ahead log'),
  labelNames: ['file'],
});

const getMethod = (method: string): string =>
  method === 'POST' || method === 'GET' ? method : 'other';
export const countRequest = (kind: string, method: string): void =>
  requests.inc({ kind, method: getMethod(method) });

const routes = new WeakMap<Request, string>();
/** Says which route a request has come to: a pattern, never what stands in its place. */
export const nameRoute = (request: Request, route: string): void => void routes.set(request, route);
/** The route of a request, where one has been found for it. */
export const findRoute = (request: Request): string | null => routes.get(request) ?? null;

export const timeRequest = (route: string, method: string, status: number, seconds: number): void =>
  duration.observe(
    { route, method: getMethod(method), status: `${Math.floor(status / 100)}xx` },
    seconds,
  );

const computeDigest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * This machine may read without a token while none is set; whoever holds the token may read from
 * anywhere.
 */
export function mayReadMetrics(authorization: string | null, address: string | null): boolean {
  const token = env().METRICS_TOKEN;
  if (token !== undefined)
    return timingSafeEqual(computeDigest(authorization ?? ''), computeDigest(`Bearer ${token}`));
  return isLoopback(address);
}

function setEngine(status: TerminalStatus): void {
  ready.set(status.isReady ? 1 : 0);
  halted.set(status.trading.state === 'HALTED' ? 1 : 0);
  queued.set(status.queued);
  dropped.set(status.dropped);
  events.set(status.events);
  commits.set(status.commits);
  sequence.set(status.sequence);
  logSeq.set(status.logSeq);
  recovery.set(status.recoveryMs / 1000);
  const { p50, p95, p99 } = status.latencyMs;
  for (const [quantile, ms] of Object.entries({ '0.5': p50, '0.95': p95, '0.99': p99 }))
    if (ms !== null) latency.set({ quantile }, ms / 1000);
}

const startedMs = Date.now();

function setAudit({ audit }: TerminalStatus): void {
  auditAge.set(Math.max(0, Date.now() - (audit.passedMs ?? startedMs)) / 1000);
  for (const phase of AUDIT_PHASES)
    auditState.set({ phase: phase.replaceAll(' ', '_') }, phase === audit.phase ? 1 : 0);
}

function setFeed({ feed }: TerminalStatus): void {
  if (!feed) return;
  const source = feed.market;
  const { guard } = feed;
  feedEvents.set({ source }, feed.events);
  for (const [reason, count] of Object.entries(guard.dropped))
    feedDropped.set({ source, reason }, count);
  feedWaiting.set({ source }, guard.waiting);
  feedReleased.set({ source }, guard.released);
  feedOutages.set({ source }, guard.outages.ended);
  feedSilent.set({ source }, guard.outages.present?.instrumentIds.length ?? 0);
  if (feed.receivedAgoMs !== null) feedAge.set({ source }, feed.receivedAgoMs / 1000);
}

function setClocks({ clock }: TerminalStatus, { nowMs }: DeskState): void {
  tickAge.set((clock.wallMs - nowMs) / 1000);
  clockOffset.set(clock.offsetMs / 1000);
  clockDegraded.set(clock.fault === null ? 0 : 1);
}

const ORDERS_EVERY_MS = 60_000;
let countedMs = -Infinity;

/** All orders ever are counted, so not at every look. */
function setOrders(desk: Terminal): void {
  if (Date.now() - countedMs < ORDERS_EVERY_MS) return;
  countedMs = Date.now();
  for (const { mode, state, count } of countOrders(desk.db))
    orders.set({ mode, result: state }, count);
}

function setBytes({ db }: Terminal): void {
  for (const [file, path] of [
    ['database', db.$client.name],
    ['log', `${db.$client.name}-wal`],
  ] as const)
    bytes.set({ file }, statSync(path, { throwIfNoEntry: false })?.size ?? 0);
}

/**
 * Accounts with a position without a live quote: not valued, entries blocked.
 */
function setUnvalued(state: DeskState): void {
  unvalued.set(
    Object.values(state.books).filter((book) => collectMarks(state, book).missing.length > 0)
      .length,
  );
}

function setReading({ markets }: DeskState): void {
  const rules = Object.values(markets).flatMap(({ instruments }) =>
    Object.values(instruments).flatMap((seen) => Object.values(seen.rules)),
  );
  reading.set(rules.filter(({ foldedMs }) => foldedMs === null).length);
}

export async function metricsText(desk: Terminal): Promise<{ text: string; contentType: string }> {
  const status = desk.status();
  const state = desk.state();
  setEngine(status);
  setReading(state);
  setUnvalued(state);
  setAudit(status);
  setFeed(status);
  setClocks(status, state);
  setOrders(desk);
  setBytes(desk);
  return { text: await registry.metrics(), contentType: registry.contentType };
}
