// Notification log as text: commands, their results, fills, and account events.
import type { NoticeDto, NoticeFilter } from '../../contracts/messages';
import { findUserById } from '../account/user.server';
import { describeAdministration } from './administration-notices.server';
import { describeArming, describeLiveCommand, describeProposal } from './live-notices';
import { FILTER_TYPES } from './notice-filters';
import type { NoticeText } from './notice-text';
import { type NoticeFact, type NoticeOrder, listNoticeFacts } from './notice-facts.server';
import { shortenIds } from '../desk/halts.server';
import type { Terminal } from '../desk/terminal';
import type { Command } from '../../trading/domain/command';
import { COMMODITIES, type CommodityKey } from '../../trading/domain/commodity';
import {
  formatAge,
  formatMoney,
  formatPrice,
  formatSignedMoney,
  formatSize,
  formatSentence,
  formatIsoTime,
} from '../../trading/domain/format';
import { type Instrument, getCode } from '../../trading/domain/instrument';
import type { LogRecord, RecordPayloads } from '../../trading/domain/record';
import { type Lots, type Mills, negateMills, subtractMills } from '../../trading/domain/units';
import { DEFAULT_SETTINGS, type RiskLevel } from '../../trading/domain/settings';
import { assertNever } from '../../trading/domain/outcome';
import { describeSignalChange } from '../signals/signals.server';

const PAGE_ROWS = 100;

interface NoticePage {
  readonly notices: readonly NoticeDto[];
  /** Cursor of the next older page; null on the last page. */
  readonly olderThan: number | null;
  /** True if settings hide stop and target fills. */
  readonly hidesProtection: boolean;
}

/** One page of notifications, newest first; `filter` null shows all. */
export function buildNoticePage(
  desk: Terminal,
  userId: string,
  before: number | null,
  filter: NoticeFilter | null = null,
): NoticePage {
  const settings = desk.state().users[userId]?.settings ?? DEFAULT_SETTINGS;
  const { priceAlertsEnabled: withProtection, tradingSignalsEnabled, riskLevel } = settings;
  // Weather alerts are not logged.
  if (filter === 'weather') return { notices: [], olderThan: null, hidesProtection: false };
  const { facts, olderThan } = listNoticeFacts(desk.db, userId, {
    before,
    withProtection,
    signalsFor: tradingSignalsEnabled ? riskLevel : null,
    types: filter === null ? null : FILTER_TYPES[filter],
    isOwn: filter === 'mine',
    withOperators: findUserById(desk.db, userId)?.role === 'operator',
    limit: PAGE_ROWS,
  });
  return {
    notices: facts.map((fact) => buildNotice(desk, fact, riskLevel)),
    olderThan,
    hidesProtection: !withProtection,
  };
}

function buildNotice(desk: Terminal, fact: NoticeFact, riskLevel: RiskLevel): NoticeDto {
  const { seq, atMs } = fact.record;
  return { seq, at: formatIsoTime(atMs), ...buildNoticeText(desk, fact, riskLevel) };
}

