import { describe, expect, it } from 'vitest';
import { getDeskView } from '../../../app/trading/desk-view';
import { defineInstrument } from '../../../app/trading/domain/instrument';
import { createRuleState, foldRules } from '../../../app/trading/engine/playbook-folding';
import { findInstrumentMarket } from '../../../app/trading/engine/state';
import {
  type DeskHarness,
  MARKET,
  createLevelPlaybook,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import { DAY_MS } from '../../../app/trading/domain/time';

const OATS = defineInstrument({
  id: 'OATS',
  commodity: 'corn',
  tick: '0.25',
  lot: '0.1',
  priceMayBeNegative: false,
});
const level = createLevelPlaybook('corn', 500);
const config = createTestConfig({
  listPlaybooks: (commodity) => (commodity === 'corn' ? [level] : []),
});

/** Warm-up of playbooks on daily bars. */
async function apartDesk(): Promise<DeskHarness> {
  const desk = await openDesk(config);
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: [OATS],
    staleAfterMs: 5 * DAY_MS,
    atMs: desk.nowMs(),
    warmUpBars: ['1d'],
  });
  desk.quote(OATS, 1800);
  return desk;
}

const findRule = (desk: DeskHarness) =>
  findInstrumentMarket(desk.runner.state(), MARKET, 'OATS')?.rules['LEVEL'];

/** Offers warm-up states: one daily bar that ended `agoMs` ago. */
function offerWarmUp(desk: DeskHarness, closeTicks: number, agoMs = 0): void {
  const endsMs = desk.nowMs() - agoMs;
  const bar = {
    openTicks: closeTicks,
    highTicks: closeTicks,
    lowTicks: closeTicks,
    closeTicks,
    startsMs: endsMs - DAY_MS + 1,
    endsMs,
  } as never;
  const rules = foldRules({ LEVEL: createRuleState(level) }, [level], OATS, bar, () => NaN);
  desk.offer({
    type: 'PlaybooksWarmedUp',
    market: MARKET,
    instrumentId: 'OATS',
    rules,
    barEnds: { '1d': [endsMs] },
    atMs: desk.nowMs(),
  });
}

const listHoldings = (desk: DeskHarness) =>
  getDeskView(desk.runner.state(), 'ann', 'simulation')?.positions.map(
    ({ position }) => position.direction,
  );
const getIdleText = (desk: DeskHarness) =>
  getDeskView(desk.runner.state(), 'ann', 'simulation')?.commodities.find(
    ({ commodity }) => commodity === 'corn',
  )?.waitingFor;

describe('playbook warm-up', () => {
  it('reports warm-up, folds no bar and enters once history is loaded', async () => {
    const desk = await apartDesk();
    await desk.send('ann', { type: 'ChoosePlaybook', commodity: 'corn', playbookId: 'LEVEL' });
    await desk.send('ann', { type: 'StartTrading', commodity: 'corn' });
    desk.bar(OATS, [1800, 1800, 1800, 1800]);
    expect(findRule(desk)).toMatchObject({ foldedMs: null, target: { side: 'FLAT' } });
    expect(listHoldings(desk)).toEqual([]);
    expect(getIdleText(desk)).toContain('its past is still being read');
    offerWarmUp(desk, 1800);
    expect(listHoldings(desk)).toEqual(['LONG']);
  });

  it('does not enter a stopped commodity', async () => {
    const desk = await apartDesk();
    offerWarmUp(desk, 1800);
    expect(listHoldings(desk)).toEqual([]);
    expect(findRule(desk)?.target.side).toBe('LONG');
  });

  it('folds the last bar of the history once and then the next one', async () => {
    const desk = await apartDesk();
    desk.bar(OATS, [1800, 1800, 1800, 1800]);
    offerWarmUp(desk, 1800);
    const quote = findInstrumentMarket(desk.runner.state(), MARKET, 'OATS')?.quote;
    const bar = findInstrumentMarket(desk.runner.state(), MARKET, 'OATS')?.lastBar;
    if (!quote || !bar) throw new Error('a bar was shown');
    desk.offer({
      type: 'Market',
      isBackfill: false,
      atMs: desk.nowMs(),
      event: { type: 'BarClosed', market: MARKET, instrumentId: 'OATS', bar, quote },
    });
    expect(findRule(desk)?.state.bars).toBe(1);
    expect(findInstrumentMarket(desk.runner.state(), MARKET, 'OATS')?.barEnds['1d']).toHaveLength(
      1,
    );
    desk.bar(OATS, [1800, 2400, 1800, 2400]);
    expect(findRule(desk)).toMatchObject({ state: { bars: 2 }, target: { side: 'SHORT' } });
  });

  it('keeps positions during warm-up', async () => {
    const desk = await apartDesk();
    offerWarmUp(desk, 1800);
    await desk.send('ann', { type: 'ChoosePlaybook', commodity: 'corn', playbookId: 'LEVEL' });
    await desk.send('ann', { type: 'StartTrading', commodity: 'corn' });
    expect(listHoldings(desk)).toEqual(['LONG']);
    // A contract with changed terms starts over, as after a restart.
    const state = desk.runner.state();
    const seen = findInstrumentMarket(state, MARKET, 'OATS');
    if (!seen) throw new Error('it is listed');
    const waiting = { ...seen, rules: { LEVEL: { ...createRuleState(level), foldedMs: null } } };
    const market = state.markets[MARKET];
    if (!market) throw new Error('it is listed');
    const step = desk.engine.process(
      {
        ...state,
        markets: {
          ...state.markets,
          [MARKET]: { ...market, instruments: { ...market.instruments, OATS: waiting } },
        },
      },
      {
        type: 'Market',
        isBackfill: false,
        atMs: desk.nowMs() + DAY_MS,
        event: {
          type: 'BarClosed',
          market: MARKET,
          instrumentId: 'OATS',
          bar: { ...barAt(seen.quote?.lastTicks ?? 0, desk.nowMs()) } as never,
          quote: { ...(seen.quote as NonNullable<typeof seen.quote>), atMs: desk.nowMs() + DAY_MS },
        },
      },
    );
    expect(step.effects.filter(({ type }) => type === 'Submit')).toEqual([]);
  });

  it('keeps a state that is newer than the loaded history', async () => {
    const desk = await apartDesk();
    offerWarmUp(desk, 1800);
    desk.bar(OATS, [1800, 2400, 1800, 2400]);
    offerWarmUp(desk, 1800, DAY_MS);
    expect(findRule(desk)?.target.side).toBe('SHORT');
  });
});

const barAt = (ticks: number, nowMs: number) => ({
  openTicks: ticks,
  highTicks: ticks,
  lowTicks: ticks,
  closeTicks: ticks,
  startsMs: nowMs + 1,
  endsMs: nowMs + DAY_MS,
});
