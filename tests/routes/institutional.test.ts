// The institutional page and the one that asks what an order would do: figures that agree with the
// socket's, and words where there are none.
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, it } from 'vitest';

import { executionWire } from '../../app/models/institutional/execution-desk.server';
import { riskWire } from '../../app/models/risk/risk-desk.server';
import type { Again, MarketRisk, RiskWork } from '../../app/models/risk/market-risk';
import { createDeskBundles } from '../../app/server/live/desk-bundles.server';
import type { DailyMoves } from '../../app/trading/risk/daily-moves';
import { formatMoney } from '../../app/trading/domain/format';
import { fromDollars } from '../../app/trading/domain/units';
import { normals } from '../support/network-data';
import { type PageUser, words } from '../support/page-desk';
import { pageUsers } from '../support/page-users';
import type { RealTimeVar } from '../../app/contracts/api/socket';

const users = pageUsers('risk-user');
const html = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: { 'no-inline-style': 'off', 'long-title': 'off', 'require-sri': 'off' },
});
const draw = normals('gas of the page');
const MOVES: DailyMoves = {
  chain: 'NG',
  kind: 'ratio',
  values: Float64Array.from({ length: 900 }, (_, day) => 0.03 * draw(day)),
};
/**
 * Two pairs of worlds in which gas rises by a tenth on the second day, and by more in one of them.
 */
const PATHS = [
  {
    chain: 'NG',
    kind: 'log' as const,
    values: Float64Array.of(0, Math.log(1.1), 0, Math.log(1.2)),
  },
];
const EARS = { degree: ['CHI', 'NYC'], inch: [], wind: [], landfall: true } as const;
/**
 * A degree makes gas dearer by 1 % in one pair and by 3 % in the other; rain and wind do not
 * concern it.
 */
const SHIFTS: MarketRisk['shifts'] = (['degree', 'inch', 'wind'] as const).map((shift) => ({
  shift,
  monthDay: '01-02',
  pairs: 2,
  chains: [
    {
      chain: 'NG',
      ears: EARS,
      kind: 'log',
      values:
        shift === 'degree' ? Float64Array.of(Math.log(1.01), Math.log(1.03)) : new Float64Array(0),
    },
  ],
}));
const KNOWN: Omit<MarketRisk, 'market'> = {
  untilMs: Date.UTC(2026, 0, 2),
  madeMs: Date.UTC(2026, 0, 2, 0, 1),
  moves: new Map([['NG', MOVES]]),
  reason: null,
  stressReason: null,
  shocks: [
    { shock: 'polarVortex', date: 'now', monthDay: '01-02', pairs: 2, days: 2, paths: PATHS },
  ],
  shifts: SHIFTS,
};

const RESTING: RiskWork = { progress: null, againFromMs: -Infinity };

/**
 * Tells the desk what a thread would have read, how far it is and what it answers when it is asked
 * again.
 */
function tell(
  known: Omit<MarketRisk, 'market'> | null,
  work = RESTING,
  again: () => Again = () => 'impossible',
): void {
  const { terminal } = users.desk;
  const markets = new Map<string, MarketRisk>();
  const nothing: Omit<MarketRisk, 'market'> = {
    untilMs: null,
    madeMs: null,
    moves: new Map(),
    shocks: [],
    shifts: [],
    reason: 'Nothing was read.',
    stressReason: 'Nothing was walked.',
  };
  Object.defineProperty(terminal, 'risk', {
    configurable: true,
    value: {
      of: (market: string) =>
        markets.get(market) ?? markets.set(market, { market, ...(known ?? nothing) }).get(market),
      work: () => work,
      again,
      stop: async () => undefined,
    },
  });
}

const validated = async (text: string): Promise<unknown[]> =>
  (await html.validateString(text)).results.flatMap(({ messages }) =>
    messages.map(({ message, line }) => `${line}: ${message}`),
  );

let user: PageUser;
beforeAll(async () => {
  user = await users.next();
});

