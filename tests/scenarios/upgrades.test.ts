// A new version starts with positions in all ten commodities and changes one term of each contract.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { auditDatabase } from '../../app/audit/audit-database';
import { SIMULATED_MARKET, type Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { createUnconnectedSource } from '../../app/server/feeds/unconnected-source.server';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { createContractInstrument, getContract } from '../../app/trading/domain/contract';
import {
  type Decimal,
  type Instrument,
  defineInstrument,
  toPriceNumber,
  toNumber,
} from '../../app/trading/domain/instrument';
import { buildQuote } from '../../app/trading/domain/quote';
import { toMills, toTicks } from '../../app/trading/domain/units';
import type { EngineEvent } from '../../app/trading/engine/event';
import type { Runner } from '../../app/trading/engine/runner';
import { createManualOrder } from '../support/reference-orders';
import { createRunRandom, getScenarioRunCount } from '../support/scenario-runs';
import { DAY_MS } from '../../app/trading/domain/time';

const STALE = 120_000;
const PRICE = 4000;
const STOP_DISTANCE = 150;
const folders: string[] = [];
afterEach(() =>
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })),
);

const createMonth = (instrument: Instrument, rollMs: number): Instrument => ({
  ...instrument,
  contract: {
    chain: instrument.id.split('.')[0] ?? '',
    code: instrument.id.replace('.', ''),
    delivery: '2040-01-01',
    rollMs,
    expiresMs: rollMs + 5 * DAY_MS,
  },
});

/** Contracts of the old version, and one whose terms never change. */
const ROLL_MS = Date.UTC(2039, 11, 1);
const OLD = COMMODITY_KEYS.map((key) =>
  createMonth(createContractInstrument(key, `${key}.Z39`), ROLL_MS),
);
const STEADY = createContractInstrument('natural-gas', 'STEADY');

const formatDecimal = ({ digits, decimals }: Decimal): string =>
  (digits / 10 ** decimals).toFixed(decimals);
const scaleDecimal = (value: Decimal, factor: number): string =>
  formatDecimal(
    factor < 1
      ? { digits: Math.round(value.digits * factor * 100), decimals: value.decimals + 2 }
      : { digits: value.digits * factor, decimals: value.decimals },
  );

function changeTerms(
  held: Instrument,
  change: {
    readonly tick?: string;
    readonly lot?: string;
    readonly scaleFloor?: string;
    readonly priceMayBeNegative?: boolean;
  },
): Instrument {
  const { priceMayBeNegative, scaleFloor } = getContract(held.commodity);
  const row = {
    id: held.id,
    commodity: held.commodity,
    tick: formatDecimal(held.tick),
    lot: formatDecimal(held.lot),
    priceMayBeNegative,
    ...(scaleFloor === undefined ? {} : { scaleFloor }),
    ...change,
  };
  return { ...defineInstrument(row), contract: held.contract! };
}

/** One changed term, by name. */
const CHANGES: Readonly<Record<string, (held: Instrument) => Instrument>> = {
  'finer tick': (held) => changeTerms(held, { tick: scaleDecimal(held.tick, 0.2) }),
  'much finer tick': (held) => changeTerms(held, { tick: scaleDecimal(held.tick, 0.01) }),
  'coarser tick': (held) => changeTerms(held, { tick: scaleDecimal(held.tick, 5) }),
  'larger lot': (held) => changeTerms(held, { lot: scaleDecimal(held.lot, 10) }),
  'other sign': (held) => changeTerms(held, { priceMayBeNegative: !held.priceMayBeNegative }),
  'scale floor': (held) => changeTerms(held, { scaleFloor: '3' }),
  'roll date': (held) => createMonth(held, ROLL_MS - 9 * DAY_MS),
  'expiry date': (held) => ({
    ...held,
    contract: { ...held.contract!, expiresMs: ROLL_MS + 9 * DAY_MS },
  }),
  code: (held) => ({ ...held, contract: { ...held.contract!, code: 'RENAMED' } }),
};

class Upgraded {
  readonly terminal: Terminal;
  private readonly runner: Runner;

  constructor(
    dataDir: string,
    private readonly instruments: readonly Instrument[],
  ) {
    this.terminal = openTerminal({
      dataDir,
      source: createUnconnectedSource(),
      timeZone: 'America/New_York',
      auditsInBackground: false,
    });
    this.runner = (this.terminal as unknown as { readonly runner: Runner }).runner;
    this.list();
  }

  private nowMs(): number {
    return Math.max(Date.now(), this.terminal.state().nowMs);
  }

  private offerEvent(event: EngineEvent): void {
    this.runner.offer(event);
    this.runner.drain();
  }

  list(shownAgain: readonly string[] = []): void {
    this.offerEvent({
      type: 'MarketListed',
      market: SIMULATED_MARKET,
      instruments: [...this.instruments, STEADY],
      staleAfterMs: STALE,
      atMs: this.nowMs(),
      reloadedContracts: shownAgain,
    });
  }

  /** Quotes a contract in new ticks, at a price in old ticks. */
  offerQuote(id: string, oldTicks: number): void {
    const held = OLD.find((one) => one.id === id) ?? STEADY;
    const shown = this.instruments.find((one) => one.id === id) ?? STEADY;
    const ticks = Math.round((oldTicks * toNumber(held.tick)) / toNumber(shown.tick));
    const atMs = this.nowMs() + 1;
    this.offerEvent({
      type: 'Market',
      isBackfill: false,
      atMs,
      event: {
        type: 'QuoteArrived',
        market: SIMULATED_MARKET,
        instrumentId: id,
        quote: buildQuote(toTicks(ticks), 1, atMs),
      },
    });
  }

