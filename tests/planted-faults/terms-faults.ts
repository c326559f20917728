// Faults of contracts whose terms change while they are held, and of bars that quotes have shown in
// part.
import type { PlantedFault } from './faults';

const ENGINE = 'app/trading/engine';

export const TERMS_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a held contract takes its new terms at once',
    file: `${ENGINE}/engine.ts`,
    find: 'const mayNotAdopt = (id: string): boolean =>\n    isHeld.has(id) ||',
    replace: 'const mayNotAdopt = (id: string): boolean => ',
    caughtBy: ['tests/trading/engine/held-terms.test.ts'],
  },
  {
    name: 'prices of new terms are taken for held ticks',
    file: `${ENGINE}/held-terms.ts`,
    find: 'if (!seen?.newTerms) return event;',
    replace: 'if (seen || !seen) return event;',
    caughtBy: ['tests/trading/engine/held-terms.test.ts'],
  },
  {
    name: 'a contract of changed terms is entered',
    file: 'app/trading/risk/checks.ts',
    find: 'if (!newTerms) return null;',
    replace: 'if (newTerms || !newTerms) return null;',
    caughtBy: ['tests/trading/engine/held-terms.test.ts'],
  },
  {
    name: 'the audit lets a held contract change its terms',
    file: 'app/audit/fold.ts',
    find: 'assertFact(\n      !isOther || !isInUse(',
    replace: 'assertFact(isOther || !isInUse(',
    caughtBy: ['tests/programs/audit-faults.test.ts'],
  },
  {
    name: 'one quote hides the rest of its bar',
    file: `${ENGINE}/quote-coverage.ts`,
    find: 'if (gapEndMs <= bar.startsMs) return [];',
    replace: 'if (gapEndMs <= bar.endsMs) return [];',
    caughtBy: ['tests/properties/hidden-range.test.ts'],
  },
  {
    name: 'what a start fills in confirms its first quote',
    file: 'app/trading/market/guard-fold.ts',
    find: 'const watched = policy.doubts && !input.isBackfill ? asStored(known) : known;',
    replace: 'const watched = known.believed ? known : asStored(known);',
    caughtBy: ['tests/trading/market/feed-guard.test.ts'],
  },
  {
    name: 'a late quote covers its bar',
    file: `${ENGINE}/market-step.ts`,
    find: "const isCovering = !isBackfill && event.type !== 'BarClosed';",
    replace: "const isCovering = event.type !== 'BarClosed';",
    caughtBy: ['tests/properties/hidden-range.test.ts'],
  },
];
