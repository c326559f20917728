// Dashboard buttons: their commands and result messages.
import { z } from 'zod';
import type { ToastMessage } from '../../contracts/messages';
import type { CommodityRow } from '../../trading/desk-view';
import { getRefusalStatus } from '../../server/http/refusal-status.server';
import { COMMODITIES, COMMODITY_KEYS } from '../../trading/domain/commodity';
import type { Command, CommandValue } from '../../trading/domain/command';
import { type Refusal, assertNever } from '../../trading/domain/outcome';
import { getPlaybookName } from '../../models/portfolio/serialize-book.server';

const commodity = z.enum(COMMODITY_KEYS);
const playbook = z.string().regex(/^[A-Z][A-Z0-9_]{1,63}$/);
export const NO_POSITION_ID = 'Position ID is missing';

/** Buttons that send an engine command. */
export const TradeSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('run'), commodity }),
  z.object({ intent: z.literal('stop'), commodity }),
  z.object({ intent: z.literal('close'), commodity }),
  /**
   * `chosen` is the strategy selected when the page was rendered; pressing it again deselects it.
   */
  z.object({
    intent: z.literal('choose'),
    commodity,
    playbook,
    chosen: z.string().max(64).default(''),
  }),
  z.object({ intent: z.literal('rearm'), commodity, playbook }),
  z.object({ intent: z.literal('run-all') }),
  /** RUN ALL with re-arm; `trip` is the trip time that the page showed. */
  z.object({ intent: z.literal('rearm-all'), trip: z.string().max(40).default('') }),
  z.object({ intent: z.literal('stop-all') }),
  z.object({ intent: z.literal('close-all') }),
  z.object({
    intent: z.literal('close-position'),
    position: z.string(NO_POSITION_ID).min(1, NO_POSITION_ID).max(64),
  }),
]);
export type Trade = z.infer<typeof TradeSchema>;

/** Buttons of the screen or the account. */
export const AccountSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('data'), commodity }),
  z.object({ intent: z.literal('settings') }),
  z.object({ intent: z.literal('live') }),
  z.object({ intent: z.literal('reset') }),
]);

/** All dashboard buttons. */
export type DashboardIntent = Trade['intent'] | z.infer<typeof AccountSchema>['intent'];

/** Actions that only reduce risk run whatever account the page showed. */
export const isExit = ({ intent }: Trade): boolean =>
  !['run', 'run-all', 'rearm-all', 'choose', 'rearm'].includes(intent);

export function toCommand(trade: Trade): Command {
  switch (trade.intent) {
    case 'run':
      return { type: 'StartTrading', commodity: trade.commodity };
    case 'stop':
      return { type: 'StopTrading', commodity: trade.commodity };
    case 'close':
      return { type: 'CloseTrading', commodity: trade.commodity };
    case 'choose':
      return {
        type: 'ChoosePlaybook',
        commodity: trade.commodity,
        playbookId: trade.chosen === trade.playbook ? null : trade.playbook,
      };
    case 'rearm':
      return { type: 'RearmPlaybook', commodity: trade.commodity, playbookId: trade.playbook };
    case 'run-all':
      return { type: 'StartTrading', commodity: null };
    case 'rearm-all':
      return { type: 'StartTrading', commodity: null, rearm: true };
    case 'stop-all':
      return { type: 'StopTrading', commodity: null };
    case 'close-all':
      return { type: 'CloseTrading', commodity: null };
    case 'close-position':
      return { type: 'ClosePosition', positionId: trade.position };
    default:
      return assertNever(trade);
  }
}

const getCommodityName = (trade: Trade): string =>
  'commodity' in trade ? COMMODITIES[trade.commodity].displayName : 'All commodities';

/** CLOSE is idempotent. */
const NOTHING_OPEN: ToastMessage = {
  title: 'No active positions to close',
  description: 'Auto-trading is off.',
  variant: 'default',
};

/** Positions still open after a close, with the reason. */
function formatWaiting({ closedPositions, waiting = [] }: CommandValue): ToastMessage {
  const reasons = [...new Set(waiting.map(({ reason }) => reason))].join(' ');
  const counts = `${closedPositions.length} closed, ${waiting.length} still open.`;
  return {
    title: 'Close Requested',
    description: `${counts} ${reasons} Each closes as soon as it can; auto-trading is off.`,
    variant: 'default',
  };
}