function buildNoticeText(
  desk: Terminal,
  { record, order, command }: NoticeFact,
  riskLevel: RiskLevel,
): NoticeText {
  switch (record.type) {
    case 'CommandReceived':
      return {
        kind: 'command',
        variant: 'success',
        ...describeCommand(desk, record.payload.command),
      };
    case 'CommandRefused':
      return {
        kind: 'refusal',
        variant: 'destructive',
        title: `Rejected: ${command ? describeCommand(desk, command.command).title : 'a command'}`,
        description: record.payload.refusal.message,
      };
    case 'OrderFilled':
      return describeFill(desk, record, order);
    case 'FillCorrected':
      return describeCorrection(desk, record, order);
    case 'OrderRejected':
    case 'OrderLost':
      return {
        kind: 'refusal',
        variant: 'destructive',
        title: `${formatOrderName(order)}: ${record.type === 'OrderLost' ? 'unanswered' : 'rejected'}`,
        description: formatSentence(record.payload.reason),
      };
    case 'BookReset':
      return {
        kind: 'desk',
        variant: 'default',
        title: 'Account Reset',
        description: `${formatAccountName(record)}: account period ${record.payload.epoch} starts with ${formatMoney(record.payload.capitalMills)}. History is kept.`,
      };
    case 'BookMovedIn':
      return {
        kind: 'desk',
        variant: 'default',
        title: 'Account moved',
        description: `${formatAccountName(record)}: moved here from server ${record.payload.from} with ${formatMoney(record.payload.account.balanceMills)}. A new account period starts; auto-trading is off until RUN.`,
      };
    case 'TradingHalted':
      return {
        kind: 'desk',
        variant: 'destructive',
        title: 'Trading halted',
        description: formatSentence(redactOrder(record.payload.reason)),
      };
    case 'TradingResumed':
      return {
        kind: 'desk',
        variant: 'default',
        title: 'Trading resumed',
        description: formatSentence(redactOrder(record.payload.reason)),
      };
    case 'AccountHalted':
    case 'AccountResumed':
      return {
        kind: 'desk',
        variant: record.type === 'AccountHalted' ? 'destructive' : 'default',
        title: record.type === 'AccountHalted' ? 'Account halted' : 'Account resumed',
        description: `${formatAccountName(record)}: ${formatSentence(shortenIds(record.payload.reason))}`,
      };
    case 'ArmingRequested':
    case 'AccountArmed':
    case 'AccountDisarmed':
      return describeArming(record, desk.timeZone);
    case 'EntryProposed':
    case 'EntryDeclined':
      return describeProposal(record);
    case 'SignalFrozen':
    case 'NetworkDemoted':
      return { kind: 'desk', variant: 'default', ...describeSignalChange(desk, record, riskLevel) };
    case 'DrawdownTripped':
    case 'DrawdownRearmed':
    case 'CoolOffBegan':
      return describeBreaker(record);
    case 'MarginCalled':
    case 'MarginReduced':
    case 'MarginRestored':
      return describeMargin(record);
    case 'CloseRequested':
      return describeClose(record);
    case 'UserDisabled':
      return {
        kind: 'desk',
        variant: 'destructive',
        title: 'Disabled by the operator',
        description: formatSentence(
          `${record.payload.reason}. Entries are blocked; stops, targets and CLOSE continue`,
        ),
      };
    case 'UserEnabled':
      return {
        kind: 'desk',
        variant: 'default',
        title: 'Enabled by the operator',
        description: formatSentence(`${record.payload.reason}. Auto-trading stays off until RUN`),
      };
    case 'PlaybookHalted':
    case 'PlaybookRearmed':
      return describePlaybookHalt(record);
    default:
      return assertNever(record);
  }
}

/** A halt is public; the order that caused it belongs to one user. */
const redactOrder = (reason: string): string =>
  reason.replace(/\border [0-9a-f]{32}(\.stop)? in [^:]+/g, 'an order');
const getDisplayName = (commodity: CommodityKey | null, all: string): string =>
  commodity === null ? all : COMMODITIES[commodity].displayName;
const formatAccountName = ({ bookId }: LogRecord): string =>
  `${(bookId?.split(':').at(-1) ?? 'desk').toUpperCase()} account`;

function describeCommand(
  { db }: Terminal,
  command: Command,
): Pick<NoticeText, 'title' | 'description'> {
  switch (command.type) {
    case 'OpenBook':
      return {
        title: `${command.mode.toUpperCase()} account opened`,
        description: `Capital ${formatMoney(command.capitalMills)}, market ${command.market}.`,
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
        title: `Strategy for ${getDisplayName(command.commodity, '')}`,
        description:
          command.playbookId === null
            ? 'Default strategy selected.'
            : `${command.playbookId} selected.`,
      };
    case 'RearmPlaybook':
      return {
        title: `Re-arm ${command.playbookId}`,
        description: `${getDisplayName(command.commodity, '')}: entries are allowed again.`,
      };
    case 'StartTrading':
      return {
        title: `${command.rearm === true ? 'RE-ARM AND ' : ''}RUN ${getDisplayName(command.commodity, 'ALL')}`,
        description: 'Auto-trading is on.',
      };
    case 'StopTrading':
      return {
        title: `STOP ${getDisplayName(command.commodity, 'ALL')}`,
        description: 'No new entries. Stops and targets stay.',
      };
    case 'EmergencyStop':
      return {
        title: 'EMERGENCY STOP',
        description:
          'No new entries in any mode; working entries canceled. Stops and targets stay.',
      };
    case 'CloseTrading':
      return {
        title: `CLOSE ${getDisplayName(command.commodity, 'ALL')}`,
        description: 'Flattened at market; auto-trading is off.',
      };
    case 'ArmAccount':
    case 'ConfirmArming':
    case 'DisarmAccount':
    case 'ApproveEntry':
    case 'DeclineEntry':
    case 'HaltAccounts':
    case 'ResumeAccount':
      return describeLiveCommand(command);
    case 'DisableUser':
    case 'EnableUser':
    case 'RecordAdministration':
    case 'MoveUserOut':
    case 'MoveUserIn':
      return describeAdministration(db, command);
    default:
      return describeOtherCommand(command);
  }
}

