/** Trades of a backtest, leg by leg in order of exit. */
import type { ReactNode } from 'react';
import { groupTrades } from '../../trading/backtest/grouped-trades';
import type { BacktestTrade } from '../../trading/backtest/backtest-run';
import {
  formatCount,
  formatDateTime,
  formatNumber,
  formatMoney,
  formatPrice,
  formatSignedMoney,
  formatSize,
} from '../../trading/domain/format';
import { type Instrument, getCode } from '../../trading/domain/instrument';
import { addMills } from '../../trading/domain/units';
import { EXIT_CAUSES } from './exit-causes';
import { Signed } from './figure-text';
import { type Column, ReportTable } from './report-table';

const TRADES_SHOWN_MAX = 500;

const COLUMNS: readonly Column[] = [
  { name: 'No.' },
  { name: 'Contract' },
  { name: 'Side' },
  { name: 'Size', isNumber: true },
  { name: 'Entered' },
  { name: 'Entry', isNumber: true },
  { name: 'Exited' },
  { name: 'Exit', isNumber: true },
  { name: 'Exit by' },
  { name: 'Bars', isNumber: true },
  { name: 'Result', isNumber: true },
  { name: 'R', isNumber: true },
  { name: 'Costs', isNumber: true },
];

/** Text and symbol, readable without color. */
export const formatSide = (direction: 'LONG' | 'SHORT'): string =>
  direction === 'LONG' ? '\u25b2 LONG' : '\u25bc SHORT';

function buildRow(
  trade: BacktestTrade,
  number: number,
  instrument: Instrument,
  timeZone: string,
): ReactNode[] {
  const inRisk =
    trade.riskMills === null || trade.riskMills <= 0 ? null : trade.profitMills / trade.riskMills;
  return [
    formatCount(number),
    getCode(instrument),
    formatSide(trade.direction),
    formatSize(instrument, trade.lots),
    formatDateTime(trade.entryMs, timeZone),
    formatPrice(instrument, trade.entryTicks),
    formatDateTime(trade.exitMs, timeZone),
    formatPrice(instrument, trade.exitTicks),
    EXIT_CAUSES[trade.cause],
    formatCount(trade.bars),
    <Signed>{formatSignedMoney(trade.profitMills)}</Signed>,
    formatNumber(inRisk, 2),
    formatMoney(addMills(trade.feesMills, trade.slippageMills)),
  ];
}

/** Number of trades, and of their listed and omitted legs. */
function formatTradesSentence(trades: number, legs: number): string {
  if (legs === 0) return 'No trades: the strategy gave no signal, or all orders were rejected.';
  const total =
    legs === trades
      ? `${formatCount(trades)} trades`
      : `${formatCount(trades)} trades with ${formatCount(legs)} legs (each side of a spread and each month of a rolled position is one leg)`;
  if (legs <= TRADES_SHOWN_MAX) return `All ${total}, in order of exit.`;
  const shown = legs === trades ? '' : ' legs';
  return `Last ${formatCount(TRADES_SHOWN_MAX)}${shown} of ${total}, in order of exit. The first ${formatCount(legs - TRADES_SHOWN_MAX)} are not listed but count in all figures.`;
}

interface TradeTableProps {
  readonly id: string;
  readonly trades: readonly BacktestTrade[];
  readonly instruments: readonly Instrument[];
  readonly timeZone: string;
}

/** Throws RangeError for a trade in an unknown instrument. */
export function TradeTable({ id, trades, instruments, timeZone }: TradeTableProps) {
  const sentence = <p>{formatTradesSentence(groupTrades(trades).length, trades.length)}</p>;
  if (trades.length === 0) return sentence;
  const instrumentsById = new Map(instruments.map((instrument) => [instrument.id, instrument]));
  const numbers = new Map(groupTrades(trades).map(({ group }, index) => [group, index + 1]));
  const ordered = [...trades].sort((a, b) => a.exitMs - b.exitMs);
  const omitted = Math.max(0, ordered.length - TRADES_SHOWN_MAX);
  const rows = ordered.slice(omitted).map((trade) => {
    const instrument = instrumentsById.get(trade.instrumentId);
    if (!instrument)
      throw new RangeError(
        `a trade is in unknown instrument ${trade.instrumentId}; pass every traded instrument`,
      );
    return buildRow(trade, numbers.get(trade.group) ?? 0, instrument, timeZone);
  });
  return (
    <>
      {sentence}
      <ReportTable id={id} caption="Trades" columns={COLUMNS} rows={rows} />
      <p className="muted">
        Results are after fees. R is the result divided by the risk between entry and stop; N/A
        without a stop. Costs are fees, spread and slippage of entry and exit.
      </p>
    </>
  );
}
