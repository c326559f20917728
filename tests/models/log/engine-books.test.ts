// Engine with the real journal: random commands and prices are stored, recovered and audited.
import { describe, expect, it } from 'vitest';
import { auditDatabase } from '../../../app/audit/audit-database';
import { recoverState, saveCheckpoint } from '../../../app/models/log/recovery.server';
import { toLots } from '../../../app/trading/domain/units';
import { applyRecord } from '../../../app/trading/engine/apply-record';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { createEmptyDatabase, openTestJournal } from '../../support/test-database';
import {
  CORN,
  CRUDE,
  type DeskHarness,
  GAS,
  MARKET,
  createDeskHarness,
  createLevelPlaybook,
  createMemoryJournal,
  createTestConfig,
} from '../../support/desk-harness';
import { createDice } from '../../support/scripted-desk';
import { toMills } from '../../../app/trading/domain/units';

const LEVELS = {
  [GAS.id]: [GAS, 2800],
  [CRUDE.id]: [CRUDE, 300],
  [CORN.id]: [CORN, 1800],
} as const;
const CONTRACTS = Object.values(LEVELS);

function tradingDesk(fillsAtOnce: boolean) {
  const { db } = createEmptyDatabase();
  db.$client.pragma('synchronous = OFF');
  const stored = openTestJournal(db);
  const config = createTestConfig({
    fillsAtOnce,
    hasBreakers: true,
    listPlaybooks: (commodity) =>
      CONTRACTS.flatMap(([contract, level]) =>
        contract.commodity === commodity
          ? [
              createLevelPlaybook(
                commodity,
                level * (contract.tick.digits / 10 ** contract.tick.decimals),
                1,
                level / 1000,
              ),
            ]
          : [],
      ),
  });
  const journal = {
    ...createMemoryJournal(),
    commit: stored.commit,
    findResult: stored.findResult,
  };
  return { db, stored, desk: createDeskHarness(config, journal) };
}

/** One random event. */
async function runRandomEvent(desk: DeskHarness, roll: () => number, round: number): Promise<void> {
  const userId = roll() < 0.5 ? 'ann' : 'bea';
  const [contract, level] = CONTRACTS[Math.floor(roll() * CONTRACTS.length)]!;
  const drawPrice = () =>
    Math.max(contract === CRUDE ? -400 : 50, Math.round(level * (0.8 + roll() * 0.4)));
  const { commodity } = contract;
  const sendCommand = (command: Parameters<DeskHarness['send']>[1]) =>
    desk.send(userId, command, `key-${round}`);
  const chance = roll();
  if (chance < 0.55) {
    const [open, close] = [drawPrice(), drawPrice()];
    desk.bar(contract, [open, Math.max(open, close) + 20, Math.min(open, close) - 20, close]);
  } else if (chance < 0.65) desk.quote(contract, drawPrice());
  else if (chance < 0.72)
    await sendCommand({ type: 'StartTrading', commodity: roll() < 0.3 ? null : commodity });
  else if (chance < 0.75)
    await sendCommand({ type: 'StopTrading', commodity: roll() < 0.3 ? null : commodity });
  else if (chance < 0.78)
    await sendCommand({ type: 'CloseTrading', commodity: roll() < 0.3 ? null : commodity });
  else if (chance < 0.92)
    await sendCommand({
      type: 'PlaceOrder',
      instrumentId: contract.id,
      side: roll() < 0.5 ? 'BUY' : 'SELL',
      orderType: 'MARKET',
      lots: toLots(1 + Math.floor(roll() * 30)),
      priceTicks: null,
      stopDistanceTicks: null,
      targetDistanceTicks: null,
    });
  else if (chance < 0.94) await sendCommand({ type: 'ResetBook' });
  else if (chance < 0.96)
    await sendCommand({ type: 'SelectMode', mode: roll() < 0.5 ? 'paper' : 'simulation' });
  else
    await sendCommand({
      type: 'ChoosePlaybook',
      commodity,
      playbookId: roll() < 0.5 ? 'LEVEL' : null,
    });
}

describe.each([true, false])('an engine whose orders fill at once: %s', (fillsAtOnce) => {
  it.each([1, 2, 3])('leaves consistent accounts, seed %i', async (seed) => {
    const { db, stored, desk } = tradingDesk(fillsAtOnce);
    const roll = createDice(seed);
    for (const userId of ['ann', 'bea'])
      await desk.send(userId, {
        type: 'OpenBook',
        mode: 'simulation',
        market: MARKET,
        capitalMills: toMills(25_000_000),
      });
    for (let round = 0; round < 400; round += 1) {
      await runRandomEvent(desk, roll, round);
      if (round === 250) saveCheckpoint(db, desk.runner.state(), stored.head());
    }
    const audit = auditDatabase(db.$client);
    expect(audit.firstDifferences).toEqual([]);
    const { state, differences } = recoverState(db, applyRecord);
    expect(differences).toEqual([]);
    const live = desk.runner.state();
    const { markets, valuation, clockFault } = EMPTY_DESK; // not stored
    expect({ ...EMPTY_DESK, ...state, sequence: 0 }).toEqual({
      ...live,
      markets,
      valuation,
      clockFault,
      sequence: 0,
    });
    const closed = db.$client
      .prepare("SELECT count(*) FROM position WHERE status = 'CLOSED'")
      .pluck()
      .get();
    expect(closed).toBeGreaterThan(10);
  });
});
