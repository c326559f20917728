// The alpha budget of the simulated market in words: what it leaves on the table on purpose, so
// that there is something to find at all.
import type { BudgetRow } from '../../../trading/networks/evaluation';
import { ALPHA, type Digestion, type PassingNoise } from '../../../trading/simulation/prices/alpha';
import { decimalNumber, formatPercent } from '../../../trading/domain/format';

const formatDigestion = ({ lag, carry }: Digestion): string =>
  `${formatPercent(100 * lag, 0)} of the news is not in the price at once; of what is missing ${formatPercent(100 * carry, 0)} is still missing a day later`;
const formatNoise = ({ ratio, halfLifeDays }: PassingNoise): string =>
  `${decimalNumber(ratio, 2)} of a day's deviation, half gone in ${decimalNumber(halfLifeDays, 1)} days`;

/** The rows of the budget, as the simulator has them. */
export function budgetRows(): readonly BudgetRow[] {
  const { energy, crops, report, drift, carryPremium, noise: passing } = ALPHA;
  return [
    { what: 'Weather news, energy', leaves: formatDigestion(energy) },
    { what: 'Weather news, crops', leaves: formatDigestion(crops) },
    { what: 'Scheduled reports', leaves: formatDigestion(report) },
    {
      what: 'Slow drift',
      leaves: `${formatPercent(100 * drift.sdPerYear, 0)} a year, half gone in ${decimalNumber(drift.halfLifeDays, 0)} days`,
    },
    {
      what: 'Carry',
      leaves: `${formatPercent(100 * carryPremium, 0)} of the roll yield without its season, to the holder`,
    },
    { what: 'Passing noise of deep markets', leaves: formatNoise(passing.deep) },
    ...Object.entries(passing.thin).map(([chain, own]) => ({
      what: `Passing noise of ${chain}`,
      leaves: formatNoise(own),
    })),
  ];
}
