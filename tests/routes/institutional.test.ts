// Institutional page and risk preview: figures equal those of the socket, with texts for missing
// ones.
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, it } from 'vitest';

import { serializeExecution } from '../../app/models/institutional/execution-quality.server';
import { serializeInstitutional } from '../../app/models/institutional/institutional.server';
import { getRisk } from '../../app/models/risk/serialize-risk.server';
import type {
  RefreshOutcome,
  MarketRisk,
  RiskProgress,
  RiskReader,
} from '../../app/models/risk/market-risk';
import { createDeskBundles } from '../../app/server/live/desk-bundles.server';
import { backtestVar } from '../../app/trading/risk/var-backtest';
import type { DailyMoves } from '../../app/trading/risk/daily-moves';
import { formatMoney } from '../../app/trading/domain/format';
import { MINUTE_MS } from '../../app/trading/domain/time';
import { fromDollars } from '../../app/trading/domain/units';
import { createNormals } from '../support/network-data';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';
import { createSteeredFeed, endPrices } from '../support/steered-feed';
import type { RealTimeVar } from '../../app/contracts/api/socket';

const steered = createSteeredFeed('risk');
const users = setUpPageUsers('risk-user', null, steered.feed);
const html = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: { 'no-inline-style': 'off', 'long-title': 'off', 'require-sri': 'off' },
});
const draw = createNormals('gas of the page');
const MOVES: DailyMoves = {
  chain: 'NG',
  kind: 'ratio',
  values: Float64Array.from({ length: 900 }, (_, day) => 0.03 * draw(day)),
};
/** Two pairs in which gas rises by 10% on the second day, and by more in one of them. */
const PATHS = [
  {
    chain: 'NG',
    kind: 'log' as const,
    values: Float64Array.of(0, Math.log(1.1), 0, Math.log(1.2)),
  },
];
const EXPOSURE = { degree: ['CHI', 'NYC'], inch: [], wind: [], landfall: true } as const;
/** One degree raises gas by 1% in one pair and by 3% in the other; rain and wind have no effect. */
const SHIFTS: MarketRisk['shifts'] = (['degree', 'inch', 'wind'] as const).map((shift) => ({
  shift,
  monthDay: '01-02',
  pairs: 2,
  chains: [
    {
      chain: 'NG',
      exposure: EXPOSURE,
      kind: 'log',
      values:
        shift === 'degree' ? Float64Array.of(Math.log(1.01), Math.log(1.03)) : new Float64Array(0),
    },
  ],
}));
const KNOWN: Omit<MarketRisk, 'market'> = {
  untilMs: Date.UTC(2026, 0, 2),
  computedMs: Date.UTC(2026, 0, 2, 0, 1),
  moves: new Map([['NG', MOVES]]),
  reason: null,
  stressReason: null,
  shocks: [
    { shock: 'polarVortex', date: 'now', monthDay: '01-02', pairs: 2, days: 2, paths: PATHS },
  ],
  shifts: SHIFTS,
};

const RESTING: RiskProgress = { progress: null, againFromMs: -Infinity };

/** Injects a risk result, its progress, and the response to a refresh request. */
function injectRisk(
  known: Omit<MarketRisk, 'market'> | null,
  work = RESTING,
  again: () => RefreshOutcome = () => 'impossible',
  hasFailed = false,
): void {
  const { terminal } = users.desk;
  const markets = new Map<string, MarketRisk>();
  const nothing: Omit<MarketRisk, 'market'> = {
    untilMs: null,
    computedMs: null,
    moves: new Map(),
    shocks: [],
    shifts: [],
    reason: 'Nothing was read.',
    stressReason: 'Nothing was walked.',
  };
  Object.defineProperty(terminal, 'risk', {
    configurable: true,
    value: {
      getRisk: (market: string) => {
        const risk = markets.get(market) ?? { market, ...(known ?? nothing) };
        markets.set(market, risk);
        return risk;
      },
      getProgress: () => work,
      requestRefresh: again,
      hasFailed: () => hasFailed,
      stop: async () => undefined,
    } satisfies RiskReader,
  });
}

