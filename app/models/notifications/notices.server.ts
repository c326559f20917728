// The notification log in words: what a user asked, what came of it, and what the market did to the
// books.
import type { NoticeDto } from '../../contracts/messages';
import { type NotedFact, type NotedOrder, listNotedFacts } from './notice.server';
import type { Terminal } from '../desk/terminal';
import type { Command } from '../../trading/domain/command';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import {
  formatAge,
  formatMoney,
  formatPrice,
  signedMoney,
  formatSize,
  formatSentence,
  isoMoment,
} from '../../trading/domain/format';
import { type Instrument, getCode } from '../../trading/domain/instrument';
import type { LogRecord, RecordPayloads } from '../../trading/domain/record';
import { type Lots, type Mills, negateMills, subtractMills } from '../../trading/domain/units';
import { DEFAULT_SETTINGS, type RiskLevel } from '../../trading/domain/settings';
import type { OperatorCommand } from '../../trading/engine/operator-commands';
import { assertNever } from '../../trading/domain/outcome';
import { signalNotice } from '../signals/signals.server';

const PAGE_ROWS = 100;

interface NoticePage {
  readonly notices: readonly NoticeDto[];
  /** What to ask the next older page with; null on the last one. */
  readonly olderThan: number | null;
  /** True where stops and targets that were hit are left out, as the settings want it. */
  readonly hidesProtection: boolean;
}

/** A page of what happened in a user's desk, newest first. */
export function noticePage(desk: Terminal, userId: string, before: number | null): NoticePage {
  const settings = desk.state().users[userId]?.settings ?? DEFAULT_SETTINGS;
  const { priceAlertsEnabled: withProtection, tradingSignalsEnabled, riskLevel } = settings;
  const { facts, olderThan } = listNotedFacts(desk.db, userId, {
    before,
    withProtection,
    signalsFor: tradingSignalsEnabled ? riskLevel : null,
    limit: PAGE_ROWS,
  });
  return {
    notices: facts.map((fact) => buildNotice(desk, fact, riskLevel)),
    olderThan,
    hidesProtection: !withProtection,
  };
}

type Words = Pick<NoticeDto, 'kind' | 'title' | 'description' | 'variant'>;

function buildNotice(desk: Terminal, fact: NotedFact, riskLevel: RiskLevel): NoticeDto {
  const { seq, atMs } = fact.record;
  return { seq, at: isoMoment(atMs), ...getWords(desk, fact, riskLevel) };
}

function getWords(
  desk: Terminal,
  { record, order, asked }: NotedFact,
  riskLevel: RiskLevel,
): Words {
  switch (record.type) {
    case 'CommandReceived':
      return { kind: 'command', variant: 'success', ...describeCommand(record.payload.command) };
    case 'CommandRefused':
      return {
        kind: 'refusal',
        variant: 'destructive',
        title: `Refused: ${asked ? describeCommand(asked.command).title : 'a command'}`,
        description: record.payload.refusal.message,
      };
    case 'OrderFilled':
      return fillWords(desk, record, order);
    case 'OrderRejected':
    case 'OrderLost':
      return {
        kind: 'refusal',
        variant: 'destructive',
        title: `${orderName(order)}: ${record.type === 'OrderLost' ? 'unanswered' : 'rejected'}`,
        description: formatSentence(record.payload.reason),
      };
    case 'BookReset':
      return {
        kind: 'desk',
        variant: 'default',
        title: 'Account Reset',
        description: `${bookName(record)}: epoch ${record.payload.epoch} begins with ${formatMoney(record.payload.capitalMills)}. Nothing of the past was deleted.`,
      };
    case 'TradingHalted':
      return {
        kind: 'desk',
        variant: 'destructive',
        title: 'Trading halted',
        description: formatSentence(withoutOrder(record.payload.reason)),
      };
    case 'TradingResumed':
      return {
        kind: 'desk',
        variant: 'default',
        title: 'Trading resumed',
        description: formatSentence(withoutOrder(record.payload.reason)),
      };
    case 'SignalFrozen':
    case 'NetworkDemoted':
      return { kind: 'desk', variant: 'default', ...signalNotice(desk, record, riskLevel) };
    case 'DrawdownTripped':
    case 'DrawdownRearmed':
    case 'CoolOffBegan':
      return breakerWords(record);
    case 'MarginCalled':
    case 'MarginReduced':
    case 'MarginRestored':
      return marginWords(record);
    case 'CloseRequested':
      return closeWords(record);
    case 'UserDisabled':
      return {
        kind: 'desk',
        variant: 'destructive',
        title: 'Disabled by the operator',
        description: formatSentence(
          `${record.payload.reason}. Nothing new is opened; stops, targets and CLOSE go on`,
        ),
      };
    case 'UserEnabled':
      return {
        kind: 'desk',
        variant: 'default',
        title: 'Enabled by the operator',
        description: formatSentence(`${record.payload.reason}. Everything stays off until RUN`),
      };
    case 'PlaybookHalted':
    case 'PlaybookRearmed':
      return haltWords(record);
    default:
      return assertNever(record);
  }
}

