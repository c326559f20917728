// Faults of changed contract terms and of partially quoted bars.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';

export const TERMS_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a held contract takes new terms immediately',
    file: `${ENGINE}/engine.ts`,
    find: 'const mustKeepTerms = (id: string): boolean =>\n    fixedTerms.has(id) ||',
    replace: 'const mustKeepTerms = (id: string): boolean => ',
    caughtBy: ['tests/trading/engine/contract-terms.test.ts'],
  },
  {
    name: 'prices in new terms are read as old ticks',
    file: `${ENGINE}/contract-terms.ts`,
    find: 'if (!contract?.newTerms) return event;',
    replace: 'if (contract || !contract) return event;',
    caughtBy: ['tests/trading/engine/contract-terms.test.ts'],
  },
  {
    name: 'an entry in a contract with changed terms passes',
    file: 'app/trading/risk/pre-trade-checks.ts',
    find: 'if (!newTerms) return null;',
    replace: 'if (newTerms || !newTerms) return null;',
    caughtBy: ['tests/trading/engine/contract-terms.test.ts'],
  },
  {
    name: 'the audit lets a held contract change its terms',
    file: 'app/audit/replay-entry.ts',
    find: 'assertFact(\n      !hasChanged || !isInUse(',
    replace: 'assertFact(hasChanged || !isInUse(',
    caughtBy: ['tests/programs/audit-faults.test.ts'],
  },
  {
    name: "one quote hides the rest of its bar's range",
    file: `${ENGINE}/quote-coverage.ts`,
    find: 'if (gapEndMs <= bar.startsMs) return [];',
    replace: 'if (gapEndMs <= bar.endsMs) return [];',
    caughtBy: ['tests/properties/hidden-range.test.ts'],
  },
  {
    name: 'backfill at a start confirms the first quote',
    file: 'app/trading/market/guard-assessment.ts',
    find: 'const watched = policy.confirmsJumps && !input.isBackfill ? withStoredQuote(state) : state;',
    replace: 'const watched = state.accepted ? state : withStoredQuote(state);',
    caughtBy: ['tests/trading/market/feed-guard.test.ts'],
  },
  {
    name: 'a backfilled quote counts as bar coverage',
    file: `${ENGINE}/market-step.ts`,
    find: "const extendsCoverage = !isBackfill && event.type !== 'BarClosed';",
    replace: "const extendsCoverage = event.type !== 'BarClosed';",
    caughtBy: ['tests/properties/hidden-range.test.ts'],
  },
];
