// kill -9 of a process that trades a live account, around intent, send, acknowledgement and fill: no order
// is doubled or forgotten, account and broker hold the same, and nothing leaves before they were compared.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltProgram, MarkWatcher, buildProgram } from '../support/killer';
import { createSeededRandomFunction } from '../support/killer-traders';
import { LiveKillDesk } from '../support/live-kill-desk';
import { type Moment, drawMoments } from '../support/live-kill-moments';
import { chooseSize, formatSeed } from '../support/run-size';

const KILLS = Number(process.env['KILLS'] ?? chooseSize(10, 90, 1000));
/** Kills per data directory. */
const KILLS_PER_DESK = 20;
const seed = Number(process.env['KILL_SEED'] ?? 20_261_130);
const SEED_TEXT = formatSeed('KILL_SEED', seed);

let program: BuiltProgram;
let markWatcher: MarkWatcher;

beforeAll(async () => {
  program = await buildProgram('live-process');
  markWatcher = new MarkWatcher();
});

afterAll(async () => {
  await markWatcher.close();
  program.remove();
});

test(
  `${KILLS} kills of a live account double nothing and forget nothing`,
  async () => {
    const roll = createSeededRandomFunction(seed);
    const kills: Partial<Record<Moment['phase'], number>> = {};
    const totals = { orders: 0, executions: 0, early: 0, unsent: 0, inside: 0 };
    let moments: readonly Moment[] = [];
    for (let done = 0; done < KILLS; ) {
      const desk = await LiveKillDesk.open(program.file, markWatcher, roll);
      await desk.openAccount();
      for (let nth = 0; nth < KILLS_PER_DESK && done < KILLS; nth += 1) {
        if (moments.length === 0) moments = drawMoments(roll);
        const [moment, ...rest] = moments as [Moment, ...Moment[]];
        moments = rest;
        await withContext(`${SEED_TEXT}, kill ${done} ${moment.name}`, () =>
          desk.liveUntil(moment),
        );
        kills[moment.phase] = (kills[moment.phase] ?? 0) + 1;
        done += 1;
      }
      const faults = await withContext(`${SEED_TEXT}, after kill ${done}`, () => desk.closeDesk());
      expect(faults, `${SEED_TEXT}, after kill ${done}`).toEqual([]);
      for (const key of ['orders', 'executions', 'early', 'unsent', 'inside'] as const)
        totals[key] += desk.totals[key];
    }
    console.info(
      `${SEED_TEXT}: ${KILLS} kills of a live account: ${JSON.stringify(kills)}; ${JSON.stringify(totals)}; 0 orders doubled, 0 forgotten, 0 sent before a comparison`,
    );
    expect(totals.orders).toBeGreaterThan(KILLS / 4);
    expect(totals.early).toBeGreaterThan(0);
  },
  chooseSize(300_000, 900_000, 3_600_000),
);

/** Adds the moment to the message of a fault. */
async function withContext<T>(context: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error) error.message = `${context}: ${error.message}`;
    throw error;
  }
}
