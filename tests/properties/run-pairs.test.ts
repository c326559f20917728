// RUN ALL at any moment of any world: it holds something within a minute, only what a rule wants,
// and what is out says what it waits for.
import { computeMean } from '../../app/trading/statistics/sample';
import { expect, test } from 'vitest';
import { COMMODITY_KEYS, type CommodityKey } from '../../app/trading/domain/commodity';
import type { EngineConfig } from '../../app/trading/engine/config';
import { getCurrentTarget } from '../../app/trading/engine/auto-trader';
import { getDesiredPosition } from '../../app/trading/engine/active-playbook';
import { type DeskState, findInstrumentMarket } from '../../app/trading/engine/state';
import { createWorld } from '../../app/trading/simulation/world';
import { type PumpedDesk, pumpedDesk } from '../support/pumped-desk';
import { dice } from '../support/scripted-desk';
import { MINUTE_MS } from '../../app/trading/domain/time';

// A start shows a desk half a year of days with everything that playbooks read: two hundred take an
// hour and are asked for by name, RUN_PAIRS=200.
const IS_FULL = process.env['RUN_PAIRS'] === '200';
const SEEDS = IS_FULL ? 10 : 2;
const MOMENTS = IS_FULL ? 20 : 6;
const WEEKENDS_MIN = IS_FULL ? 31 : 1;
const FROM_MS = Date.UTC(2012, 0, 1);
const TO_MS = Date.UTC(IS_FULL ? 2030 : 2013, 0, 1);
const SHARE_MIN = 0.95;

/**
 * Positions that no rule wants at this moment: without a playbook, or on a side where its folded
 * target is not.
 */
function withoutRule(desk: PumpedDesk): string[] {
  const [state, book] = [desk.state(), desk.book()];
  return Object.values(book.positions).flatMap((position) => {
    const seen = findInstrumentMarket(state, book.market, position.instrumentId);
    const side = seen && getDesiredPosition(desk.config, state, position, seen)?.target.side;
    return side === position.direction
      ? []
      : [`${position.instrumentId} ${position.direction} by ${position.playbookId}: ${side}`];
  });
}

/** What the standing targets of a commodity's contracts say while it holds nothing. */
const waitsFor = (
  state: DeskState,
  config: EngineConfig,
  desk: PumpedDesk,
  commodity: CommodityKey,
): string[] =>
  Object.values(state.markets['simulated']?.instruments ?? {})
    .filter(({ instrument }) => instrument.commodity === commodity)
    .map((seen) => getCurrentTarget(state, config, desk.book(), seen)?.target.reason ?? '');

async function runAt(seed: string, world: ReturnType<typeof createWorld>, atMs: number) {
  const desk = await pumpedDesk(world, atMs);
  const { outcome } = await desk.send({ type: 'StartTrading', commodity: null });
  const faults: string[] = outcome.ok ? [] : [outcome.refusal.message];
  let isHeld = Object.keys(desk.book().positions).length > 0;
  faults.push(...withoutRule(desk));
  for (let waited = 0; waited < MINUTE_MS; waited += MINUTE_MS / 4) {
    await desk.wait(MINUTE_MS / 4);
    isHeld ||= Object.keys(desk.book().positions).length > 0;
    faults.push(...withoutRule(desk));
  }
  const held = new Set(Object.values(desk.book().positions).map(({ commodity }) => commodity));
  const silent = COMMODITY_KEYS.filter(
    (key) =>
      !held.has(key) &&
      !waitsFor(desk.state(), desk.config, desk, key).every((reason) => reason.length > 10),
  );
  faults.push(...silent.map((key) => `${key} is out and does not say why`));
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
  `RUN ALL holds a position within a minute in ${SHARE_MIN * 100} of 100 cases, and none without a rule`,
  { timeout: IS_FULL ? 7_200_000 : 300_000 },
  async () => {
    const roll = dice(20_120_101);
    const pairs = [];
    for (let number = 0; number < SEEDS; number += 1) {
      const seed = `run ${number}`;
      const world = createWorld({ seed });
      // In order of time, so that no path is made twice.
      const moments = Array.from({ length: MOMENTS }, () =>
        Math.floor(FROM_MS + roll() * (TO_MS - FROM_MS)),
      ).sort((a, b) => a - b);
      for (const atMs of moments) pairs.push(await runAt(seed, world, atMs));
    }
    const holding = pairs.filter(({ isHeld }) => isHeld);
    const weekends = pairs.filter(({ isWeekend }) => isWeekend);
    const mean = computeMean(pairs.map(({ held }) => held));
    console.log(
      `seeds 'run 0' to 'run ${SEEDS - 1}', dice 20120101: ${holding.length} of ${pairs.length} hold within a minute, ${mean.toFixed(1)} commodities on average; ` +
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
    ).toBeGreaterThanOrEqual(SHARE_MIN);
  },
);