/** A halt concerns everybody, but the order that led to it is one user's. */
const withoutOrder = (reason: string): string =>
  reason.replace(/\border [0-9a-f]{32} in [^:]+/g, 'an order');
const getDisplayName = (commodity: CommodityKey | null, all: string): string =>
  commodity === null ? all : COMMODITIES[commodity].displayName;
const bookName = ({ bookId }: LogRecord): string =>
  `${(bookId?.split(':').at(-1) ?? 'desk').toUpperCase()} book`;

function describeCommand(command: Command): Pick<Words, 'title' | 'description'> {
  switch (command.type) {
    case 'OpenBook':
      return {
        title: `${command.mode.toUpperCase()} book opened`,
        description: `It begins with ${formatMoney(command.capitalMills)} on the ${command.market} market.`,
      };
    case 'SelectMode':
      return { title: 'Trading Mode Changed', description: `Switched to ${command.mode} mode.` };
    case 'SaveSettings':
      return {
        title: 'Settings saved',
        description: `Risk ${command.settings.riskLevel}, position size ${command.settings.positionSize}.`,
      };
    case 'ChoosePlaybook':
      return {
        title: `Playbook of ${getDisplayName(command.commodity, '')}`,
        description:
          command.playbookId === null
            ? 'The default one is followed again.'
            : `${command.playbookId} was chosen.`,
      };
    case 'RearmPlaybook':
      return {
        title: `Re-arm ${command.playbookId}`,
        description: `${getDisplayName(command.commodity, '')}: it may decide again.`,
      };
    case 'StartTrading':
      return {
        title: `${command.rearm === true ? 'RE-ARM AND ' : ''}RUN ${getDisplayName(command.commodity, 'ALL')}`,
        description: 'Auto-trading is on.',
      };
    case 'StopTrading':
      return {
        title: `STOP ${getDisplayName(command.commodity, 'ALL')}`,
        description: 'No new entries. Protective exits go on.',
      };
    case 'EmergencyStop':
      return {
        title: 'EMERGENCY STOP',
        description:
          'No new entries in any mode, waiting entries taken back. Protective exits go on.',
      };
    case 'CloseTrading':
      return {
        title: `CLOSE ${getDisplayName(command.commodity, 'ALL')}`,
        description: 'Out at market, and auto-trading is off.',
      };
    default:
      return plainCommandWords(command);
  }
}

type PlainCommand = Extract<
  Command,
  {
    type:
      | 'ClosePosition'
      | 'PlaceOrder'
      | 'CancelOrder'
      | 'ResetBook'
      | 'HaltTrading'
      | 'ResumeTrading'
      | OperatorCommand['type'];
  }
>;

function plainCommandWords(command: PlainCommand): Pick<Words, 'title' | 'description'> {
  switch (command.type) {
    case 'ClosePosition':
      return {
        title: 'CLOSE one position',
        description: 'Out at market, and its commodity is off.',
      };
    case 'PlaceOrder':
      return {
        title: `Order by hand in ${command.instrumentId}`,
        description: `${command.side} at ${command.orderType.toLowerCase()}.`,
      };
    case 'CancelOrder':
      return { title: 'Order taken back', description: 'Asked by hand.' };
    case 'ResetBook':
      return {
        title: 'Reset asked for',
        description: 'Everything is closed, then a new epoch begins.',
      };
    case 'HaltTrading':
    case 'ResumeTrading':
      return {
        title: command.type === 'HaltTrading' ? 'Halt asked for' : 'Resumption asked for',
        description: formatSentence(command.reason),
      };
    case 'StopUser':
    case 'StopAllUsers':
      return {
        title: command.type === 'StopUser' ? 'Stop of a user' : 'Stop of all users',
        description: formatSentence(command.reason),
      };
    case 'DisableUser':
    case 'EnableUser':
      return {
        title: command.type === 'DisableUser' ? 'User disabled' : 'User enabled',
        description: formatSentence(command.reason),
      };
    default:
      return assertNever(command);
  }
}

const PURPOSES = { ENTRY: 'entry', EXIT: 'exit', STOP: 'stop hit', TARGET: 'target hit' } as const;

/** What an order did; a roll is told by both of its halves. */
const getOrderPurpose = ({ purpose, isRoll }: NotedOrder): string =>
  isRoll
    ? `rolled ${purpose === 'ENTRY' ? 'into the next month' : 'out of the month'}`
    : PURPOSES[purpose];

const orderName = (order: NotedOrder | null): string =>
  order
    ? `${COMMODITIES[order.commodity].displayName} ${PURPOSES[order.purpose].split(' ')[0] ?? ''} order`
    : 'An order';

