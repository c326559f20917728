// Names of the components, and descriptions of the shadow accounts without them.
import type { ComponentContributionDto } from '../../contracts/api/attribution';

export const SHADOW_TEXTS: Readonly<
  Record<
    ComponentContributionDto['without'],
    { readonly part: string; readonly description: string }
  >
> = {
  NO_SIGNALS: {
    part: 'Signals',
    description:
      'Same account without AI signals: no signal sizes up or blocks an entry, or tightens a stop.',
  },
  NO_GUARDS: {
    part: 'Pre-trade checks',
    description:
      'Same account without limits, rate limits, cool-offs and circuit breakers: only cash, market and venue reject an entry.',
  },
  BUY_AND_HOLD: {
    part: 'Strategies',
    description:
      'Same account without strategies: buys the maximum strategy size at RUN, rolls it monthly, sells at STOP or CLOSE.',
  },
  NOTHING: { part: 'All components', description: 'Cash account, so this is your P&L.' },
};

export const getTone = (dollars: number): 'up' | 'down' | 'flat' =>
  dollars > 0 ? 'up' : dollars < 0 ? 'down' : 'flat';
