// Password guessing and heavy reads against a real server while the owner signs in and stops: the
// owner is never rejected.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../build.js';
import { auditDatabase } from '../../app/audit/audit-database';
import { DATABASE_FILE, openDatabase } from '../../db/client.server';
import { type DeskServer, PASSWORD, USERNAME, Visitor, startDesk } from '../support/desk-server';
import { SCENARIO_SEED, createRunRandom, getScenarioRunCount } from '../support/scenario-runs';

const PAGES = [
  '/model-card',
  '/',
  '/weather',
  '/portfolio',
  '/api/energy-futures',
  '/?_data=routes%2F_terminal',
] as const;
const RUNS = getScenarioRunCount(1);

let desk: DeskServer;
beforeAll(async () => {
  await ensureBuilt();
  desk = await startDesk('server.js', { TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => desk?.stop());

const computeWhole = (roll: number, count: number): number => Math.floor(roll * count);

/**
 * Runs random guessers and readers until the returned function is called, which lists unexpected
 * answers.
 */
function startAttack(dice: () => number, reader: Visitor): () => Promise<readonly string[]> {
  let isOver = false;
  const odd: string[] = [];
  const guessPasswords = async (addresses: number): Promise<void> => {
    while (!isOver) {
      const from =
        addresses === 0 ? {} : { 'X-Forwarded-For': `203.0.${computeWhole(dice(), addresses)}.7` };
      const response = await new Visitor(desk.origin).postJson(
        '/api/auth/login',
        { username: USERNAME, password: `guess-${dice()}` },
        from,
      );
      if (![401, 429, 503].includes(response.status)) odd.push(`a guess: ${response.status}`);
      await response.text();
    }
  };
  const read = async (): Promise<void> => {
    while (!isOver) {
      const path = PAGES[computeWhole(dice(), PAGES.length)] ?? '/';
      const response = await reader.request(path);
      if (![200, 429, 503].includes(response.status)) odd.push(`${path}: ${response.status}`);
      await response.text();
    }
  };
  const guessers = Array.from({ length: 1 + computeWhole(dice(), 8) }, () =>
    guessPasswords(computeWhole(dice(), 3) * 100),
  );
  const readers = Array.from({ length: 10 + computeWhole(dice(), 60) }, read);
  return async () => {
    isOver = true;
    await Promise.all([...guessers, ...readers]);
    return odd;
  };
}

async function stopEverything(owner: Visitor): Promise<number[]> {
  const browser = { Origin: desk.origin };
  const answers = [
    await owner.postJson('/api/auto-trading/stop', {}),
    await owner.postForm('/', { intent: 'stop', commodity: 'corn' }, browser),
    await owner.postForm('/emergency-stop', { from: '/' }, browser),
  ];
  await Promise.all(answers.map((answer) => answer.text()));
  return answers.map(({ status }) => status);
}

it(`lets the owner in and out in ${RUNS} hostile mixes`, async () => {
  const owner = await new Visitor(desk.origin).signIn();
  for (let run = 0; run < RUNS; run += 1) {
    const reader = await new Visitor(desk.origin)
      .setCookie('frontmonth-device', owner.cookie('frontmonth-device') ?? '')
      .signIn();
    const endAttack = startAttack(createRunRandom(run), reader);
    const seed = `seed ${SCENARIO_SEED}, run ${run}`;
    for (let round = 0; round < 3; round += 1) {
      const signedIn = await owner.postJson('/api/auth/login', {
        username: USERNAME,
        password: PASSWORD,
      });
      expect([seed, signedIn.status]).toEqual([seed, 200]);
      expect([seed, await stopEverything(owner)]).toEqual([seed, [200, 303, 303]]);
    }
    expect([seed, await endAttack()]).toEqual([seed, []]);
  }
  expect(await desk.end()).toBe(0);
  const db = openDatabase(join(desk.dataDir, DATABASE_FILE), { readonly: true });
  try {
    expect(auditDatabase(db.$client)).toMatchObject({ hasPassed: true, differences: 0 });
  } finally {
    db.$client.close();
  }
});