const validateHtml = async (text: string): Promise<unknown[]> =>
  (await html.validateString(text)).results.flatMap(({ messages }) =>
    messages.map(({ message, line }) => `${line}: ${message}`),
  );

let user: PageUser;
beforeAll(async () => {
  user = await users.next();
  await users.desk.buyGas(user);
  // A page and the view that it is compared with need equal prices.
  await endPrices(steered, users.desk.terminal);
});

it('a failed computation of risk is shown in the status strip and by the readiness probe', async () => {
  injectRisk(null, RESTING, () => 'impossible', true);
  expect(extractText((await user.open('/dashboard')).text)).toContain('Analysis DEGRADED');
  const probe = await user.open('/readyz');
  expect([probe.status, JSON.parse(probe.text)]).toEqual([
    200,
    { status: 'ready', degraded: ['risk'] },
  ]);
  injectRisk(null);
  expect(JSON.parse((await user.open('/readyz')).text)).toEqual({ status: 'ready' });
});

describe('the institutional page', () => {
  it('shows a reason for every missing figure', async () => {
    injectRisk(null);
    const { status, text } = await user.open('/institutional');
    expect(status).toBe(200);
    for (const said of [
      'No data. Nothing was read.',
      'No data. Nothing was walked.',
      'Real-Time VaR',
      'VaR history',
      'Stress Tests',
      'Hurricane Cat 4 Gulf landfall in 24 h',
      'Polar vortex 8 days at 30',
      'Drought 60-day ridge',
      'Weather Sensitivities',
      'Execution Quality',
      'Latency',
      'Weather Intelligence',
      'AI Trading Performance',
      'How computed',
    ])
      expect(extractText(text)).toContain(said);
    expect(extractText(text)).not.toContain('VaR 95%, one day');
    expect(await validateHtml(text)).toEqual([]);
  });

  it('shows the same figures as the socket, the VaR backtest and the stress tests', async () => {
    injectRisk(KNOWN);
    const { text } = await user.open('/institutional');
    const { value, stresses } = getRisk(users.desk.terminal, users.view());
    const risk = createDeskBundles(users.desk.terminal)
      .getBundles(user.id, { averageLatency: null, jitter: null, packetLoss: null })
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
    expect(extractText(text)).toContain(
      `VaR 95%, one day ${formatMoney(fromDollars(value?.total.var95 ?? NaN))}`,
    );
    expect(extractText(text)).toMatch(/500 scenarios of 900 trading days/);
    expect(extractText(text)).toMatch(/99% 380 \d+ 3\.8 0 to \d+ \d\.\d{3}/);
    expect(extractText(text)).toMatch(/Polar vortex .* today 01-02 \+\$\d/);
    expect(await validateHtml(text)).toEqual([]);
  });

  it('shows VaR against the daily loss limit: the figure of the API', async () => {
    injectRisk(KNOWN);
    const { text } = await user.open('/institutional');
    const view = users.view();
    const { value } = getRisk(users.desk.terminal, view);
    const limit = view.lossBreakers.find(({ name }) => name === 'DAY_LOSS')?.allowedMills;
    const money = [fromDollars(value?.total.var95 ?? NaN), limit ?? null].map((mills) =>
      formatMoney(mills),
    );
    expect(money).toEqual([expect.stringMatching(/^\$\d/), expect.stringMatching(/^\$\d/)]);
    expect(text).toContain(
      `aria-label="VaR 95% against the daily loss limit: ${money[0]}; daily loss limit ${money[1]},`,
    );
  });

  it('draws the VaR history: one line per day, one dot per loss beyond VaR', async () => {
    injectRisk(KNOWN);
    const { text } = await user.open('/institutional');
    const [beyond95, beyond99] = (backtestVar(MOVES.values, [0.95, 0.99]) ?? []).map(
      ({ isExceeded }) => isExceeded.slice(-250).reduce((sum, one) => sum + one, 0),
    );
    const dots = [
      ...text.matchAll(/<circle [^>]*><title>(\d+) trading days ago: [^<]*VaR (\d+)%</g),
    ];
    expect(dots).toHaveLength(beyond95 ?? NaN);
    expect(dots.filter(([, , level]) => level === '99')).toHaveLength(beyond99 ?? NaN);
    const [daily = '', line = ''] = [...text.matchAll(/<path [^>]*d="(M[^"]*)"[^>]*vector-effect/g)]
      .map(([, path]) => path ?? '')
      .filter((path) => path.length > 2_000);
    expect(daily.match(/M/g)).toHaveLength(250);
    expect(line.match(/[ML]/g)).toHaveLength(250);
    expect(extractText(text)).toContain(
      `Current positions over the last 250 trading days: ${beyond95} losses beyond VaR 95% (12.5 expected), ${beyond99} beyond VaR 99% (2.5 expected).`,
    );
  });

  it('values the days of the VaR history at current prices', () => {
    injectRisk(KNOWN);
    const { terminal } = users.desk;
    const view = users.view();
    const later = {
      ...view,
      asOfMs: view.asOfMs + MINUTE_MS,
      positions: view.positions.map((row) => ({
        ...row,
        currentPrice: 2 * (row.currentPrice ?? NaN),
      })),
    };
    const [before, after] = [view, later].map(
      (each) =>
        serializeInstitutional(terminal, each, user.id, { socket: null, loop: null }, each.asOfMs)
          .varHistory?.exceedances ?? [],
    );
    expect(before?.length).toBeGreaterThan(0);
    expect(after?.length).toBe(before?.length);
    before?.forEach(({ profit, var95 }, index) => {
      expect(after?.[index]?.profit).toBeCloseTo(2 * profit, 1);
      expect(after?.[index]?.var95).toBeCloseTo(2 * var95, 1);
    });
  });

  it('has components that sum to the total', () => {
    const { value } = getRisk(users.desk.terminal, users.view());
    const toCents = (dollars: number): number => Math.round(100 * dollars);
    expect(value?.components.reduce((sum, { var99 }) => sum + toCents(var99), 0)).toBe(
      toCents(value?.total.var99 ?? NaN),
    );
  });

  it('measures fills of the log against the quotes of their decisions', async () => {
    const wire = serializeExecution(users.desk.terminal, users.view(), user.id);
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
    expect(extractText((await user.open('/institutional')).text)).toContain(
      `Spread paid ${formatMoney(fromDollars(wire.spreadDollars))}`,
    );
  });

  it('shows weather sensitivities of each position, and which factors do not affect it', async () => {
    injectRisk(KNOWN);
    const { text } = await user.open('/institutional');
    const { sensitivities } = getRisk(users.desk.terminal, users.view());
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
    expect(extractText(text)).toMatch(
      /Natural Gas Futures NG LONG \+\$\d+\.\d\d \+\$\d+\.\d\d to \+\$\d+\.\d\d no data no data/,
    );
    expect(extractText(text)).toContain(
      'In the market model, Natural Gas Futures respond to temperature and hurricanes, not to rain or wind.',
    );
    expect(extractText(text)).toMatch(/Account \+\$\d+\.\d\d no data no data/);
    const risk = createDeskBundles(users.desk.terminal)
      .getBundles(user.id, { averageLatency: null, jitter: null, packetLoss: null })
      .find(({ name }) => name === 'risk');
    const { data } = JSON.parse(String(risk?.messages[0])) as RealTimeVar;
    expect(data.weatherSensitivities).toEqual([
      {
        positionId: row?.id,
        oneDegree: getRisk(users.desk.terminal, users.view()).sensitivities?.positions[0]
          ?.figures[0]?.profit,
        oneInchOfRain: null,
        tenPercentOfWind: null,
      },
    ]);
    expect(await validateHtml(text)).toEqual([]);
  });

  it('repeats them on the page of an open position', async () => {
    injectRisk(KNOWN);
    const id = users.view().positions[0]?.position.id ?? '';
    const { text } = await user.open(`/position/${id}`);
    expect(extractText(text)).toMatch(
      /Weather Sensitivities One degree warmer \+\$\d+\.\d\d .* at Illinois and Indiana and New York/,
    );
    expect(await validateHtml(text)).toEqual([]);
    injectRisk(null);
    expect(extractText((await user.open(`/position/${id}`)).text)).toContain(
      'No data. Nothing was walked.',
    );
  });

  it('shows the progress of a risk run, and offers the next one when it is allowed', async () => {
    const openPage = async (work: RiskProgress): Promise<string> => {
      injectRisk(KNOWN, work);
      const { text } = await user.open('/institutional');
      expect(await validateHtml(text)).toEqual([]);
      return extractText(text);
    };
    expect(await openPage({ progress: { done: 40, of: 160 }, againFromMs: 0 })).toContain(
      'Being computed: 25% done.',
    );
    expect(await openPage(RESTING)).toContain('Compute again Uses new simulated pairs');
    expect(await openPage({ progress: null, againFromMs: Date.UTC(2090, 0, 1, 17) })).toMatch(
      /available again from \d\d:\d\d/,
    );
    expect(await openPage({ progress: null, againFromMs: null })).not.toContain('Compute again');
  });

  it.each<[RefreshOutcome, string]>([
    ['begun', 'Risk calculation started'],
    ['under way', 'Risk calculation in progress'],
    ['too soon', 'Risk was calculated recently'],
    ['impossible', 'Risk cannot be recalculated'],
  ])('a recalculation (%s) is requested once, and its result shown', async (answer, title) => {
    let requests = 0;
    injectRisk(KNOWN, RESTING, () => {
      requests += 1;
      return answer;
    });
    const { status, location, toast } = await user.submit('/institutional', { intent: 'again' });
    expect([status, location, toast?.title, requests]).toEqual([
      303,
      '/institutional#stress',
      title,
      1,
    ]);
  });

  it('rejects unknown buttons', async () => {
    expect((await user.submit('/institutional', {})).status).toBe(400);
    expect((await user.submit('/institutional', { intent: 'buy' })).status).toBe(400);
  });
});