  async sendCommand(
    userId: string,
    command: Parameters<Runner['execute']>[0]['command'],
  ): Promise<string> {
    const result = this.runner.execute({ userId, command, idempotencyKey: null });
    this.runner.drain();
    const { outcome } = await result;
    return outcome.ok ? 'granted' : outcome.refusal.code;
  }

  enter = (userId: string, instrumentId: string, lots = 1): Promise<string> =>
    this.sendCommand(
      userId,
      createManualOrder({ instrumentId, lots, stop: STOP_DISTANCE, target: 300 }),
    );
  positions = (userId: string) => this.terminal.getView(userId, 'simulation')?.positions ?? [];
  held = (userId: string): string[] =>
    this.positions(userId).map(({ instrument }) => instrument.id);
  audit = (): unknown => auditDatabase(this.terminal.db.$client).firstDifferences;
}

/** Old version: two users with one lot of everything. */
async function heldBooks(dataDir: string): Promise<void> {
  const desk = new Upgraded(dataDir, OLD);
  for (const user of ['ann', 'bob']) {
    await desk.sendCommand(user, {
      type: 'OpenBook',
      mode: 'simulation',
      market: SIMULATED_MARKET,
      capitalMills: toMills(25_000_000),
    });
    // the order rate limit is 10 entries a minute, so time passes between the halves
    for (const { id } of OLD) {
      desk.offerQuote(id, PRICE);
      const answer = await desk.enter(user, id);
      if (user === 'ann') expect(`${id} ${answer}`).toBe(`${id} granted`);
    }
  }
  expect(desk.held('ann')).toHaveLength(OLD.length);
  await desk.terminal.close();
}

test.each(Array.from({ length: getScenarioRunCount(3) }, (_, run) => run))(
  'an upgrade keeps every position trading under its terms (run %i)',
  async (run) => {
    const dice = createRunRandom(run);
    const names = Object.keys(CHANGES);
    const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-upgrade-'));
    folders.push(dataDir);
    await heldBooks(dataDir);
    const changed = OLD.map((held) => {
      const name = names[Math.floor(dice() * names.length)] ?? 'code';
      return { held, name, shown: CHANGES[name]!(held) };
    });
    const instruments = changed.map(({ shown }) => shown);
    const isSame = (held: Instrument, shown: Instrument): boolean =>
      JSON.stringify(held) === JSON.stringify(shown);
    const others = changed.filter(({ held, shown }) => !isSame(held, shown));
    const desk = new Upgraded(dataDir, instruments);
    expect([desk.terminal.state().trading.state, desk.audit()]).toEqual(['ACTIVE', []]);
    for (const { held } of changed) desk.offerQuote(held.id, PRICE + 100);
    for (const { instrument, currentPrice, position } of desk.positions('ann')) {
      const held = OLD.find(({ id }) => id === instrument.id)!;
      expect([instrument, currentPrice, position.lots], instrument.id).toEqual([
        held,
        toPriceNumber(held, PRICE + 100),
        1,
      ]);
    }
    desk.offerQuote('STEADY', PRICE);
    expect(
      await desk.sendCommand('bob', createManualOrder({ instrumentId: 'STEADY', lots: 1 })),
    ).toBe('granted');
    // Different lots: an equal order within a second returns the first one.
    for (const { held, name } of others)
      expect([name, await desk.enter('bob', held.id, 2)]).toEqual([name, 'TERMS']);
    // some exit at their stop, at its original price; the rest by CLOSE
    for (const { held, name } of changed) {
      if (dice() < 0.5) continue;
      desk.offerQuote(held.id, PRICE - STOP_DISTANCE + 20);
      expect(desk.held('ann'), name).toContain(held.id);
      desk.offerQuote(held.id, PRICE - STOP_DISTANCE - 40);
      expect(desk.held('ann'), name).not.toContain(held.id);
    }
    for (const user of ['ann', 'bob'])
      for (const commodity of new Set(
        desk.positions(user).map(({ position }) => position.commodity),
      ))
        expect(await desk.sendCommand(user, { type: 'CloseTrading', commodity })).toBe('granted');
    expect([desk.held('ann'), desk.held('bob'), desk.audit()]).toEqual([[], [], []]);
    if (dice() < 0.5)
      await expectAdopted(
        desk,
        others.map(({ shown }) => shown),
      );
    else {
      await desk.terminal.close();
      await expectAdopted(
        new Upgraded(dataDir, instruments),
        others.map(({ shown }) => shown),
      );
    }
  },
  120_000,
);

/** Once nothing is left under the old terms, the new ones apply and positions can open. */
async function expectAdopted(desk: Upgraded, contracts: readonly Instrument[]): Promise<void> {
  desk.list(contracts.map(({ id }) => id));
  const [first] = contracts;
  for (const shown of contracts)
    expect(desk.terminal.state().listings[SIMULATED_MARKET]?.[shown.id]).toEqual(shown);
  if (first) {
    desk.offerQuote(first.id, PRICE);
    expect(await desk.enter('ann', first.id)).not.toBe('TERMS');
  }
  expect([desk.terminal.state().trading.state, desk.audit()]).toEqual(['ACTIVE', []]);
  await desk.terminal.close();
}
