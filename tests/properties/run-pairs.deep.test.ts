// RUN ALL at any moment and seed: opens a position within a minute, only where a strategy has a
// target, and gives a reason for each flat commodity.
import { computeMean } from '../../app/trading/statistics/sample';
import { expect, test } from 'vitest';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { getDesiredPosition } from '../../app/trading/engine/active-playbook';
import { getIdleReason } from '../../app/trading/engine/idle-reason';
import { findInstrumentMarket } from '../../app/trading/engine/state';
import { createWorld } from '../../app/trading/simulation/world';
import { type PumpedDesk, openPumpedDesk } from '../support/pumped-desk';
import { createDice } from '../support/scripted-desk';
import { MINUTE_MS } from '../../app/trading/domain/time';

// A start replays half a year of strategy inputs: 200 starts take an hour and run only with
// RUN_PAIRS=200.
const IS_FULL = process.env['RUN_PAIRS'] === '200';
const SEEDS = IS_FULL ? 10 : 2;
const MOMENTS = IS_FULL ? 20 : 6;
const DICE = 20_120_101;
const WEEKENDS_MIN = IS_FULL ? 31 : 1;
const FROM_MS = Date.UTC(2012, 0, 1);
const TO_MS = Date.UTC(IS_FULL ? 2030 : 2013, 0, 1);
const FRACTION_MIN = 0.95;

/** Positions without a playbook, or on another side than its current target. */
function listUnwantedPositions(desk: PumpedDesk): string[] {
  const [state, book] = [desk.state(), desk.book()];
  return Object.values(book.positions).flatMap((position) => {
    const market = findInstrumentMarket(state, book.market, position.instrumentId);
    const side = market && getDesiredPosition(desk.config, state, position, market)?.target.side;
    return side === position.direction
      ? []
      : [`${position.instrumentId} ${position.direction} by ${position.playbookId}: ${side}`];
  });
}

async function runAllAt(seed: string, world: ReturnType<typeof createWorld>, atMs: number) {
  const desk = await openPumpedDesk(world, atMs);
  const { outcome } = await desk.send({ type: 'StartTrading', commodity: null });
  const faults: string[] = outcome.ok ? [] : [outcome.refusal.message];
  let isHeld = Object.keys(desk.book().positions).length > 0;
  faults.push(...listUnwantedPositions(desk));
  for (let waited = 0; waited < MINUTE_MS; waited += MINUTE_MS / 4) {
    await desk.wait(MINUTE_MS / 4);
    isHeld ||= Object.keys(desk.book().positions).length > 0;
    faults.push(...listUnwantedPositions(desk));
  }
  const held = new Set(Object.values(desk.book().positions).map(({ commodity }) => commodity));
  const withoutReason = COMMODITY_KEYS.filter(
    (key) =>
      !held.has(key) && getIdleReason(desk.state(), desk.book(), key, null).text.length <= 10,
  );
  faults.push(...withoutReason.map((key) => `${key} is flat without a reason`));
  await desk.stop();
  const when = new Date(atMs);
  return {
    pair: `${seed} at ${when.toISOString()}`,
    isWeekend: when.getUTCDay() % 6 === 0,
    isHeld,
    held: held.size,
    faults,
  };
}

test(
  `RUN ALL holds a position within a minute in ${FRACTION_MIN * 100} of 100 cases, and none without a rule`,
  { timeout: IS_FULL ? 7_200_000 : 600_000 },
  async () => {
    const random = createDice(DICE);
    const pairs = [];
    for (let number = 0; number < SEEDS; number += 1) {
      const seed = `run ${number}`;
      const world = createWorld({ seed });
      // In order of time, so that no path is computed twice.
      const moments = Array.from({ length: MOMENTS }, () =>
        Math.floor(FROM_MS + random() * (TO_MS - FROM_MS)),
      ).sort((a, b) => a - b);
      for (const atMs of moments) pairs.push(await runAllAt(seed, world, atMs));
    }
    const holding = pairs.filter(({ isHeld }) => isHeld);
    const weekends = pairs.filter(({ isWeekend }) => isWeekend);
    const mean = computeMean(pairs.map(({ held }) => held));
    console.log(
      `seeds 'run 0' to 'run ${SEEDS - 1}', dice ${DICE}: ${holding.length} of ${pairs.length} hold within a minute, ${mean.toFixed(1)} commodities on average; ` +
        `${weekends.filter(({ isHeld }) => isHeld).length} of ${weekends.length} at weekends`,
    );
    expect(pairs.flatMap(({ pair, faults }) => faults.map((fault) => `${pair}: ${fault}`))).toEqual(
      [],
    );
    expect(weekends.length).toBeGreaterThanOrEqual(WEEKENDS_MIN);
    expect(pairs).toHaveLength(SEEDS * MOMENTS);
    expect(
      holding.length / pairs.length,
      pairs
        .filter(({ isHeld }) => !isHeld)
        .map(({ pair }) => pair)
        .join('; '),
    ).toBeGreaterThanOrEqual(FRACTION_MIN);
  },
);