describe('the institutional page', () => {
  it('says of every figure that is not there that there is none, and why', async () => {
    tell(null);
    await users.desk.buyGas(user);
    const { status, text } = await user.open('/institutional');
    expect(status).toBe(200);
    for (const said of [
      'No data. Nothing was read.',
      'No data. Nothing was walked.',
      'Real-Time VaR',
      'Stress Tests',
      'Weather Sensitivities',
      'Execution Quality',
      'Latency',
      'Weather Intelligence',
      'AI Trading Performance',
      'How computed',
    ])
      expect(words(text)).toContain(said);
    expect(words(text)).not.toContain('VaR 95%, one day');
    expect(await validated(text)).toEqual([]);
  });

  it('shows the figures that the socket tells, its test and the stress', async () => {
    tell(KNOWN);
    const { text } = await user.open('/institutional');
    const { value, stresses } = riskWire(users.desk.terminal, users.view(), user.id);
    const risk = createDeskBundles(users.desk.terminal)
      .bundlesOf(user.id, { averageLatency: null, jitter: null, packetLoss: null })
      .find(({ name }) => name === 'risk');
    const { data } = JSON.parse(String(risk?.messages[0])) as RealTimeVar;
    expect(data.portfolioVaR95).toBe(value?.total.var95);
    expect(data.portfolioVaR99 ?? NaN).toBeGreaterThan(data.portfolioVaR95 ?? NaN);
    expect(data.individualVaR).toEqual({
      electricity: 0,
      naturalGas: data.portfolioVaR95,
      agricultural: 0,
      oil: 0,
    });
    expect(data.stressTestResults).toEqual({
      hurricaneScenario: null,
      polarVortexScenario: stresses[0]?.profit,
      droughtScenario: null,
    });
    expect(data.reason).toBeNull();
    // the price may have moved between the page and the view
    expect(words(text)).toMatch(/VaR 95%, one day \$\d+\.\d\d/);
    expect(words(text)).toMatch(/500 scenarios of 900 trading days/);
    expect(words(text)).toMatch(/99% 380 \d+ 3\.8 0 to \d+ \d\.\d{3}/);
    expect(words(text)).toMatch(/Polar vortex .* today 01-02 \+\$\d/);
    expect(await validated(text)).toEqual([]);
  });

  it('has parts that sum to the total', () => {
    const { value } = riskWire(users.desk.terminal, users.view(), user.id);
    const cents = (dollars: number): number => Math.round(100 * dollars);
    expect(value?.components.reduce((sum, { var99 }) => sum + cents(var99), 0)).toBe(
      cents(value?.total.var99 ?? NaN),
    );
  });

  it('judges the fills of the log against the quotes of their decisions', async () => {
    const wire = executionWire(users.desk.terminal, users.view(), user.id);
    expect(wire).toMatchObject({
      orders: 1,
      refused: 0,
      fills: 1,
      filledShare: 1,
      partShare: 0,
      refusedShare: 0,
    });
    expect(wire.slippageMean ?? NaN).toBeGreaterThan(0);
    expect(wire.shortfallDollars).toBeGreaterThanOrEqual(wire.spreadDollars);
    expect(words((await user.open('/institutional')).text)).toContain(
      `Spread paid ${formatMoney(fromDollars(wire.spreadDollars))}`,
    );
  });

  it('shows what the weather is worth to each position, and says of what it does not concern that it does not', async () => {
    tell(KNOWN);
    const { text } = await user.open('/institutional');
    const { sensitivities } = riskWire(users.desk.terminal, users.view(), user.id);
    const [row] = sensitivities?.positions ?? [];
    const held = users.view().positions[0];
    expect(row?.figures[0]?.profit ?? NaN).toBeCloseTo(
      0.02 * (held?.size ?? NaN) * (held?.currentPrice ?? NaN),
      1,
    );
    expect(row?.figures[0]).toMatchObject({
      at: 'Illinois and Indiana and New York',
      reason: null,
    });
    expect(sensitivities?.totals).toEqual({
      degree: row?.figures[0]?.profit,
      inch: null,
      wind: null,
    });
    expect(words(text)).toMatch(
      /Natural Gas Futures NG LONG \+\$\d+\.\d\d \+\$\d+\.\d\d to \+\$\d+\.\d\d no data no data/,
    );
    expect(words(text)).toContain(
      'In the model of this market Natural Gas Futures answer to temperature and hurricanes, not to rain or wind.',
    );
    expect(words(text)).toMatch(/Account \+\$\d+\.\d\d no data no data/);
    const risk = createDeskBundles(users.desk.terminal)
      .bundlesOf(user.id, { averageLatency: null, jitter: null, packetLoss: null })
      .find(({ name }) => name === 'risk');
    const { data } = JSON.parse(String(risk?.messages[0])) as RealTimeVar;
    expect(data.weatherSensitivities).toEqual([
      {
        positionId: row?.id,
        oneDegree: riskWire(users.desk.terminal, users.view(), user.id).sensitivities?.positions[0]
          ?.figures[0]?.profit,
        oneInchOfRain: null,
        tenPercentOfWind: null,
      },
    ]);
    expect(await validated(text)).toEqual([]);
  });

  it('has the same on the page of the position, as long as it is open', async () => {
    tell(KNOWN);
    const id = users.view().positions[0]?.position.id ?? '';
    const { text } = await user.open(`/position/${id}`);
    expect(words(text)).toMatch(
      /Weather Sensitivities One degree warmer \+\$\d+\.\d\d .* at Illinois and Indiana and New York/,
    );
    expect(await validated(text)).toEqual([]);
    tell(null);
    expect(words((await user.open(`/position/${id}`)).text)).toContain(
      'No data. Nothing was walked.',
    );
  });

  it('says how far a reading is, and offers the next one when it may be asked', async () => {
    const page = async (work: RiskWork): Promise<string> => {
      tell(KNOWN, work);
      const { text } = await user.open('/institutional');
      expect(await validated(text)).toEqual([]);
      return words(text);
    };
    expect(await page({ progress: { done: 40, of: 160 }, againFromMs: 0 })).toContain(
      'Being computed: 25% done.',
    );
    expect(await page(RESTING)).toContain('Compute again Uses new simulated pairs');
    expect(await page({ progress: null, againFromMs: Date.UTC(2090, 0, 1, 17) })).toMatch(
      /available again from \d\d:\d\d/,
    );
    expect(await page({ progress: null, againFromMs: null })).not.toContain('Compute again');
  });

  it.each<[Again, string]>([
    ['begun', 'Computing again'],
    ['under way', 'Already being computed'],
    ['too soon', 'Not computed again yet'],
    ['impossible', 'Cannot be computed again'],
  ])('asked to compute again (%s) asks once and says what came of it', async (answer, title) => {
    let asked = 0;
    tell(KNOWN, RESTING, () => {
      asked += 1;
      return answer;
    });
    const { status, location, toast } = await user.press('/institutional', { intent: 'again' });
    expect([status, location, toast?.title, asked]).toEqual([
      303,
      '/institutional#stress',
      title,
      1,
    ]);
  });

  it('knows no other button', async () => {
    expect((await user.press('/institutional', {})).status).toBe(400);
    expect((await user.press('/institutional', { intent: 'buy' })).status).toBe(400);
  });
});

