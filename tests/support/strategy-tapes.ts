// Seeded tapes for any strategy: all its chains with contract tick and lot, and inputs that trigger
// it.
import { getPlaybookChains } from '../../app/server/backtests/world-tapes';
import { isSignalInput } from '../../app/trading/market/inputs/signal-inputs';
import { getContract } from '../../app/trading/domain/contract';
import { type Instrument, defineInstrument } from '../../app/trading/domain/instrument';
import { createSeededRandom } from '../../app/trading/random';
import { findChain } from '../../app/trading/simulation/chains';
import type { ChainTape } from '../../app/trading/backtest/tape';
import { BAR_MS, type PlaybookRow, getInputIds } from '../../app/trading/strategies/playbook';
import { START_MS, createWalk } from './backtest-tapes';
import { DAY_MS } from '../../app/trading/domain/time';

/** Fraction of missing inputs, and days between reports. */
const MISSING_FRACTION = 0.02;
const REPORT_DAYS = 7;

/** Center and amplitude of the inputs of a signal. */
const SIGNAL_WAVES: Readonly<Record<string, readonly [center: number, amplitude: number]>> = {
  'chance-up': [0.5, 0.04],
  low: [-3, 0.3],
  middle: [0, 0.2],
  high: [3, 0.3],
  'round-trip': [0.06, 0.01],
  skill: [1, 0],
  sigma: [2.5, 0.2],
  spike: [0.1, 0.02],
  age: [0, 0],
};

/**
 * Input value: days since a report count up; inputs of a signal oscillate around its center, others
 * around zero, and both are sometimes missing.
 */
function computeInput(id: string, endsMs: number): number {
  const day = Math.floor((endsMs - START_MS) / DAY_MS);
  if (id.includes('days-since')) return ((day % REPORT_DAYS) + REPORT_DAYS) % REPORT_DAYS;
  const random = createSeededRandom(`reading ${id}`);
  if (random.uniform('unknown', day + 1000) < MISSING_FRACTION) return NaN;
  const wave = Math.sin(
    (2 * Math.PI * (day + 100 * random.uniform('phase', 0))) /
      (20 + 60 * random.uniform('period', 0)),
  );
  const [center, amplitude] = SIGNAL_WAVES[
    isSignalInput(id) ? (id.split('/').at(-1) ?? '') : ''
  ] ?? [0, 1];
  const value =
    1.6 * wave + 1.2 * (random.uniform('noise', Math.floor(endsMs / BAR_MS['1h'])) - 0.5);
  return center + amplitude * value;
}

const listRollDays = (days: number, until: number): readonly number[] =>
  Array.from({ length: Math.ceil(until / days) }, (_, month) => (month + 1) * days);

/** Trading and warm-up days of a month; more warm-up for named months. */
function buildSpan(
  { legs, bar }: PlaybookRow,
  isPower: boolean,
): { readonly monthDays: number; readonly warmDays: number } {
  const isNamed = [legs?.first.month, legs?.second.month].some(
    (month) => typeof month === 'string',
  );
  return { monthDays: isPower ? 14 : 30, warmDays: isNamed ? 400 : bar === '1d' ? 100 : 15 };
}

/** Months of all chains of a strategy; each has its own walk. */
export function createStrategyTapes(row: PlaybookRow, days: number): readonly ChainTape[] {
  const lengthMs = BAR_MS[row.bar];
  const readings = new Map<string, number>();
  const getCachedInput = (id: string, endsMs: number): number => {
    const key = `${id} ${endsMs}`;
    const value = readings.get(key) ?? computeInput(id, endsMs);
    readings.set(key, value);
    return value;
  };
  return getPlaybookChains(row).map((chain) => {
    const { commodity, isPower } = findChain(chain);
    const { monthDays, warmDays } = buildSpan(row, isPower);
    const months = listRollDays(monthDays, days + warmDays).map((rollDay, index) => {
      const fromDay = Math.max(0, rollDay - monthDays - warmDays);
      const bars = createWalk({
        seed: `${row.id} ${chain} ${index}`,
        bars: Math.max(0, (Math.min(days, rollDay + 3) - fromDay) * (DAY_MS / lengthMs)),
        startTicks: 4000 + 5 * index,
        step: 80,
        lengthMs,
        fromMs: START_MS + fromDay * DAY_MS,
        limitFraction: isPower ? 0 : 0.03,
      });
      return {
        instrument: findMonth(chain, commodity, index, rollDay),
        bars,
        inputs: getInputIds(row, chain).map((id) =>
          bars.endsMs.map((endsMs) => getCachedInput(id, endsMs)),
        ),
      };
    });
    return { chain, months: months.filter(({ bars }) => bars.endsMs.length > 0) };
  });
}

function findMonth(
  chain: string,
  commodity: PlaybookRow['commodity'],
  index: number,
  rollDay: number,
): Instrument {
  const { lot, priceMayBeNegative } = getContract(commodity);
  const rollMs = START_MS + rollDay * DAY_MS + DAY_MS / 2;
  const code = `${chain}${String(index).padStart(3, '0')}`;
  const contract = {
    chain,
    code,
    delivery: new Date(rollMs + 15 * DAY_MS).toISOString().slice(0, 10),
    rollMs,
    expiresMs: rollMs + 2 * DAY_MS,
  };
  return defineInstrument({
    id: `${chain}.${code}`,
    commodity,
    tick: '0.01',
    lot,
    priceMayBeNegative,
    contract,
  });
}
