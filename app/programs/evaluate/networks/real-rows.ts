// Network rows from real prices; weather, reports and curves are missing there.
import {
  PointInTimeView,
  type PublicHistory,
} from '../../../trading/networks/features/point-in-time-view';
import { DailyMarks } from '../../../trading/networks/features/daily-marks';
import {
  computeLogRatio,
  computeYearSigma,
} from '../../../trading/networks/features/volatility-features';
import { WeatherRecord } from '../../../trading/networks/features/weather-record';
import { computeSigmoid } from '../../../trading/networks/core/losses';
import { type NetworkId, computeRawFeatures } from '../../../trading/networks/network-spec';
import { getNetworkSpec } from '../../../trading/networks/registry';
import { getDayStartMs } from '../../../trading/simulation/calendar';
import { RowSink } from '../../train/row-sink';
import { COMMON_NOTES, type Rows } from '../../train/rows';
import { PRICE_NOTES, SAMPLERS, SOFTNESS, computePastBenchmarks } from '../../train/samplers';
import type { ChainStudy } from '../../validate-market/chain-study';
import type { MarketStudy } from '../../validate-market/study';
import { DAY_MS } from '../../../trading/domain/time';

/** Networks with enough price inputs for real data. */
export const REAL_NETS: readonly NetworkId[] = ['GasNet', 'PetroNet', 'AgNet', 'VolNet'];
const HORIZON_DAYS = 5;
/** Round-trip cost of a small front-month order: 4 bp per side. */
const ROUND_TRIP = 8e-4;

/** Public data with prices only. */
class PricesOnlyHistory implements PublicHistory {
  readonly record = new WeatherRecord();
  readonly all = new Map<string, DailyMarks>();

  getPublicData(knownMs: number): ReturnType<PublicHistory['getPublicData']> {
    return {
      knownMs,
      findRun: () => null,
      listWarnings: () => [],
      listCurve: () => [],
      listReports: () => [],
      vintages: { findAsOf: () => null, findLatest: () => null, listHistory: () => [] },
    };
  }

  getMarks(chain: string): DailyMarks | null {
    return this.all.get(chain) ?? null;
  }
}

/**
 * Rows over the real days, timestamped at the midnight after the close. Chains without a file are
 * skipped.
 */
export function buildRealRows(id: NetworkId, real: MarketStudy): Rows {
  const spec = getNetworkSpec(id);
  const history = new PricesOnlyHistory();
  const sink = new RowSink(
    spec.features.length,
    spec.targets.length,
    COMMON_NOTES + SAMPLERS[id].notes.length,
  );
  const chains = [...real.chains.values()].map((study) => ({ ...study, moves: buildMoves(study) }));
  for (const { chain } of chains) history.all.set(chain, new DailyMarks());
  for (const [index, dayMs] of real.days.entries()) {
    const stampMs = dayMs + DAY_MS;
    for (const { chain, closes, returns } of chains) {
      const [close, move] = [closes[index] ?? NaN, returns[index] ?? NaN];
      if (Number.isFinite(close) && Number.isFinite(move))
        history.all.get(chain)?.add({ endMs: stampMs, close, move });
    }
    const view = new PointInTimeView(history, stampMs);
    for (const { chain, moves, closes } of chains) {
      // Days without their own price are skipped, so that no move is forecast twice.
      if (!spec.subjects.includes(chain) || !Number.isFinite(closes[index] ?? NaN)) continue;
      const label = buildLabel(id, view, chain, moves.after(index, HORIZON_DAYS));
      if (label)
        sink.add(computeRawFeatures(spec, view, chain), label.y, [
          spec.subjects.indexOf(chain),
          (stampMs - getDayStartMs(0)) / DAY_MS,
          ...label.note,
        ]);
    }
  }
  return sink.toRows();
}

/** Index of returns by day, for lookups of the next returns. */
function buildMoves({ returns }: ChainStudy): {
  readonly after: (index: number, count: number) => readonly number[];
} {
  const validIndices = Array.from(returns.keys()).filter((index) =>
    Number.isFinite(returns[index] ?? NaN),
  );
  const firstIndexAfter = new Int32Array(returns.length);
  let next = validIndices.length;
  for (let index = returns.length - 1; index >= 0; index -= 1) {
    firstIndexAfter[index] = next;
    if (validIndices[next - 1] === index) next -= 1;
  }
  return {
    after: (index, count) =>
      validIndices
        .slice(firstIndexAfter[index], (firstIndexAfter[index] ?? 0) + count)
        .map((moveIndex) => returns[moveIndex] ?? NaN),
  };
}

function buildLabel(
  id: NetworkId,
  view: PointInTimeView,
  chain: string,
  nextMoves: readonly number[],
): { readonly y: readonly number[]; readonly note: readonly number[] } | null {
  const sigma = view.getMarks(chain)?.sigma ?? NaN;
  if (nextMoves.length < HORIZON_DAYS || !(sigma > 0)) return null;
  const first = nextMoves[0] ?? NaN;
  if (id === 'VolNet') {
    const year = computeYearSigma(view, chain);
    const five = Math.sqrt(nextMoves.reduce((sum, move) => sum + move * move, 0) / HORIZON_DAYS);
    return year > 0
      ? {
          y: [computeLogRatio(Math.abs(first), year), computeLogRatio(five, year)],
          note: [computeLogRatio(sigma, year)],
        }
      : null;
  }
  const [move, five] = [
    first / sigma,
    nextMoves.reduce((sum, one) => sum + one, 0) / sigma / Math.sqrt(HORIZON_DAYS),
  ];
  const { momentum, seasonal } = computePastBenchmarks(view, chain);
  const notes: Readonly<Record<(typeof PRICE_NOTES)[number], number>> = {
    move,
    'predictable from public data': NaN,
    'predictable in all': NaN,
    'move of five days': five,
    'round trip': ROUND_TRIP / sigma,
    momentum,
    seasonal,
  };
  return {
    y: [computeSigmoid(SOFTNESS * move), computeSigmoid(SOFTNESS * five), move],
    note: PRICE_NOTES.map((name) => notes[name]),
  };
}
