// Seeded tapes for any playbook of the catalogue: months of every chain that it trades, with the
// contract's own tick and lot, and inputs that make it act.
import { chainsOfRow } from '../../app/server/backtests/world-tapes';
import { getContract } from '../../app/trading/domain/contract';
import { type Instrument, defineInstrument } from '../../app/trading/domain/instrument';
import { seededRandom } from '../../app/trading/random';
import { findChain } from '../../app/trading/simulation/chains';
import type { ChainTape } from '../../app/trading/backtest/tape';
import { BAR_MS, type PlaybookRow, inputIds } from '../../app/trading/strategies/playbook';
import { START_MS, walk } from './backtest-tapes';
import { DAY_MS } from '../../app/trading/domain/time';

/** Share of readings that are missing, and days between two reports. */
const UNKNOWN = 0.02;
const REPORT_DAYS = 7;

/**
 * An input at a moment: days since a report count up, every other one wanders about zero and now
 * and then is not known.
 */
function reading(id: string, endsMs: number): number {
  const day = Math.floor((endsMs - START_MS) / DAY_MS);
  if (id.includes('days-since')) return ((day % REPORT_DAYS) + REPORT_DAYS) % REPORT_DAYS;
  const random = seededRandom(`reading ${id}`);
  if (random.uniform('unknown', day + 1000) < UNKNOWN) return NaN;
  const wave = Math.sin(
    (2 * Math.PI * (day + 100 * random.uniform('phase', 0))) /
      (20 + 60 * random.uniform('period', 0)),
  );
  return 1.6 * wave + 1.2 * (random.uniform('noise', Math.floor(endsMs / BAR_MS['1h'])) - 0.5);
}

const rollsAfter = (days: number, until: number): readonly number[] =>
  Array.from({ length: Math.ceil(until / days) }, (_, month) => (month + 1) * days);

/**
 * Days a month is traded, and from how many days before it has bars: farther ones where legs are
 * named.
 */
function buildSpan(
  { legs, bar }: PlaybookRow,
  isPower: boolean,
): { readonly monthDays: number; readonly warmDays: number } {
  const isNamed = [legs?.first.month, legs?.second.month].some(
    (month) => typeof month === 'string',
  );
  return { monthDays: isPower ? 14 : 30, warmDays: isNamed ? 400 : bar === '1d' ? 100 : 15 };
}

/** Months of all chains of a playbook over so many days; every one walks on its own. */
export function catalogueTapes(row: PlaybookRow, days: number): readonly ChainTape[] {
  const lengthMs = BAR_MS[row.bar];
  const readings = new Map<string, number>();
  const known = (id: string, endsMs: number): number => {
    const key = `${id} ${endsMs}`;
    const value = readings.get(key) ?? reading(id, endsMs);
    readings.set(key, value);
    return value;
  };
  return chainsOfRow(row).map((chain) => {
    const { commodity, isPower } = findChain(chain);
    const { monthDays, warmDays } = buildSpan(row, isPower);
    const months = rollsAfter(monthDays, days + warmDays).map((rollDay, place) => {
      const fromDay = Math.max(0, rollDay - monthDays - warmDays);
      const bars = walk({
        seed: `${row.id} ${chain} ${place}`,
        bars: Math.max(0, (Math.min(days, rollDay + 3) - fromDay) * (DAY_MS / lengthMs)),
        startTicks: 4000 + 5 * place,
        step: 80,
        lengthMs,
        fromMs: START_MS + fromDay * DAY_MS,
        locks: isPower ? 0 : 0.03,
      });
      return {
        instrument: findMonth(chain, commodity, place, rollDay),
        bars,
        inputs: inputIds(row, chain).map((id) => bars.endsMs.map((endsMs) => known(id, endsMs))),
      };
    });
    return { chain, months: months.filter(({ bars }) => bars.endsMs.length > 0) };
  });
}

function findMonth(
  chain: string,
  commodity: PlaybookRow['commodity'],
  place: number,
  rollDay: number,
): Instrument {
  const { lot, priceMayBeNegative } = getContract(commodity);
  const rollMs = START_MS + rollDay * DAY_MS + DAY_MS / 2;
  const code = `${chain}${String(place).padStart(3, '0')}`;
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
