// Faults of forecasts on public data: what they read, what they claim, and when they expire.
import type { PlantedFault } from './faults';

const SETTLEMENTS = 'app/trading/signals/settlements.ts';
const SETTLEMENTS_TEST = 'tests/trading/signals/settlements.test.ts';

export const FORECAST_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a forecast on real data counts as proven',
    file: 'app/trading/engine/signals.ts',
    find: 'isUnproven ? UNPROVEN : getSkillAssessment(spec.id, subject)',
    replace: 'getSkillAssessment(spec.id, subject)',
    caughtBy: ['tests/trading/engine/signals.test.ts'],
  },
  {
    name: 'a network without its core inputs issues a forecast',
    file: 'app/server/signals/public-inference.server.ts',
    find: 'if (gap !== null) return gap;',
    replace: '',
    caughtBy: ['tests/server/signals/public-inference.test.ts'],
  },
  {
    name: 'a surprise that no source gives counts as zero',
    file: 'app/trading/networks/features/calendar-features.ts',
    find: 'if (view.publicData.lacksExpectations === true) return NaN;',
    replace: '',
    caughtBy: ['tests/trading/signals/public-market.test.ts'],
  },
  {
    name: 'a session whose bar is awaited has a move of zero',
    file: SETTLEMENTS,
    find: '!isAwaited(month, startMs)',
    replace: 'true',
    caughtBy: [SETTLEMENTS_TEST],
  },
  {
    name: 'the move of a day is that of the month at its end',
    file: SETTLEMENTS,
    find: 'getRollMs(month.instrument) <= startMs',
    replace: 'getRollMs(month.instrument) <= endMs',
    caughtBy: [SETTLEMENTS_TEST],
  },
  {
    name: 'a forecast on settlements expires a day later',
    file: 'app/trading/signals/signal-expiry.ts',
    find: 'if (!isQuoted)',
    replace: 'if (false)',
    caughtBy: ['tests/trading/signals/signal-expiry.test.ts'],
  },
];
