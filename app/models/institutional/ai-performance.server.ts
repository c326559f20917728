// What the signals of the networks were worth on this desk, for the institutional page: hits,
// scores, and whether they came as often as was stated.
import type { AiPerformanceDto } from '../../contracts/institutional';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk';
import type { SignalTally } from '../../trading/domain/signal-facts';
import { formatPercent } from '../../trading/domain/format';
import { wilsonInterval } from '../../trading/statistics/wilson-interval';
import { computeMeanBriers, poolScores } from '../../trading/signals/tally';

/** Deviations from what was stated at which it is said that the networks have drifted. */
const DRIFT = 3;

type Sums = ReturnType<typeof poolScores>;

/** Rows as they are shown; none while no signal of this desk has been scored. */
export function aiPerformance(
  desk: Pick<Terminal, 'state' | 'signals'>,
  view: DeskView,
): AiPerformanceDto {
  const tallies = Object.values(desk.state().signals.tallies).filter(
    ({ market }) => market === view.market,
  );
  const names = [...new Set(tallies.map(({ network }) => network))];
  const rows = names.flatMap((name) =>
    buildRow(
      name,
      tallies.filter(({ network }) => network === name),
    ),
  );
  return {
    rows,
    reason: rows.length > 0 ? null : (desk.signals().reason ?? 'No signal has been scored yet.'),
  };
}

function buildRow(name: string, tallies: readonly SignalTally[]): AiPerformanceDto['rows'] {
  const sums = poolScores(tallies);
  const means = computeMeanBriers(sums);
  if (!means) return [];
  const { low, high } = wilsonInterval(sums.hits, sums.sided);
  const share =
    sums.sided === 0
      ? 'no side taken'
      : `${formatPercent((100 * sums.hits) / sums.sided, 1)} right (${formatPercent(100 * low, 0)} to ${formatPercent(100 * high, 0)})`;
  const demoted = tallies.filter((tally) => tally.demoted !== null).map(({ chain }) => chain);
  return [
    {
      name,
      value: share,
      note: `Brier ${means.own.toFixed(4)}, even chances ${means.rivals.even.toFixed(4)}, of ${sums.count} signals; ${driftText(sums)}${demoted.length === 0 ? '' : `; demoted in ${demoted.join(', ')}`}`,
    },
  ];
}

/**
 * Whether rises came as often as was stated: deviations of their sum from the sum of the chances,
 * bin by bin.
 */
function driftText({ bins }: Sums): string {
  const [came, stated, variance] = bins.reduce<[number, number, number]>(
    ([a, b, c], bin) => {
      const chance = bin.count === 0 ? 0 : bin.stated / bin.count;
      return [a + bin.came, b + bin.stated, c + bin.count * chance * (1 - chance)];
    },
    [0, 0, 0],
  );
  const score = variance === 0 ? 0 : (came - stated) / Math.sqrt(variance);
  return Math.abs(score) > DRIFT
    ? `Calibration drift: ${Math.abs(score).toFixed(1)} sigma`
    : 'rises come as often as stated';
}
