// Network performance on the institutional page: hit rate, Brier score, calibration.
import type { AiPerformanceDto } from '../../contracts/institutional';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import type { SignalScorecard } from '../../trading/domain/signal-facts';
import { formatPercent } from '../../trading/domain/format';
import { computeWilsonInterval } from '../../trading/statistics/wilson-interval';
import { computeMeanBriers, poolScores } from '../../trading/signals/signal-score';

/** Calibration error, in standard deviations, that counts as drift. */
const DRIFT_SIGMAS = 3;

type PooledScores = ReturnType<typeof poolScores>;

/** No rows until the first signal is scored. */
export function buildAiPerformance(
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

function buildRow(name: string, tallies: readonly SignalScorecard[]): AiPerformanceDto['rows'] {
  const sums = poolScores(tallies);
  const means = computeMeanBriers(sums);
  if (!means) return [];
  const { low, high } = computeWilsonInterval(sums.hits, sums.sided);
  const percent =
    sums.sided === 0
      ? 'no BUY or SELL signals'
      : `${formatPercent((100 * sums.hits) / sums.sided, 1)} correct (95% interval ${formatPercent(100 * low, 0)} to ${formatPercent(100 * high, 0)})`;
  const demoted = tallies.filter((tally) => tally.demoted !== null).map(({ chain }) => chain);
  return [
    {
      name,
      value: percent,
      note: `Brier ${means.own.toFixed(4)}, 50/50 ${means.rivals.even.toFixed(4)}, of ${sums.count} signals; ${formatDrift(sums)}${demoted.length === 0 ? '' : `; demoted in ${demoted.join(', ')}`}`,
    },
  ];
}

/**
 * Calibration test: sum of outcomes minus sum of forecast probabilities, in standard deviations.
 */
function formatDrift({ bins }: PooledScores): string {
  const [came, stated, variance] = bins.reduce<[number, number, number]>(
    ([a, b, c], bin) => {
      const probability = bin.count === 0 ? 0 : bin.stated / bin.count;
      return [a + bin.came, b + bin.stated, c + bin.count * probability * (1 - probability)];
    },
    [0, 0, 0],
  );
  const score = variance === 0 ? 0 : (came - stated) / Math.sqrt(variance);
  return Math.abs(score) > DRIFT_SIGMAS
    ? `Calibration drift: ${Math.abs(score).toFixed(1)} sigma`
    : 'calibrated';
}
