/** The trades of a run in the order in which they were closed, the newest last. */
import type { ReactNode } from 'react';
import type { BacktestTrade } from '../../trading/backtest/tape';
import {
  formatCount,
  dateTime,
  decimalNumber,
  formatMoney,
  formatPrice,
  signedMoney,
  formatSize,
} from '../../trading/domain/format';
import { type Instrument, getCode } from '../../trading/domain/instrument';
import { addMills } from '../../trading/domain/units';
import { Signed } from './figure-text';
import { type Column, ReportTable } from './table';

const TRADES_SHOWN_MAX = 500;

const COLUMNS: readonly Column[] = [
  { name: 'No.' },
  { name: 'Contract' },
  { name: 'Side' },
  { name: 'Size', isNumber: true },
  { name: 'Entered' },
  { name: 'Entry', isNumber: true },
  { name: 'Left' },
  { name: 'Exit', isNumber: true },
  { name: 'Left by' },
  { name: 'Bars', isNumber: true },
  { name: 'Result', isNumber: true },
  { name: 'In R', isNumber: true },
  { name: 'Costs', isNumber: true },
];

const CAUSES: Readonly<Record<BacktestTrade['cause'], string>> = {
  rule: 'rule',
  stop: 'stop',
  target: 'target',
  time: 'time limit',
  roll: 'roll',
  expiry: 'expiry',
  end: 'end of data',
};

/** Both words and a mark that needs no color. */
export const sideText = (direction: 'LONG' | 'SHORT'): string =>
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
    sideText(trade.direction),
    formatSize(instrument, trade.lots),
    dateTime(trade.entryMs, timeZone),
    formatPrice(instrument, trade.entryTicks),
    dateTime(trade.exitMs, timeZone),
    formatPrice(instrument, trade.exitTicks),
    CAUSES[trade.cause],
    formatCount(trade.bars),
    <Signed>{signedMoney(trade.profitMills)}</Signed>,
    decimalNumber(inRisk, 2),
    formatMoney(addMills(trade.feesMills, trade.slippageMills)),
  ];
}

/** What is listed and what is not, in words. */
function tradesSentence(all: number): string {
  if (all === 0)
    return 'The run made no trade: its rule never took a side, or every order was refused.';
  if (all <= TRADES_SHOWN_MAX)
    return `All ${formatCount(all)} trades, in the order in which they were closed.`;
  return `The last ${formatCount(TRADES_SHOWN_MAX)} of ${formatCount(all)} trades, in the order in which they were closed; the ${formatCount(all - TRADES_SHOWN_MAX)} before them are left out here and counted in every figure.`;
}

interface TradeTableProps {
  readonly id: string;
  readonly trades: readonly BacktestTrade[];
  readonly instruments: readonly Instrument[];
  readonly timeZone: string;
}

/** Throws RangeError when a trade names an instrument that was not handed over. */
export function TradeTable({ id, trades, instruments, timeZone }: TradeTableProps) {
  const sentence = <p>{tradesSentence(trades.length)}</p>;
  if (trades.length === 0) return sentence;
  const known = new Map(instruments.map((instrument) => [instrument.id, instrument]));
  const ordered = [...trades].sort((a, b) => a.exitMs - b.exitMs);
  const leftOut = Math.max(0, ordered.length - TRADES_SHOWN_MAX);
  const rows = ordered.slice(leftOut).map((trade, place) => {
    const instrument = known.get(trade.instrumentId);
    if (!instrument)
      throw new RangeError(
        `a trade is in ${trade.instrumentId}, which the report was not told of; hand over every instrument that was traded`,
      );
    return buildRow(trade, leftOut + place + 1, instrument, timeZone);
  });
  return (
    <>
      {sentence}
      <ReportTable id={id} caption="Trades" columns={COLUMNS} rows={rows} />
      <p className="muted">
        A result is after fees. R is what was at risk between entry and stop; without a stop there
        is none. Costs are fees, spread and slippage of both sides.
      </p>
    </>
  );
}
