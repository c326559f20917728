// Compares two simulated paths of one seed. The second gets weather events; no input may differ
// before they are published.
import type { MonthTape } from '../../../trading/backtest/tape';
import type { EpochMs } from '../../../trading/domain/units';
import { getDay } from '../../../trading/simulation/calendar';
import type { PlantedWeather } from '../../../trading/simulation/market-models';
import { getInputIds, type PlaybookRow } from '../../../trading/strategies/playbook';
import type { OpenWorld } from '../../../server/backtests/study';
import { trustAllNetworks } from '../../../server/backtests/world-signals';
import { buildWorldTapes } from '../../../server/backtests/world-tapes';
import { DAY_MS } from '../../../trading/domain/time';

const FROM_MS = Date.UTC(2013, 11, 1);
const PUBLISHED_MS = Date.UTC(2014, 0, 10);
const UNTIL_MS = Date.UTC(2014, 1, 1);
const LEAD = 7;

const day = getDay(PUBLISHED_MS);
const PLANTED: readonly PlantedWeather[] = [
  {
    kind: 'temperature',
    center: 'DSM',
    departureF: -25,
    firstDay: day + LEAD,
    days: 6,
    lead: LEAD,
  },
  { kind: 'temperature', center: 'MGB', departureF: 9, firstDay: day + LEAD, days: 6, lead: LEAD },
  { kind: 'hurricane', basin: 'gulf', category: 4, landfallDay: day + LEAD, lead: LEAD },
  {
    kind: 'ridge',
    cells: ['DSM', 'LBB', 'ICT', 'MGB'],
    deviations: 3,
    firstDay: day + 1,
    days: 15,
  },
];

interface FuturesComparison {
  /** Description of an input that differed before publication; null when none did. */
  findEarlyDifference(row: PlaybookRow): string | null;
  /** Number of strategies whose tapes differ at all; 0 means that the test has no power. */
  readonly affectedCount: number;
}

export function compareFutures(
  open: OpenWorld,
  rows: readonly PlaybookRow[],
  seed: string,
): FuturesComparison {
  const span = { rows, fromMs: FROM_MS, untilMs: UNTIL_MS, hasSkill: trustAllNetworks };
  const [plain, planted] = [
    buildWorldTapes({ ...span, world: open({ seed }) }),
    buildWorldTapes({ ...span, world: open({ seed, planted: PLANTED }) }),
  ];
  const earlyDifferences = new Map<PlaybookRow, string>();
  let affectedCount = 0;
  for (const row of rows) {
    const others = planted.getTapes(row);
    const differences = plain
      .getTapes(row)
      .flatMap(({ chain, months }, place) =>
        months.flatMap(
          (month, index) => listDifferences(row, chain, month, others[place]?.months[index]) ?? [],
        ),
      );
    const before = differences.find(({ atMs }) => atMs < PUBLISHED_MS);
    if (before)
      earlyDifferences.set(
        row,
        `${before.what} differs ${Math.ceil((PUBLISHED_MS - before.atMs) / DAY_MS)} days before the weather event is published`,
      );
    if (differences.length > 0) affectedCount += 1;
  }
  return { findEarlyDifference: (row) => earlyDifferences.get(row) ?? null, affectedCount };
}

interface Difference {
  readonly what: string;
  readonly atMs: EpochMs;
}

/** First differing bar of each column of a month. */
function listDifferences(
  row: PlaybookRow,
  chain: string,
  one: MonthTape,
  other: MonthTape | undefined,
): readonly Difference[] {
  if (one.instrument.id !== other?.instrument.id)
    return [{ what: `the list of ${chain}`, atMs: -Infinity }];
  const ids = getInputIds(row, chain);
  const pairs: readonly (readonly [string, Float64Array, Float64Array | undefined])[] = [
    ...(['open', 'high', 'low', 'close'] as const).map(
      (name) => [`the ${name} of ${one.instrument.id}`, one.bars[name], other.bars[name]] as const,
    ),
    ...(one.bars.session && other.bars.session
      ? [
          [
            `the session open of ${one.instrument.id}`,
            one.bars.session.open,
            other.bars.session.open,
          ] as const,
        ]
      : []),
    ...one.inputs.map((column, place) => [ids[place] ?? '', column, other.inputs[place]] as const),
  ];
  return pairs.flatMap(([what, ownValues, otherValues]) => {
    const bar = ownValues.findIndex((value, index) => !Object.is(value, otherValues?.[index]));
    return bar < 0 ? [] : [{ what, atMs: one.bars.endsMs[bar] ?? -Infinity }];
  });
}