function fillWords(
  desk: Terminal,
  record: Extract<LogRecord, { type: 'OrderFilled' }>,
  order: NotedOrder | null,
): Words {
  const { payload } = record;
  const market = desk.state().books[record.bookId ?? '']?.market ?? '';
  const listed = order ? desk.state().listings[market]?.[order.instrumentId] : undefined;
  if (!order || !listed)
    return {
      kind: 'fill',
      variant: 'trade',
      title: 'An order was filled',
      description: `${bookName(record)}.`,
    };
  const isProtection = order.purpose === 'STOP' || order.purpose === 'TARGET';
  const result = order.purpose === 'ENTRY' ? '' : `, P&L ${signedMoney(computeProfit(payload))}`;
  return {
    kind: isProtection ? 'protection' : 'fill',
    variant: 'trade',
    title: `${COMMODITIES[order.commodity].displayName}: ${getOrderPurpose(order)}`,
    description: `${formatDealt(order, listed, payload.lots)} at ${formatPrice(listed, payload.priceTicks)}${result}, fee ${formatMoney(payload.feeMills)}, ${bookName(record)}.`,
  };
}

function breakerWords(
  record: Extract<LogRecord, { type: 'DrawdownTripped' | 'DrawdownRearmed' | 'CoolOffBegan' }>,
): Words {
  const { type, payload } = record;
  if (type === 'DrawdownTripped') {
    const fall = formatMoney(subtractMills(payload.peakMills, payload.equityMills));
    return {
      kind: 'desk',
      variant: 'destructive',
      title: 'Drawdown breaker',
      description: `${bookName(record)} fell ${fall} from its peak of ${formatMoney(payload.peakMills)}, more than ${formatMoney(payload.allowedMills)}: stopped and closed. RUN ALL re-arms it after a confirmation.`,
    };
  }
  if (type === 'DrawdownRearmed')
    return {
      kind: 'desk',
      variant: 'default',
      title: 'Drawdown breaker re-armed',
      description: `${bookName(record)}: its peak is ${formatMoney(payload.peakMills)} now.${reducedText(payload.allowedMills ?? null)}`,
    };
  const { displayName } = COMMODITIES[payload.commodity];
  return {
    kind: 'desk',
    variant: 'destructive',
    title: `${displayName}: cool-off`,
    description: `${payload.losses} trades were lost one after the other: no new entries for ${formatAge(payload.untilMs - record.atMs)}. ${bookName(record)}.`,
  };
}

function marginWords(
  record: Extract<LogRecord, { type: 'MarginCalled' | 'MarginReduced' | 'MarginRestored' }>,
): Words {
  const { type, payload } = record;
  const state = `${bookName(record)}: equity ${formatMoney(payload.equityMills)}, maintenance margin ${formatMoney(payload.maintenanceMills)}.`;
  if (type === 'MarginCalled')
    return {
      kind: 'desk',
      variant: 'destructive',
      title: 'Margin call',
      description: `${state} Entries are refused; positions are reduced at the next price.`,
    };
  if (type === 'MarginRestored')
    return {
      kind: 'desk',
      variant: 'default',
      title: 'Margin call ended',
      description: `${state} Entries are accepted again; commodities that were reduced stay off until RUN.`,
    };
  const positions = Object.keys(payload.lots).length;
  return {
    kind: 'desk',
    variant: 'destructive',
    title: 'Positions reduced by margin',
    description: `${state} ${positions === 1 ? 'One position is' : `${positions} positions are`} closed in whole or in part, and auto-trading of their commodities is off.`,
  };
}

/** Positions that could not close when they were asked to, each with what it waits for. */
function closeWords(record: Extract<LogRecord, { type: 'CloseRequested' }>): Words {
  const waiting = record.payload.positions.flatMap(({ obstacle }) =>
    obstacle === null ? [] : [obstacle],
  );
  const reasons = [...new Set(waiting)].join(' ');
  const count = waiting.length === 1 ? 'One position has' : `${waiting.length} positions have`;
  return {
    kind: 'desk',
    variant: 'default',
    title: 'Close requested',
    description: `${bookName(record)}: ${count} to wait. ${reasons}`,
  };
}
const reducedText = (allowedMills: Mills | null): string =>
  allowedMills === null
    ? ''
    : ` Until the next trading day it may fall ${formatMoney(allowedMills)} from there.`;

function haltWords({
  type,
  payload,
}: Extract<LogRecord, { type: 'PlaybookHalted' | 'PlaybookRearmed' }>): Words {
  const name = `${COMMODITIES[payload.commodity].displayName}: ${payload.playbookId}`;
  if (type === 'PlaybookRearmed')
    return {
      kind: 'desk',
      variant: 'default',
      title: `${name} re-armed`,
      description: 'It decides again from its next bar on.',
    };
  return {
    kind: 'desk',
    variant: 'destructive',
    title: `${name} halted`,
    description: `${formatSentence(payload.reason)} It opens nothing before it is re-armed; what it holds keeps its stop, and everything else goes on.`,
  };
}

const formatDealt = ({ side }: NotedOrder, listed: Instrument, lots: Lots): string =>
  `${side === 'BUY' ? 'Bought' : 'Sold'} ${formatSize(listed, lots)} of ${getCode(listed)}`;

/** Profit before fees: what the entry moved out of `realised`. */
const computeProfit = ({ entry }: RecordPayloads['OrderFilled']): Mills =>
  negateMills(
    entry.reduce(
      (sum, { account, amount }) => (account === 'realised' ? sum + amount : sum),
      0,
    ) as Mills,
  );