describe('the risk preview of an order', () => {
  const openPreview = (query: string) => user.open(`/what-if?commodity=natural-gas&${query}`);

  it('shows a buy of the size of the strategy until an order is sent', async () => {
    const { status, text } = await user.open('/what-if?commodity=natural-gas');
    const chosen =
      /name="playbook"[\s\S]*?<option value="([A-Z_]*)" selected/.exec(text)?.[1] ?? '';
    expect([status, extractText(text).includes('pre-trade checks')]).toEqual([200, true]);
    const readOrder = async (query: string): Promise<string | undefined> =>
      /Order in Natural Gas Futures.*/.exec(extractText((await openPreview(query)).text))?.[0];
    const shown = await readOrder('');
    expect(shown).toBeDefined();
    expect(await readOrder(`contract=NG&side=BUY&size=&playbook=${chosen}`)).toBe(shown);
    expect(await validateHtml(text)).toEqual([]);
  });

  it('shows pre-trade checks, limits, costs, risk without and with it, stress tests and the worst week', async () => {
    const opened = users.view().positions.length;
    const { status, text } = await openPreview('contract=NG&side=BUY&size=100&playbook=');
    expect(status).toBe(200);
    const said = extractText(text);
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
    expect(await validateHtml(text)).toEqual([]);
    expect(users.view().positions).toHaveLength(opened);
  });

  it('shows limits before and after the order, and what to do next', async () => {
    injectRisk(KNOWN);
    const { text } = await openPreview('contract=NG&side=BUY&size=100&playbook=');
    const amount = String.raw`\$([\d,]+\.\d\d)`;
    const readGauge = (name: string): number[] => {
      const found = new RegExp(
        `aria-label="${name}: from ${amount} to ${amount}; [a-z ]+ ${amount},`,
      ).exec(text);
      return (found ?? []).slice(1).map((part) => Number(part.replaceAll(',', '')));
    };
    const [varBefore = NaN, varAfter = NaN] = readGauge('VaR 95%, one day');
    expect(varAfter).toBeGreaterThan(varBefore);
    const [before = NaN, after = NaN, limit = NaN] = readGauge('Notional of all positions');
    const row = /Notional of all positions<\/th>((?:<td[^>]*>.*?<\/td>){4})/.exec(text)?.[1] ?? '';
    const [used = NaN, added = NaN, allowed = NaN] = [
      ...extractText(row).matchAll(/\$([\d,]+\.\d\d)/g),
    ].map(([, part]) => Number(part?.replaceAll(',', '')));
    expect([before, limit]).toEqual([used, allowed]);
    expect(after).toBeCloseTo(used + added, 2);
    expect(text).toMatch(/name="intent" value="run"[^>]*>RUN .*Natural Gas Futures/);
    expect(extractText(text)).toContain('no single order is placed');
  });

  it('offers to select another strategy first', async () => {
    injectRisk(KNOWN);
    const active = users
      .view()
      .commodities.find(({ commodity }) => commodity === 'natural-gas')?.activePlaybookId;
    const other = users.desk.terminal.listPlaybooks('natural-gas').find(({ id }) => id !== active)!;
    const { text } = await openPreview(`contract=NG&side=BUY&size=100&playbook=${other.id}`);
    expect(text).toContain(`<input type="hidden" name="playbook" value="${other.id}"/>`);
    expect(text).toMatch(/name="intent" value="choose"/);
    expect(await validateHtml(text)).toEqual([]);
  });

  it('shows its weather sensitivity, with the opposite sign for a sale', async () => {
    injectRisk(KNOWN);
    const bought = extractText((await openPreview('contract=NG&side=BUY&size=100&playbook=')).text);
    expect(bought).toMatch(/Weather Sensitivities One degree warmer \+\$\d/);
    expect(
      extractText((await openPreview('contract=NG&side=SELL&size=100&playbook=')).text),
    ).toMatch(/One degree warmer \u2212\$\d/);
    expect(bought).toContain('not to rain or wind.');
  });

  it('shows every failed pre-trade check', async () => {
    const said = extractText(
      (await openPreview('contract=NG&side=SELL&size=9000000&playbook=')).text,
    );
    expect(said).toContain('Rejected by pre-trade checks:');
    expect(said).toContain('is allowed.');
    expect(said).toContain('available after the reserve');
  });

  it.each([
    ['side=HOLD', 'Side must be BUY or SELL.'],
    ['side=BUY&size=1e9', 'Size must be a number such as 25'],
    ['side=BUY&size=0', 'Size must be above zero'],
    ['side=BUY&size=-5', 'Size must be a number such as 25'],
    ['side=BUY&contract=GOLD', 'No contract GOLD is traded'],
    ['side=BUY&playbook=NOTHING', 'Strategy must be one'],
  ])('an invalid request (%s) shows the error', async (query, fault) => {
    const { status, text } = await openPreview(query);
    expect(status).toBe(400);
    expect(extractText(text)).toContain(fault);
    expect(extractText(text)).not.toContain('pre-trade checks');
    expect(await validateHtml(text)).toEqual([]);
  });

  it('reports an unknown commodity, and escapes it', async () => {
    const { status, text } = await user.open(
      '/what-if?commodity=gold&side=BUY&contract=%3Cscript%3Ealert(1)%3C/script%3E',
    );
    expect(status).toBe(400);
    expect(extractText(text)).toContain('Commodity must be one of the ten');
    expect(text).not.toContain('<script>alert(1)');
  });

  it('is linked from every commodity and every strategy', async () => {
    const { text } = await user.open('/?commodity=corn');
    expect([...text.matchAll(/href="\/what-if\?commodity=[a-z-]+"/g)]).toHaveLength(10);
    expect(text).toContain('/what-if?commodity=corn&amp;playbook=');
    expect((await user.open('/institutional')).text).toContain('href="/what-if"');
  });
});
