// Faults that a page or a transaction survives. Whoever keeps a log subscribes to the channel.
import { channel } from 'node:diagnostics_channel';

export interface SurvivedFault {
  readonly message: string;
  readonly details: object;
}

/** The channel's name; its messages are `SurvivedFault`. */
export const FAULT_CHANNEL = 'frontmonth:survived-fault';
const faults = channel(FAULT_CHANNEL);

export function reportFault(message: string, details: object): void {
  faults.publish({ message, details } satisfies SurvivedFault);
}

/**
 * The part, or null when it cannot be made: the page says so in its place, and the fault is
 * reported.
 */
export function tryOrNull<T>(what: string, make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    reportFault('a part of a page could not be made', { err: error, what });
    return null;
  }
}