type OtherCommand = Extract<
  Command,
  {
    type:
      | 'ClosePosition'
      | 'PlaceOrder'
      | 'CancelOrder'
      | 'ResetBook'
      | 'HaltTrading'
      | 'ResumeTrading'
      | 'StopUser'
      | 'StopAllUsers';
  }
>;

function describeOtherCommand(command: OtherCommand): Pick<NoticeText, 'title' | 'description'> {
  switch (command.type) {
    case 'ClosePosition':
      return {
        title: 'CLOSE position',
        description: 'Closed at market; auto-trading of its commodity is off.',
      };
    case 'PlaceOrder':
      return {
        title: `Manual order in ${command.instrumentId}`,
        description: `${command.side} at ${command.orderType.toLowerCase()}.`,
      };
    case 'CancelOrder':
      return { title: 'Order canceled', description: 'Manual.' };
    case 'ResetBook':
      return {
        title: 'Reset requested',
        description: 'All positions close, then a new account period starts.',
      };
    case 'HaltTrading':
    case 'ResumeTrading':
      return {
        title: command.type === 'HaltTrading' ? 'Halt requested' : 'Resume requested',
        description: formatSentence(command.reason),
      };
    case 'StopUser':
    case 'StopAllUsers':
      return {
        title: command.type === 'StopUser' ? 'Stop of a user' : 'Stop of all users',
        description: formatSentence(command.reason),
      };
    default:
      return assertNever(command);
  }
}

const PURPOSES = { ENTRY: 'entry', EXIT: 'exit', STOP: 'stop hit', TARGET: 'target hit' } as const;

/** Purpose of an order; both halves of a roll, and trades that were not ordered here, are named as such. */
function getOrderPurpose({ purpose, isRoll, isExternal }: NoticeOrder): string {
  if (isExternal) return 'traded at the broker, not ordered here';
  return isRoll
    ? `rolled ${purpose === 'ENTRY' ? 'into the next month' : 'out of the month'}`
    : PURPOSES[purpose];
}

const formatOrderName = (order: NoticeOrder | null): string =>
  order
    ? `${COMMODITIES[order.commodity].displayName} ${PURPOSES[order.purpose].split(' ')[0] ?? ''} order`
    : 'An order';

/** The contract of an order, as listed in the market of its account. */
function findListed(
  desk: Terminal,
  { bookId }: LogRecord,
  order: NoticeOrder | null,
): Instrument | undefined {
  const { books, listings } = desk.state();
  return order ? listings[books[bookId ?? '']?.market ?? '']?.[order.instrumentId] : undefined;
}

function describeFill(
  desk: Terminal,
  record: Extract<LogRecord, { type: 'OrderFilled' }>,
  order: NoticeOrder | null,
): NoticeText {
  const { payload } = record;
  const listed = findListed(desk, record, order);
  if (!order || !listed)
    return {
      kind: 'fill',
      variant: 'trade',
      title: 'Order filled',
      description: `${formatAccountName(record)}.`,
    };
  const isProtection = order.purpose === 'STOP' || order.purpose === 'TARGET';
  const result =
    order.purpose === 'ENTRY' ? '' : `, P&L ${formatSignedMoney(computeProfit(payload))}`;
  return {
    kind: isProtection ? 'protection' : 'fill',
    variant: 'trade',
    title: `${COMMODITIES[order.commodity].displayName}: ${getOrderPurpose(order)}`,
    description: `${formatFill(order, listed, payload.lots)} at ${formatPrice(listed, payload.priceTicks)}${result}, fee ${formatMoney(payload.feeMills)}, ${formatAccountName(record)}.`,
  };
}

function describeCorrection(
  desk: Terminal,
  record: Extract<LogRecord, { type: 'FillCorrected' }>,
  order: NoticeOrder | null,
): NoticeText {
  const { payload } = record;
  const listed = findListed(desk, record, order);
  const fill =
    order && listed
      ? ` ${formatFill(order, listed, payload.lots)} at ${formatPrice(listed, payload.priceTicks)}.`
      : '';
  return {
    kind: 'fill',
    variant: 'trade',
    title: `${formatOrderName(order)}: execution corrected`,
    description: `The broker corrected an execution.${fill} P&L ${formatSignedMoney(computeProfit(payload))}, fee ${formatMoney(payload.feeMills)}, ${formatAccountName(record)}.`,
  };
}

