// What the parts of the desk are called, and what the account without each of them does.
import type { ShadowPartDto } from '../../contracts/api/twins';

export const TWIN_TEXTS: Readonly<
  Record<ShadowPartDto['without'], { readonly part: string; readonly twin: string }>
> = {
  NO_SIGNALS: {
    part: 'Signals',
    twin: 'Same account without AI signals: no signal sizes up or blocks an entry, or tightens a stop.',
  },
  NO_GUARDS: {
    part: 'Pre-trade checks',
    twin: 'Same account without limits, rate limits, cool-offs and circuit breakers: only cash, market and venue reject an entry.',
  },
  BUY_AND_HOLD: {
    part: 'Strategies',
    twin: 'Same account without strategies: buys the maximum strategy size at RUN, rolls it monthly, sells at STOP or CLOSE.',
  },
  NOTHING: { part: 'All components', twin: 'Cash account, so this is your P&L.' },
};

export const getTone = (dollars: number): 'up' | 'down' | 'flat' =>
  dollars > 0 ? 'up' : dollars < 0 ? 'down' : 'flat';
