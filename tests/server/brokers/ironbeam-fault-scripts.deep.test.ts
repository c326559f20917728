// Scripts of orders and faults at the double of Ironbeam.
import { describe, expect, it } from 'vitest';
import { playScripts } from '../../support/fault-script';
import { IronbeamVenue } from '../../support/ironbeam-venue';
import { chooseFullSize } from '../../support/run-size';

const SCRIPTS = chooseFullSize(100, 2000);
const FIRST_SEED = Number(process.env['SCRIPT_SEED'] ?? 1);

describe('scripts of orders and faults at Ironbeam', () => {
  it(
    `${SCRIPTS} of them leave account and broker in agreement`,
    async () => {
      const totals = await playScripts(IronbeamVenue.open, FIRST_SEED, SCRIPTS);
      process.stdout.write(`${SCRIPTS} scripts: ${JSON.stringify(totals)}\n`);
      // Scripts without a single order would show nothing; which orders pass depends on the machine.
      expect(totals.orders).toBeGreaterThan(SCRIPTS / 4);
      expect(totals.executions).toBeGreaterThan(SCRIPTS / 4);
    },
    chooseFullSize(1_800_000, 7_200_000),
  );
});
