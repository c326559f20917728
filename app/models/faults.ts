// Reports errors that a page or transaction survives; the logger subscribes to the channel.
import { channel } from 'node:diagnostics_channel';

export interface SurvivedFault {
  readonly message: string;
  readonly details: object;
}

/** Diagnostics channel of `SurvivedFault` messages. */
export const FAULT_CHANNEL = 'frontmonth:survived-fault';
const faults = channel(FAULT_CHANNEL);

export function reportFault(message: string, details: object): void {
  faults.publish({ message, details } satisfies SurvivedFault);
}

/** Builds a part of a page; on error reports it and returns null. */
export function tryOrNull<T>(part: string, build: () => T): T | null {
  try {
    return build();
  } catch (error) {
    reportFault('a part of a page could not be made', { err: error, what: part });
    return null;
  }
}
