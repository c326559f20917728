// Figures of the process in the Prometheus text format.
import { createHash, timingSafeEqual } from 'node:crypto';
import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { env } from './env.server';
import type { TerminalStatus } from './terminal.server';

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const requests = new Counter({ name: 'frontmonth_requests_total', help: 'Guarded requests by kind and method', labelNames: ['kind', 'method'], registers: [registry] });
const gauge = (name: string, help: string) => new Gauge({ name: `frontmonth_${name}`, help, registers: [registry] });
const ready = gauge('ready', '1 when the desk can take orders');
const queued = gauge('engine_queue', 'Events waiting for the engine');
const dropped = gauge('engine_dropped', 'Events dropped since the start because the queue was full');
const commits = gauge('engine_commits', 'Transactions stored since the start');
const sequence = gauge('engine_sequence', 'Sequence number of the engine');
const logSeq = gauge('log_seq', 'Number of the last record in the log');
const counter = (name: string, help: string) => new Counter({ name: `frontmonth_${name}`, help, registers: [registry] });
export const openSockets = gauge('sockets', 'Sockets that are open');
export const socketCounts = {
  sent: counter('socket_messages_total', 'Messages of the desk sent to sockets'),
  skipped: counter('socket_skips_total', 'Times that a socket was passed over because it did not read'),
  cut: counter('socket_cuts_total', 'Sockets cut because they did not read or did not answer'),
} as const;

export const countRequest = (kind: string, method: string): void => requests.inc({ kind, method: method === 'POST' || method === 'GET' ? method : 'other' });

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isLoopback = (address: string | null): boolean => address !== null && /^(127\.|::1$|::ffff:127\.)/.test(address);

/** This machine may read without a token while none is set; whoever holds the token may read from anywhere. */
export function mayReadMetrics(authorization: string | null, address: string | null): boolean {
  const token = env().METRICS_TOKEN;
  if (token !== undefined) return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
  return isLoopback(address);
}

export async function metricsText(status: TerminalStatus): Promise<{ text: string; contentType: string }> {
  ready.set(status.isReady ? 1 : 0);
  queued.set(status.queued);
  dropped.set(status.dropped);
  commits.set(status.commits);
  sequence.set(status.sequence);
  logSeq.set(status.logSeq);
  return { text: await registry.metrics(), contentType: registry.contentType };
}
