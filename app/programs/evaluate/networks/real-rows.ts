// Rows of networks from a folder of real prices: all that they read of weather, reports and curves
// is unknown there.
import {
  PointInTimeView,
  type PublicPast,
} from '../../../trading/networks/features/point-in-time-view';
import { DailyMarks } from '../../../trading/networks/features/daily-marks';
import { overYear, yearSigma } from '../../../trading/networks/features/volatility-features';
import { WeatherRecord } from '../../../trading/networks/features/weather-record';
import { computeSigmoid } from '../../../trading/networks/core/losses';
import { type NetworkId, rawFeatures } from '../../../trading/networks/network-spec';
import { networkSpec } from '../../../trading/networks/registry';
import { dayStartMs } from '../../../trading/simulation/calendar';
import { COMMON_NOTES, RowSink, type Rows } from '../../train/row-sink';
import { PRICE_NOTES, SAMPLERS, SOFTNESS } from '../../train/samplers';
import type { ChainStudy, MarketStudy } from '../../validate-market/study';
import { DAY_MS } from '../../../trading/domain/time';

/** Networks that read enough of prices to be asked at all. */
export const REAL_NETS: readonly NetworkId[] = ['GasNet', 'PetroNet', 'AgNet', 'VolNet'];
const FIVE = 5;
/** Four basis points a side: what a small order in a front month costs. */
const ROUND_TRIP = 8e-4;

/** A past of nothing but prices. */
class PricePast implements PublicPast {
  readonly record = new WeatherRecord();
  readonly all = new Map<string, DailyMarks>();

  known(knownMs: number): ReturnType<PublicPast['known']> {
    return {
      knownMs,
      run: () => null,
      warnings: () => [],
      curve: () => [],
      reports: () => [],
      vintages: { asOf: () => null, latest: () => null, history: () => [] },
    };
  }

  marks(chain: string): DailyMarks | null {
    return this.all.get(chain) ?? null;
  }
}

/**
 * The rows of a network over the real days, each stamped at the midnight after the close; chains
 * that the folder has not are left out.
 */
export function realRows(id: NetworkId, real: MarketStudy): Rows {
  const spec = networkSpec(id);
  const past = new PricePast();
  const sink = new RowSink(
    spec.features.length,
    spec.targets.length,
    COMMON_NOTES + SAMPLERS[id].notes.length,
  );
  const chains = [...real.chains.values()].map((study) => ({ ...study, moves: buildMoves(study) }));
  for (const { chain } of chains) past.all.set(chain, new DailyMarks());
  for (const [place, dayMs] of real.days.entries()) {
    const stampMs = dayMs + DAY_MS;
    for (const { chain, closes, returns } of chains) {
      const [close, move] = [closes[place] ?? NaN, returns[place] ?? NaN];
      if (Number.isFinite(close) && Number.isFinite(move))
        past.all.get(chain)?.add({ endMs: stampMs, close, move });
    }
    const view = new PointInTimeView(past, stampMs);
    for (const { chain, moves, closes } of chains) {
      // a day without a price of its own asks nothing, so that no move is foretold twice
      if (!spec.subjects.includes(chain) || !Number.isFinite(closes[place] ?? NaN)) continue;
      const label = buildLabel(id, view, chain, moves.after(place, FIVE));
      if (label)
        sink.add(rawFeatures(spec, view, chain), label.y, [
          spec.subjects.indexOf(chain),
          (stampMs - dayStartMs(0)) / DAY_MS,
          ...label.note,
        ]);
    }
  }
  return sink.toRows();
}

/** The moves of days that have one, to be asked for those after a day. */
function buildMoves({ returns }: ChainStudy): {
  readonly after: (place: number, count: number) => readonly number[];
} {
  const places = Array.from(returns.keys()).filter((place) =>
    Number.isFinite(returns[place] ?? NaN),
  );
  const firstAfter = new Int32Array(returns.length);
  let next = places.length;
  for (let place = returns.length - 1; place >= 0; place -= 1) {
    firstAfter[place] = next;
    if (places[next - 1] === place) next -= 1;
  }
  return {
    after: (place, count) =>
      places
        .slice(firstAfter[place], (firstAfter[place] ?? 0) + count)
        .map((at) => returns[at] ?? NaN),
  };
}

function buildLabel(
  id: NetworkId,
  view: PointInTimeView,
  chain: string,
  ahead: readonly number[],
): { readonly y: readonly number[]; readonly note: readonly number[] } | null {
  const sigma = view.marks(chain)?.sigma ?? NaN;
  if (ahead.length < FIVE || !(sigma > 0)) return null;
  const first = ahead[0] ?? NaN;
  if (id === 'VolNet') {
    const year = yearSigma(view, chain);
    const five = Math.sqrt(ahead.reduce((sum, move) => sum + move * move, 0) / FIVE);
    return year > 0
      ? {
          y: [overYear(Math.abs(first), year), overYear(five, year)],
          note: [overYear(sigma, year)],
        }
      : null;
  }
  const [move, five] = [
    first / sigma,
    ahead.reduce((sum, one) => sum + one, 0) / sigma / Math.sqrt(FIVE),
  ];
  const notes: Readonly<Record<(typeof PRICE_NOTES)[number], number>> = {
    move,
    'foreseen from news': NaN,
    'foreseen in all': NaN,
    'move of five days': five,
    'round trip': ROUND_TRIP / sigma,
  };
  return {
    y: [computeSigmoid(SOFTNESS * move), computeSigmoid(SOFTNESS * five), move],
    note: PRICE_NOTES.map((name) => notes[name]),
  };
}
