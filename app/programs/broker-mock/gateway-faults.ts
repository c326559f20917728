// Faults of the line to the double of the gateway.
import { NO_REQUEST } from './answers';
import type { Field } from './frames';
import type { Fault } from './gateway-server';

/** Messages of the gateway about an order, its status and its executions. */
const ORDER_NEWS: readonly Field[] = [3, 5, 11];
const EXECUTION = 11;
const PLACE = '3';

const isOrderNews = ([kind]: readonly Field[]): boolean =>
  kind !== undefined && ORDER_NEWS.includes(kind);

/** An execution that belongs to no request. */
export const isExecutionNews = ([kind, requestId]: readonly Field[]): boolean =>
  kind === EXECUTION && requestId === NO_REQUEST;

/** The connection ends before the gateway reads the next order. `onFault`: once the fault has happened. */
export const buildLostOrder = (onFault: () => void): Fault => ({
  loses: ([kind], socket) => {
    if (kind !== PLACE) return false;
    onFault();
    socket.destroy();
    return true;
  },
});

/** The connection ends instead of the next message about an order. */
export const buildLostAnswer = (onFault: () => void): Fault => ({
  deliver: (fields, send, socket) => {
    if (!isOrderNews(fields)) return send(fields);
    onFault();
    socket.destroy();
  },
});

export const buildRepeatedNews = (): Fault => ({
  deliver: (fields, send) => {
    send(fields);
    if (isOrderNews(fields)) send(fields);
  },
});

/** Executions are listed on request, and not reported. */
export const buildLostExecutions = (): Fault => ({
  deliver: (fields, send) => {
    if (!isExecutionNews(fields)) send(fields);
  },
});
