// Curves, months and trades of a run, for its page.
import type {
  BacktestDetails,
  BacktestTradeDto,
  BacktestYear,
} from '../../contracts/backtest-view';
import { thinPoints } from '../../models/charts/equity-chart.server';
import { EXIT_CAUSES } from '../../models/reports/exit-causes';
import type { CurvePoint } from '../../models/reports/report-model';
import { type GroupedTrade, groupTrades } from '../../trading/backtest/grouped-trades';
import type { BacktestRun } from '../../trading/backtest/backtest-run';
import { formatPrice, formatSize } from '../../trading/domain/format';
import { type Instrument, getCode } from '../../trading/domain/instrument';
import { addMills, toDollars, toMills } from '../../trading/domain/units';
import { computeDrawdowns } from '../../trading/portfolio/statistics/drawdown';

const POINTS_MAX = 160;
const TRADES_MAX = 60;

/** `instruments` must contain every traded one. */
export function buildBacktestDetails(
  run: BacktestRun,
  years: readonly BacktestYear[],
  instruments: readonly Instrument[],
): BacktestDetails {
  const points = Array.from(
    run.stampsMs,
    (atMs, bar): CurvePoint => ({
      atMs,
      equityMills: toMills(Math.round(run.equityMills[bar] ?? 0)),
    }),
  );
  const byId = new Map(instruments.map((instrument) => [instrument.id, instrument]));
  const drawdowns = computeDrawdowns(points).flatMap(({ atMs, percent }) =>
    percent === null ? [] : [{ atMs, value: percent }],
  );
  return {
    equity: thinPoints(
      points.map(({ atMs, equityMills }) => ({ atMs, value: toDollars(equityMills) })),
      POINTS_MAX,
    ).map(({ atMs, value }) => [atMs, Number(value.toFixed(2))]),
    drawdown: thinPoints(drawdowns, POINTS_MAX).map(({ atMs, value }) => [
      atMs,
      Number(value.toFixed(3)),
    ]),
    years,
    trades: groupTrades(run.trades)
      .map((trade, index) => toTradeDto(trade, index + 1, byId))
      .slice(-TRADES_MAX)
      .reverse(),
  };
}

function toTradeDto(
  { legs, openedMs, closedMs }: GroupedTrade,
  number: number,
  byId: ReadonlyMap<string, Instrument>,
): BacktestTradeDto {
  const [first] = legs;
  const last = [...legs].sort((a, b) => a.exitMs - b.exitMs).at(-1);
  const [entered, exited] = [first, last].map((leg) => byId.get(leg?.instrumentId ?? ''));
  if (!first || !last || !entered || !exited)
    throw new RangeError(`a trade is in an unknown instrument: ${first?.instrumentId ?? 'none'}`);
  const isSpread = legs.some(({ direction }) => direction !== first.direction);
  const codes = legs.map(({ instrumentId }) => {
    const instrument = byId.get(instrumentId);
    return instrument ? getCode(instrument) : instrumentId;
  });
  return {
    number,
    contracts: [...new Set(codes)].join(', '),
    side: isSpread ? 'SPREAD' : first.direction,
    size: formatSize(entered, first.lots),
    enteredMs: openedMs,
    exitedMs: closedMs,
    entry: isSpread ? null : formatPrice(entered, first.entryTicks),
    exit: isSpread ? null : formatPrice(exited, last.exitTicks),
    cause: EXIT_CAUSES[last.cause],
    result: toDollars(addMills(...legs.map(({ profitMills }) => profitMills))),
    costs: toDollars(
      addMills(...legs.flatMap(({ feesMills, slippageMills }) => [feesMills, slippageMills])),
    ),
  };
}
