// Moments at which a live trading process is killed: by its own hand at a commit or after a send, or by
// the double at a message.
import type { LogRecord } from '../../app/trading/domain/record';
import { NO_REQUEST } from '../../app/programs/broker-mock/answers';
import type { Fault, SendFields } from '../../app/programs/broker-mock/gateway-server';
import type { Field } from '../../app/programs/broker-mock/frames';

/** Where the process ends: at the nth record of a type, or as soon as an order is handed to the client library. */
export type KillAim =
  | {
      readonly at: 'commit';
      readonly record: LogRecord['type'];
      readonly nth: number;
      readonly when: 'before' | 'inside' | 'after';
      /** Microseconds from the begin of the transaction, for a kill inside. */
      readonly delayUs: number;
    }
  | { readonly at: 'sending' };

type Phase = 'intent' | 'send' | 'acknowledgement' | 'fill' | 'cancel' | 'comparison';

/** Kills the process; with a delay in microseconds. */
type KillProcess = (delayUs?: number) => void;

export interface Moment {
  readonly name: string;
  readonly phase: Phase;
  /** It comes with an entry that has a stop only. */
  readonly needsStop?: boolean;
  /** Absent where the double kills. */
  readonly aim?: KillAim;
  /** Absent where the process ends itself. */
  readonly createFault?: (kill: KillProcess) => Fault;
}

type RollDice = () => number;

/** Numbers of messages: from the client as text, to the client as numbers. */
const [PLACE, CANCEL] = ['3', '4'];
/** Index of a field. */
const PARENT = 28;
const [ORDER_STATUS, ERROR, OPEN_ORDER, EXECUTION, COMMISSION] = [3, 4, 5, 11, 59];
/** Requests of a comparison: contracts, open orders, executions, completed orders, positions, balances. */
const COMPARISON_REQUESTS = ['9', '16', '7', '99', '61', '62'];
const DELAY_US_MAX = 3000;
/** About the length of a transaction. */
const TRANSACTION_US = 400;

const isOrderNews = ([kind]: readonly Field[]): boolean =>
  kind === ORDER_STATUS || kind === OPEN_ORDER;
const isExecutionNews = ([kind, requestId]: readonly Field[]): boolean =>
  kind === EXECUTION && requestId === NO_REQUEST;
/** The stop that follows its entry. */
const isChild = (fields: readonly string[]): boolean => Number(fields[PARENT] || 0) > 0;
const isKind =
  (number: number) =>
  ([kind]: readonly Field[]): boolean =>
    kind === number;

/** The process is killed by a request that the gateway then does not read. */
const killAtRequest =
  (kind: string, isIncluded: (fields: readonly string[]) => boolean = () => true) =>
  (kill: KillProcess): Fault => ({
    loses: (fields) => {
      if (fields[0] !== kind || !isIncluded(fields)) return false;
      kill();
      return true;
    },
  });

/** The gateway has acted, and the process is killed before its first message about it. */
const killBeforeNews =
  (isAimed: (fields: readonly Field[]) => boolean) =>
  (kill: KillProcess): Fault => ({
    deliver: (fields, send) => {
      if (isAimed(fields)) kill();
      else send(fields);
    },
  });

/** The process is killed while it reads the message, or shortly after. */
const killAfterNews =
  (isAimed: (fields: readonly Field[]) => boolean, delayUs: number) =>
  (kill: KillProcess): Fault => ({
    deliver: (fields: readonly Field[], send: SendFields) => {
      send(fields);
      if (isAimed(fields)) kill(delayUs);
    },
  });

/** All moments once, in random order. Which record, request and delay it is are drawn as well. */
export function drawMoments(roll: RollDice): readonly Moment[] {
  const drawNumber = (limit: number): number => Math.floor(roll() * limit);
  const aimAt = (phase: Phase, record: LogRecord['type'], nth = 1): readonly Moment[] =>
    (['before', 'inside', 'after'] as const).map((when) => ({
      name: `${when} the commit of ${record} ${nth}`,
      phase,
      aim: { at: 'commit', record, nth, when, delayUs: drawNumber(TRANSACTION_US) },
    }));
  const request = COMPARISON_REQUESTS[drawNumber(COMPARISON_REQUESTS.length)] ?? '';
  const cancelRecord = (['OrderCancelRequested', 'OrderCancelled'] as const)[drawNumber(2)];
  const moments: readonly Moment[] = [
    ...aimAt('intent', 'OrderPlaced'),
    { name: 'after the order was handed over', phase: 'send', aim: { at: 'sending' } },
    { name: 'before the order is read', phase: 'send', createFault: killAtRequest(PLACE) },
    {
      name: 'before the stop of the order is read',
      phase: 'send',
      needsStop: true,
      createFault: killAtRequest(PLACE, isChild),
    },
    { name: 'before the answer', phase: 'send', createFault: killBeforeNews(isOrderNews) },
    ...aimAt('acknowledgement', 'OrderAcknowledged'),
    {
      name: 'after the answer',
      phase: 'acknowledgement',
      createFault: killAfterNews(isOrderNews, drawNumber(DELAY_US_MAX)),
    },
    ...aimAt('fill', 'OrderFilled', 1 + drawNumber(2)),
    { name: 'before an execution', phase: 'fill', createFault: killBeforeNews(isExecutionNews) },
    {
      name: 'after an execution',
      phase: 'fill',
      createFault: killAfterNews(isExecutionNews, drawNumber(DELAY_US_MAX)),
    },
    {
      name: 'before the commission',
      phase: 'fill',
      createFault: killBeforeNews(isKind(COMMISSION)),
    },
    ...aimAt('cancel', cancelRecord ?? 'OrderCancelled').slice(drawNumber(2), 3),
    { name: 'before a cancellation is read', phase: 'cancel', createFault: killAtRequest(CANCEL) },
    {
      name: 'before the answer to a cancellation',
      phase: 'cancel',
      createFault: killBeforeNews(isKind(ERROR)),
    },
    {
      name: `at request ${request} of a comparison`,
      phase: 'comparison',
      createFault: killAtRequest(request),
    },
  ];
  return moments
    .map((moment) => ({ moment, rank: roll() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ moment }) => moment);
}
