/** Limits of an armed live account: beyond one of them the account is halted. */
import type { HaltLevel } from '../domain/account-halt';
import type { Book } from '../domain/book';
import { MINUTE_MS, SECOND_MS } from '../domain/time';
import { subtractMills } from '../domain/units';
import { computeEquityMills } from './marks';
import type { DeskState } from './state';

/** This many unanswered orders cancel all entries. */
const UNANSWERED_MAX = 2;
/** This many rejections within a minute block entries. */
const REJECTIONS_MAX = 5;
const OUTAGE_MS_MAX = 60 * SECOND_MS;

/** `used` and `limit`: orders, mills of loss since the arming, rejections, milliseconds without a broker. */
export interface HaltLimit {
  readonly name: 'UNANSWERED' | 'LOSS' | 'REJECTIONS' | 'OUTAGE';
  readonly level: HaltLevel;
  readonly used: number;
  readonly limit: number;
  readonly isReached: boolean;
}

/** The strictest first; empty while the account is not armed. */
export function listHaltLimits(state: DeskState, book: Book): readonly HaltLimit[] {
  const { arming, orders, rejectionTimes } = book;
  if (arming?.state !== 'armed') return [];
  const { nowMs } = state;
  const unanswered = Object.values(orders).filter((order) => order.state === 'UNKNOWN').length;
  const lostMills = Math.max(0, subtractMills(arming.equityMills, computeEquityMills(state, book)));
  const rejections = rejectionTimes.filter((time) => time > nowMs - MINUTE_MS).length;
  const link = state.links[book.id];
  const outageMs = link?.state === 'down' ? nowMs - link.sinceMs : 0;
  return [
    {
      name: 'UNANSWERED',
      level: 2,
      used: unanswered,
      limit: UNANSWERED_MAX,
      isReached: unanswered >= UNANSWERED_MAX,
    },
    {
      name: 'LOSS',
      level: 1,
      used: lostMills,
      limit: arming.lossLimitMills,
      isReached: lostMills > arming.lossLimitMills,
    },
    {
      name: 'REJECTIONS',
      level: 1,
      used: rejections,
      limit: REJECTIONS_MAX,
      isReached: rejections >= REJECTIONS_MAX,
    },
    {
      name: 'OUTAGE',
      level: 1,
      used: outageMs,
      limit: OUTAGE_MS_MAX,
      isReached: outageMs > OUTAGE_MS_MAX,
    },
  ];
}