function describeBreaker(
  record: Extract<LogRecord, { type: 'DrawdownTripped' | 'DrawdownRearmed' | 'CoolOffBegan' }>,
): NoticeText {
  const { type, payload } = record;
  if (type === 'DrawdownTripped') {
    const fall = formatMoney(subtractMills(payload.peakMills, payload.equityMills));
    return {
      kind: 'desk',
      variant: 'destructive',
      title: 'Drawdown breaker',
      description: `${formatAccountName(record)} drawdown ${fall} from peak ${formatMoney(payload.peakMills)}; limit ${formatMoney(payload.allowedMills)}. Flattened and halted; RUN ALL re-arms after a confirmation.`,
    };
  }
  if (type === 'DrawdownRearmed')
    return {
      kind: 'desk',
      variant: 'default',
      title: 'Drawdown breaker re-armed',
      description: `${formatAccountName(record)}: peak equity reset to ${formatMoney(payload.peakMills)}.${formatReducedLimit(payload.allowedMills ?? null)}`,
    };
  const { displayName } = COMMODITIES[payload.commodity];
  return {
    kind: 'desk',
    variant: 'destructive',
    title: `${displayName}: cool-off`,
    description: `${payload.losses} losses in a row: no new entries for ${formatAge(payload.untilMs - record.atMs)}. ${formatAccountName(record)}.`,
  };
}

function describeMargin(
  record: Extract<LogRecord, { type: 'MarginCalled' | 'MarginReduced' | 'MarginRestored' }>,
): NoticeText {
  const { type, payload } = record;
  const state = `${formatAccountName(record)}: equity ${formatMoney(payload.equityMills)}, maintenance margin ${formatMoney(payload.maintenanceMills)}.`;
  if (type === 'MarginCalled')
    return {
      kind: 'desk',
      variant: 'destructive',
      title: 'Margin call',
      description: `${state} Entries are blocked; positions are reduced at the next price.`,
    };
  if (type === 'MarginRestored')
    return {
      kind: 'desk',
      variant: 'default',
      title: 'Margin call ended',
      description: `${state} Entries are allowed again; reduced commodities stay off until RUN.`,
    };
  const positions = Object.keys(payload.lots).length;
  return {
    kind: 'desk',
    variant: 'destructive',
    title: 'Positions reduced by margin',
    description: `${state} ${positions === 1 ? '1 position' : `${positions} positions`} closed fully or partly; auto-trading of their commodities is off.`,
  };
}

/** Positions whose close is delayed, with the reasons; and those that lost their stop. */
function describeClose(record: Extract<LogRecord, { type: 'CloseRequested' }>): NoticeText {
  const obstacles = record.payload.positions.flatMap(({ obstacle }) =>
    obstacle === null ? [] : [obstacle],
  );
  const reasons = [...new Set(obstacles)].join(' ');
  if (record.payload.reason === 'no stop')
    return {
      kind: 'desk',
      variant: 'destructive',
      title: 'Position without a stop',
      description:
        `${formatAccountName(record)}: a position had no working stop at the broker for 10 s. It is closed at market. ${reasons}`.trim(),
    };
  const count = obstacles.length === 1 ? '1 position waits' : `${obstacles.length} positions wait`;
  return {
    kind: 'desk',
    variant: 'default',
    title: 'Close requested',
    description: `${formatAccountName(record)}: ${count}. ${reasons}`,
  };
}
const formatReducedLimit = (allowedMills: Mills | null): string =>
  allowedMills === null
    ? ''
    : ` Drawdown limit ${formatMoney(allowedMills)} until the next trading day.`;

function describePlaybookHalt({
  type,
  payload,
}: Extract<LogRecord, { type: 'PlaybookHalted' | 'PlaybookRearmed' }>): NoticeText {
  const name = `${COMMODITIES[payload.commodity].displayName}: ${payload.playbookId}`;
  if (type === 'PlaybookRearmed')
    return {
      kind: 'desk',
      variant: 'default',
      title: `${name} re-armed`,
      description: 'Active again from its next bar.',
    };
  return {
    kind: 'desk',
    variant: 'destructive',
    title: `${name} halted`,
    description: `${formatSentence(payload.reason)} No entries until re-armed; open positions keep their stops.`,
  };
}

const formatFill = ({ side }: NoticeOrder, listed: Instrument, lots: Lots): string =>
  `${side === 'BUY' ? 'Bought' : 'Sold'} ${formatSize(listed, lots)} of ${getCode(listed)}`;

/** Realized P&L before fees: the amount posted to `realised`. */
const computeProfit = ({ entry }: Pick<RecordPayloads['OrderFilled'], 'entry'>): Mills =>
  negateMills(
    entry.reduce(
      (sum, { account, amount }) => (account === 'realised' ? sum + amount : sum),
      0,
    ) as Mills,
  );
