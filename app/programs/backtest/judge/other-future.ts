// Two worlds with one past: the second gets weather that the first does not, and nothing that a
// playbook is shown may know of it before it is in sight.
import type { MonthTape } from '../../../trading/backtest/tape';
import type { EpochMs } from '../../../trading/domain/units';
import { getDay } from '../../../trading/simulation/calendar';
import type { PlantedWeather } from '../../../trading/simulation/parts';
import { inputIds, type PlaybookRow } from '../../../trading/strategies/playbook';
import type { OpenWorld } from '../../../server/backtests/study';
import { worldTapes } from '../../../server/backtests/world-tapes';
import { DAY_MS } from '../../../trading/domain/time';

const FROM_MS = Date.UTC(2013, 11, 1);
const SEEN_MS = Date.UTC(2014, 0, 10);
const UNTIL_MS = Date.UTC(2014, 1, 1);
const LEAD = 7;

const day = getDay(SEEN_MS);
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

interface Futures {
  /** What a playbook was shown too early, in words; null for nothing. */
  earlyOf(row: PlaybookRow): string | null;
  /**
   * Playbooks whose tapes the planted weather moved at all: without any the comparison would show
   * nothing.
   */
  readonly moved: number;
}

/** Compares the tapes of all rows in both worlds of a seed. */
export function otherFuture(open: OpenWorld, rows: readonly PlaybookRow[], seed: string): Futures {
  const span = { rows, fromMs: FROM_MS, untilMs: UNTIL_MS };
  const [plain, planted] = [
    worldTapes({ ...span, world: open({ seed }) }),
    worldTapes({ ...span, world: open({ seed, planted: PLANTED }) }),
  ];
  const early = new Map<PlaybookRow, string>();
  let moved = 0;
  for (const row of rows) {
    const others = planted.of(row);
    const differences = plain
      .of(row)
      .flatMap(({ chain, months }, place) =>
        months.flatMap(
          (month, index) => listDifferences(row, chain, month, others[place]?.months[index]) ?? [],
        ),
      );
    const before = differences.find(({ atMs }) => atMs < SEEN_MS);
    if (before)
      early.set(
        row,
        `${before.what} differs ${Math.ceil((SEEN_MS - before.atMs) / DAY_MS)} days before the weather is in sight`,
      );
    if (differences.length > 0) moved += 1;
  }
  return { earlyOf: (row) => early.get(row) ?? null, moved };
}

interface Difference {
  readonly what: string;
  readonly atMs: EpochMs;
}

/** The first bar at which each column of a month differs. */
function listDifferences(
  row: PlaybookRow,
  chain: string,
  one: MonthTape,
  other: MonthTape | undefined,
): readonly Difference[] {
  if (one.instrument.id !== other?.instrument.id)
    return [{ what: `the list of ${chain}`, atMs: -Infinity }];
  const ids = inputIds(row, chain);
  const pairs: readonly (readonly [string, Float64Array, Float64Array | undefined])[] = [
    ...(['open', 'high', 'low', 'close'] as const).map(
      (name) => [`the ${name} of ${one.instrument.id}`, one.bars[name], other.bars[name]] as const,
    ),
    ...one.inputs.map((column, place) => [ids[place] ?? '', column, other.inputs[place]] as const),
  ];
  return pairs.flatMap(([what, mine, theirs]) => {
    const bar = mine.findIndex((value, index) => !Object.is(value, theirs?.[index]));
    return bar < 0 ? [] : [{ what, atMs: one.bars.endsMs[bar] ?? -Infinity }];
  });
}