describe('what an order would do', () => {
  const ask = (query: string) => user.open(`/what-if?commodity=natural-gas&${query}`);

  it('is a form until it is asked', async () => {
    const { status, text } = await user.open('/what-if?commodity=natural-gas');
    expect([
      status,
      words(text).includes('An order in Natural Gas Futures'),
      words(text).includes('pre-trade checks'),
    ]).toEqual([200, true, false]);
    expect(await validated(text)).toEqual([]);
  });

  it('is told with the gate, the limits, the costs, the risk without it and with it, the shocks and the worst week', async () => {
    const opened = users.view().positions.length;
    const { status, text } = await ask('contract=NG&side=BUY&size=100&playbook=');
    expect(status).toBe(200);
    const said = words(text);
    for (const part of [
      'BUY 100 MMBtu of NG',
      'pre-trade checks',
      'Notional of Natural Gas Futures',
      'Notional of all positions',
      'Round trip',
      'VaR 99%',
      'Worst five days',
      'of 900 trading days',
      'Polar vortex today',
    ])
      expect(said).toContain(part);
    expect(await validated(text)).toEqual([]);
    expect(users.view().positions).toHaveLength(opened);
  });

  it('has what the weather would be worth to it, the other way when sold', async () => {
    tell(KNOWN);
    const bought = words((await ask('contract=NG&side=BUY&size=100&playbook=')).text);
    expect(bought).toMatch(/Weather Sensitivities One degree warmer \+\$\d/);
    expect(words((await ask('contract=NG&side=SELL&size=100&playbook=')).text)).toMatch(
      /One degree warmer \u2212\$\d/,
    );
    expect(bought).toContain('not to rain or wind.');
  });

  it('that the gate would refuse is told with every cause', async () => {
    const said = words((await ask('contract=NG&side=SELL&size=9000000&playbook=')).text);
    expect(said).toContain('Rejected by pre-trade checks:');
    expect(said).toContain('is allowed.');
    expect(said).toContain('stays free');
  });

  it.each([
    ['side=HOLD', 'Side must be BUY or SELL.'],
    ['side=BUY&size=1e9', 'Size must be a plain number'],
    ['side=BUY&size=0', 'Size must be above zero'],
    ['side=BUY&size=-5', 'Size must be a plain number'],
    ['side=BUY&contract=GOLD', 'No contract GOLD is traded'],
    ['side=BUY&playbook=NOTHING', 'Playbook must be one'],
  ])('asked wrongly (%s) says what is wrong', async (query, fault) => {
    const { status, text } = await ask(query);
    expect(status).toBe(400);
    expect(words(text)).toContain(fault);
    expect(words(text)).not.toContain('pre-trade checks');
    expect(await validated(text)).toEqual([]);
  });

  it('says of a commodity that nobody knows what is wrong, and echoes nothing as markup', async () => {
    const { status, text } = await user.open(
      '/what-if?commodity=gold&side=BUY&contract=%3Cscript%3Ealert(1)%3C/script%3E',
    );
    expect(status).toBe(400);
    expect(words(text)).toContain('Commodity must be one of the ten');
    expect(text).not.toContain('<script>alert(1)');
  });

  it('is linked from every commodity and every strategy', async () => {
    const { text } = await user.open('/?commodity=corn');
    expect([...text.matchAll(/href="\/what-if\?commodity=[a-z-]+"/g)]).toHaveLength(10);
    expect(text).toContain('/what-if?commodity=corn&amp;playbook=');
    expect((await user.open('/institutional')).text).toContain('href="/what-if"');
  });
});
