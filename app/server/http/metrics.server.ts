// Process metrics in the Prometheus text format.
import { createHash, timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { AUDIT_PHASES, type TerminalStatus } from '../../models/desk/terminal-status';
import { isLoopback } from './ip-address.server';
import { getEnv } from '../platform/env.server';
import { getTraces } from '../platform/traces.server';
import { countPriceFiles } from '../../models/own-prices/own-prices-view.server';
import { countOrders } from '../../models/positions/order.server';
import type { Terminal } from '../../models/desk/terminal';
import { collectMarks } from '../../trading/engine/marks';
import { SOURCE_STATES } from '../../trading/domain/public-source';
import type { DeskState } from '../../trading/engine/state';

const LOOP_STEP_MS = 10;
const loopDelay = monitorEventLoopDelay({ resolution: LOOP_STEP_MS });
loopDelay.enable();

/**
 * Event loop delay since the start in ms: median, 99th percentile and maximum. Null before the
 * first sample.
 */
export function getLoopDelayMs(): {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
} | null {
  const toDelayMs = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - LOOP_STEP_MS);
  return loopDelay.count === 0
    ? null
    : {
        p50: toDelayMs(loopDelay.percentile(50)),
        p99: toDelayMs(loopDelay.percentile(99)),
        most: toDelayMs(loopDelay.max),
      };
}

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const buildMetricOptions = (name: string, help: string) => ({
  name: `frontmonth_${name}`,
  help,
  registers: [registry],
});
const createGauge = (name: string, help: string) => new Gauge(buildMetricOptions(name, help));
const requests = new Counter({
  ...buildMetricOptions('requests_total', 'Guarded requests by kind and method'),
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
  ...buildMetricOptions('audit_state', '1 for the verdict of the last audit, 0 for the others'),
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
  terminated: createCounter(
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
  ...buildMetricOptions(
    'command_latency_seconds',
    'Time from queueing a command to its result after the commit, last 1,000 commands',
  ),
  labelNames: ['quantile'],
});
const feedAge = new Gauge({
  ...buildMetricOptions(
    'feed_age_seconds',
    'Time since the newest event of a feed was received, by the monotonic clock',
  ),
  labelNames: ['source'],
});
const feedEvents = new Gauge({
  ...buildMetricOptions('feed_events', 'Events taken from a feed since the start'),
  labelNames: ['source'],
});
const feedDropped = new Gauge({
  ...buildMetricOptions(
    'feed_dropped',
    'Events that the feed guard dropped since the start, by reason',
  ),
  labelNames: ['source', 'reason'],
});
const feedWaiting = new Gauge({
  ...buildMetricOptions('feed_waiting', 'Price jumps waiting for confirmation by a second quote'),
  labelNames: ['source'],
});
const feedReleased = new Gauge({
  ...buildMetricOptions(
    'feed_released',
    'Events held by the feed guard and confirmed since the start',
  ),
  labelNames: ['source'],
});
const feedOutages = new Gauge({
  ...buildMetricOptions('feed_outages', 'Feed outages that have ended since the start'),
  labelNames: ['source'],
});
const feedSilent = new Gauge({
  ...buildMetricOptions('feed_silent', 'Instruments of a feed that are silent now'),
  labelNames: ['source'],
});
const sourceState = new Gauge({
  ...buildMetricOptions('source_state', '1 for the state of a public source, 0 for the others'),
  labelNames: ['source', 'state'],
});
const sourceAge = new Gauge({
  ...buildMetricOptions('source_age_seconds', 'Since the last answer of a public source'),
  labelNames: ['source'],
});
const sourceRequests = new Gauge({
  ...buildMetricOptions('source_requests', 'Requests to a public source in the last 24 hours'),
  labelNames: ['source'],
});
const sourceRefused = new Gauge({
  ...buildMetricOptions('source_refused', 'Answers of a public source that could not be used'),
  labelNames: ['source'],
});
const inboxFiles = new Gauge({
  ...buildMetricOptions('inbox_files_total', "Files of the owner's prices, by state"),
  labelNames: ['state'],
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
  ...buildMetricOptions(
    'orders_total',
    'Orders of all accounts since the beginning, by mode and state',
  ),
  labelNames: ['mode', 'result'],
});
const tracesDropped = createGauge(
  'trace_spans_dropped',
  'Spans since the start that the collector of traces did not take; 0 without one',
);
const bytes = new Gauge({
  ...buildMetricOptions('database_bytes', 'Size of the database and of its write-ahead log'),
  labelNames: ['file'],
});

const normalizeMethod = (method: string): string =>
  method === 'POST' || method === 'GET' ? method : 'other';
export const countRequest = (kind: string, method: string): void =>
  requests.inc({ kind, method: normalizeMethod(method) });

const routes = new WeakMap<Request, string>();
/** Sets the route of a request: a pattern, never its values. */
export const setRoute = (request: Request, route: string): void => void routes.set(request, route);
/** Route of a request, if known. */
export const findRoute = (request: Request): string | null => routes.get(request) ?? null;

export const recordDuration = (
  route: string,
  method: string,
  status: number,
  seconds: number,
): void =>
  duration.observe(
    { route, method: normalizeMethod(method), status: `${Math.floor(status / 100)}xx` },
    seconds,
  );

const computeSha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Without METRICS_TOKEN only loopback may read; with it, any holder of the token. */
export function canReadMetrics(authorization: string | null, address: string | null): boolean {
  const token = getEnv().METRICS_TOKEN;
  if (token !== undefined)
    return timingSafeEqual(computeSha256(authorization ?? ''), computeSha256(`Bearer ${token}`));
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
  feedWaiting.set({ source }, guard.pending);
  feedReleased.set({ source }, guard.released);
  feedOutages.set({ source }, guard.outages.ended);
  feedSilent.set({ source }, guard.outages.present?.instrumentIds.length ?? 0);
  if (feed.receivedAgoMs !== null) feedAge.set({ source }, feed.receivedAgoMs / 1000);
}

function setSources({ db, publicData }: Terminal): void {
  if (!publicData) return;
  for (const [state, count] of Object.entries(countPriceFiles(db)))
    inboxFiles.set({ state }, count);
  const nowMs = publicData.nowMs();
  for (const { source, state, totals, requests: count } of publicData.listStatus()) {
    for (const each of SOURCE_STATES)
      sourceState.set(
        { source: source.id, state: each.toLowerCase().replaceAll(' ', '_') },
        each === state ? 1 : 0,
      );
    if (totals.answeredMs !== null)
      sourceAge.set({ source: source.id }, (nowMs - totals.answeredMs) / 1000);
    sourceRequests.set({ source: source.id }, count);
    sourceRefused.set({ source: source.id }, totals.refused);
  }
}

function setClocks({ clock }: TerminalStatus, { nowMs }: DeskState): void {
  tickAge.set((clock.wallMs - nowMs) / 1000);
  clockOffset.set(clock.offsetMs / 1000);
  clockDegraded.set(clock.fault === null ? 0 : 1);
}

const ORDERS_EVERY_MS = 60_000;
const ordersCountedMs = new WeakMap<Terminal['db'], number>();

/** Counts all orders ever, so at most once a minute. */
function setOrders(desk: Terminal): void {
  if (Date.now() - (ordersCountedMs.get(desk.db) ?? -Infinity) < ORDERS_EVERY_MS) return;
  ordersCountedMs.set(desk.db, Date.now());
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

function setUnvalued(state: DeskState): void {
  unvalued.set(
    Object.values(state.books).filter((book) => collectMarks(state, book).missing.length > 0)
      .length,
  );
}

function setPlaybooksReading({ markets }: DeskState): void {
  const rules = Object.values(markets).flatMap(({ instruments }) =>
    Object.values(instruments).flatMap((instrumentMarket) => Object.values(instrumentMarket.rules)),
  );
  reading.set(rules.filter(({ foldedMs }) => foldedMs === null).length);
}

export async function renderMetrics(
  desk: Terminal,
): Promise<{ text: string; contentType: string }> {
  const status = desk.status();
  const state = desk.state();
  setEngine(status);
  setPlaybooksReading(state);
  setUnvalued(state);
  setAudit(status);
  setFeed(status);
  setClocks(status, state);
  setOrders(desk);
  setBytes(desk);
  tracesDropped.set(getTraces()?.countDropped() ?? 0);
  setSources(desk);
  return { text: await registry.metrics(), contentType: registry.contentType };
}