/** What runs, holds, waits and is out of season: `10 on: 3 hold a position, 5 wait`. */
export function formatRunSummary(rows: readonly CommodityRow[]): string {
  const on = rows.filter(({ isActive }) => isActive);
  const holding = on.filter(({ positions }) => positions > 0).length;
  const outside = on.filter(({ isOutOfSeason }) => isOutOfSeason).length;
  const waiting = on.length - holding - outside;
  const parts = [
    `${holding} ${holding === 1 ? 'holds' : 'hold'} a position`,
    `${waiting} ${waiting === 1 ? 'waits' : 'wait'}`,
    ...(outside > 0 ? [`${outside} out of season`] : []),
  ];
  return `${on.length} on: ${parts.join(', ')}`;
}

/** Result of RUN of one commodity: a position, or what it waits for. */
function formatRunResult(name: string, row: CommodityRow | undefined): string {
  if (row && row.positions > 0) return `${name}: auto-trading is on, position open.`;
  const reason = row?.waitingFor ?? null;
  return `${name}: auto-trading is on${reason === null ? '' : `; no position yet: ${reason}`}.`;
}

/** `rows` are the commodities of the account after the command. */
export function formatSuccess(
  trade: Trade,
  value: CommandValue,
  rows: readonly CommodityRow[],
): ToastMessage {
  const name = getCommodityName(trade);
  if (value.waiting && value.waiting.length > 0) return formatWaiting(value);
  if (
    (trade.intent === 'close' || trade.intent === 'close-all') &&
    value.closedPositions.length === 0
  )
    return NOTHING_OPEN;
  switch (trade.intent) {
    case 'run':
      return {
        title: 'Trading Started',
        description: formatRunResult(
          name,
          rows.find((row) => row.commodity === trade.commodity),
        ),
        variant: 'trade',
      };
    case 'run-all':
      return {
        title: 'Trading Started',
        description: `${formatRunSummary(rows)}.`,
        variant: 'trade',
      };
    case 'rearm-all':
      return {
        title: 'Breaker Re-armed, Trading Started',
        description: `${formatRunSummary(rows)}. Peak equity reset to current equity.`,
        variant: 'trade',
      };
    case 'stop':
    case 'stop-all':
      return {
        title: 'Trading Stopped',
        description: `${name}: no new entries. Stops and targets stay.`,
        variant: 'trade',
      };
    case 'choose':
      return formatChoice(trade);
    case 'rearm':
      return {
        title: 'Strategy Re-armed',
        description: `${getPlaybookName(trade.commodity, trade.playbook)} of ${name} resumes at its next bar.`,
        variant: 'default',
      };
    case 'close':
      return {
        title: 'Positions Closed',
        description: `${name}: positions are closed and auto-trading is off.`,
        variant: 'trade',
      };
    case 'close-all':
      return {
        title: 'All Positions Closed',
        description: 'All active positions have been closed and P&L has been realized.',
        variant: 'trade',
      };
    case 'close-position':
      return {
        title: 'Position Closed',
        description: 'Position has been closed and P&L has been realized.',
        variant: 'trade',
      };
    default:
      return assertNever(trade);
  }
}

const formatChoice = ({
  commodity: key,
  playbook,
  chosen,
}: Extract<Trade, { intent: 'choose' }>): ToastMessage =>
  chosen === playbook
    ? {
        title: 'Strategy Deselected',
        description: `${COMMODITIES[key].displayName}: the strategy with the best record in season is active, if one has paid its costs.`,
        variant: 'default',
      }
    : {
        title: 'Strategy Selected',
        description: `${COMMODITIES[key].displayName} is traded by ${getPlaybookName(key, playbook)}. Open positions stay with the strategy that opened them.`,
        variant: 'default',
      };

const FAILURES: Readonly<Record<Trade['intent'], { title: string; prefix: string }>> = {
  run: { title: 'Trading Start Failed', prefix: 'Failed to start auto-trading for X: ' },
  'run-all': { title: 'Error', prefix: 'Failed to activate all commodities. ' },
  'rearm-all': { title: 'Error', prefix: 'Failed to re-arm and activate all commodities. ' },
  stop: { title: 'Trading Stop Failed', prefix: '' },
  'stop-all': { title: 'Error', prefix: 'Failed to stop all commodities. ' },
  choose: { title: 'Strategy Not Selected', prefix: '' },
  rearm: { title: 'Strategy Not Re-armed', prefix: '' },
  close: { title: 'Position Close Failed', prefix: '' },
  'close-all': { title: 'Error Closing Positions', prefix: '' },
  'close-position': { title: 'Error Closing Position', prefix: '' },
};

export interface TradeFailure {
  readonly title: string;
  readonly message: string;
  readonly status: number;
}

/** Title, message and status of a refusal. */
export function toFailure(trade: Trade, refusal: Refusal): TradeFailure {
  const { title, prefix } = FAILURES[trade.intent];
  return {
    title,
    message: `${prefix.replace('X', getCommodityName(trade))}${refusal.message}`,
    status: getRefusalStatus(refusal),
  };
}
