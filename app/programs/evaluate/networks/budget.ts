// Text rows of the alpha budget: the predictability built into the simulated market.
import type { BudgetRow } from '../../../trading/networks/evaluation';
import {
  ALPHA,
  type NewsAbsorption,
  type TransientNoise,
} from '../../../trading/simulation/prices/alpha';
import { formatNumber, formatPercent } from '../../../trading/domain/format';

const formatAbsorption = ({ lag, carry }: NewsAbsorption): string =>
  `${formatPercent(100 * lag, 0)} of the news is not in the price at once; of what is missing ${formatPercent(100 * carry, 0)} is still missing a day later`;
const formatNoise = ({ ratio, halfLifeDays }: TransientNoise): string =>
  `${formatNumber(ratio, 2)} of a day's deviation, half gone in ${formatNumber(halfLifeDays, 1)} days`;

export function listBudgetRows(): readonly BudgetRow[] {
  const { energy, crops, report, drift, carryPremium, noise } = ALPHA;
  return [
    { what: 'Weather news, energy', leaves: formatAbsorption(energy) },
    { what: 'Weather news, crops', leaves: formatAbsorption(crops) },
    { what: 'Scheduled reports', leaves: formatAbsorption(report) },
    {
      what: 'Slow drift',
      leaves: `${formatPercent(100 * drift.sdPerYear, 0)} a year, half gone in ${formatNumber(drift.halfLifeDays, 0)} days`,
    },
    {
      what: 'Carry',
      leaves: `${formatPercent(100 * carryPremium, 0)} of the roll yield without its season, to the holder`,
    },
    { what: 'Passing noise of deep markets', leaves: formatNoise(noise.deep) },
    ...Object.entries(noise.thin).map(([chain, thinNoise]) => ({
      what: `Passing noise of ${chain}`,
      leaves: formatNoise(thinNoise),
    })),
  ];
}
