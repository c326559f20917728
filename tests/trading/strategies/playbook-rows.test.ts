import { describe, expect, it } from 'vitest';
import {
  COMMODITIES,
  COMMODITY_KEYS,
  type CommodityKey,
} from '../../../app/trading/domain/commodity';
import { POWER_HUBS } from '../../../app/trading/domain/contract';
import { findInputInfo } from '../../../app/trading/market/inputs/catalog';
import { PLAYBOOK_INPUTS } from '../../../app/trading/market/inputs/playbook-inputs';
import { formatMonthDay } from '../../../app/trading/strategies/calendar-window';
import { type PlaybookRow, getInputIds } from '../../../app/trading/strategies/playbook';
import {
  PLAYBOOK_COUNT,
  PlaybookRowSchema,
  findPlaybookRow,
  listPlaybooks,
} from '../../../app/trading/strategies/playbooks/catalog';
import {
  PLAYBOOK_ICONS,
  computeMaxBars,
} from '../../../app/trading/strategies/playbooks/row-builders';

const MODES = [
  'electricity',
  'natural-gas',
  'corn',
  'soybeans',
  'wheat',
  'oil',
  'coffee',
  'crude-oil',
  'orange-juice',
  'cotton',
] as const;
const ROWS = MODES.flatMap((mode) =>
  listPlaybooks(mode).map((row) => [mode, row.id, row] as const),
);
const getIds = (commodity: CommodityKey): string =>
  listPlaybooks(commodity)
    .map(({ id }) => id)
    .join(' ');
const listChains = (row: PlaybookRow): readonly string[] =>
  row.chains ??
  (row.commodity === 'electricity'
    ? POWER_HUBS.map((hub) => `ET-${hub}`)
    : [COMMODITIES[row.commodity].symbolPrefix]);
const listTexts = (row: PlaybookRow): readonly string[] => [
  row.description,
  ...Object.values(row.text),
];
const splitSentences = (text: string): readonly string[] => text.split(/(?<=[.?!])\s+/);

describe('the catalog of playbooks', () => {
  it('has 118 rows in ten lists: the 108 of the specification, and AI_CORE for each commodity', () => {
    expect(MODES.map((mode) => listPlaybooks(mode).length)).toEqual([
      11, 14, 12, 12, 12, 11, 11, 12, 11, 12,
    ]);
    expect(PLAYBOOK_COUNT).toBe(118);
    expect([...MODES].sort()).toEqual([...COMMODITY_KEYS].sort());
  });

  it('lists the power and gas ids of the recommendation', () => {
    expect(getIds('electricity')).toBe(
      'WX_MOMENTUM MEAN_REVERT RENEW_FADE VOL_BREAK SPIKE_HUNTER LOAD_FORECAST CONGESTION_HEDGE CARBON_SPREAD FREQUENCY_REG NODAL_ARBITRAGE AI_CORE',
    );
    expect(getIds('natural-gas')).toBe(
      'WINTER_DEMAND STORAGE_DRAW PIPELINE_CONSTRAINT EXPORT_MOMENTUM HUB_SPREADS WEATHER_DERIVATIVES FRACKING_IMPACT RENEWABLE_SWITCH BASIS_SWAPS INDUSTRIAL_DEMAND WEATHER_HEDGE CALENDAR_SPREAD BASIS_TRADE AI_CORE',
    );
  });

  it('lists the other commodities in a fixed order', () => {
    expect(getIds('corn')).toBe(
      'WEATHER_CROP DROUGHT_PREMIUM POLLINATION_HEAT SEASONAL_SPREAD HARVEST_PRESSURE EXPORT_DEMAND CROP_ROTATION ETHANOL_MARGIN WASDE_EVENT CURRENCY_HEDGE SUPPLY_CHAIN AI_CORE',
    );
    expect(getIds('soybeans')).toBe(
      'WEATHER_CROP AUGUST_POD_FILL DROUGHT_PREMIUM SOUTH_AMERICA_WX EXPORT_DEMAND CHINA_BUYING SEASONAL_SPREAD CRUSH_SPREAD CROP_ROTATION CURRENCY_HEDGE SUPPLY_CHAIN AI_CORE',
    );
    expect(getIds('wheat')).toBe(
      'WEATHER_CROP WINTERKILL_RISK DROUGHT_PREMIUM GEOPOLITICAL_PREMIUM FEED_SUBSTITUTION SEASONAL_SPREAD HARVEST_LOW EXPORT_DEMAND CROP_ROTATION CURRENCY_HEDGE SUPPLY_CHAIN AI_CORE',
    );
    expect(getIds('oil')).toBe(
      'COLD_SNAP CRACK_SPREAD HURRICANE_REFINERY DISTILLATE_DRAW WINTER_STOCKBUILD GAS_OIL_SWITCH SEASONAL_SPREAD TREND_FOLLOW CURRENCY_HEDGE SUPPLY_CHAIN AI_CORE',
    );
    expect(getIds('coffee')).toBe(
      'FROST_WATCH DROUGHT_PREMIUM WEATHER_CROP ENSO_SIGNAL BIENNIAL_CYCLE TREND_BREAKOUT SEASONAL_SPREAD EXPORT_DEMAND CURRENCY_HEDGE SUPPLY_CHAIN AI_CORE',
    );
    expect(getIds('crude-oil')).toBe(
      'TREND_FOLLOW HURRICANE_GULF INVENTORY_DRAW CONTANGO_CARRY OPEC_EVENT VOLATILITY_SQUEEZE SEASONAL_DRIVING CRACK_HEDGE MEAN_REVERT CURRENCY_HEDGE SUPPLY_CHAIN AI_CORE',
    );
    expect(getIds('orange-juice')).toBe(
      'FREEZE_ALERT FREEZE_FADE HURRICANE_FLORIDA WEATHER_CROP DROUGHT_PREMIUM CROP_REPORT BRAZIL_SUPPLY SEASONAL_SPREAD CURRENCY_HEDGE SUPPLY_CHAIN AI_CORE',
    );
    expect(getIds('cotton')).toBe(
      'WEATHER_CROP DROUGHT_PREMIUM HEAT_STRESS HURRICANE_DELTA EXPORT_DEMAND POLYESTER_SPREAD SEASONAL_SPREAD HARVEST_PRESSURE CROP_ROTATION CURRENCY_HEDGE SUPPLY_CHAIN AI_CORE',
    );
  });

  it('finds a row by commodity and id only', () => {
    expect(findPlaybookRow('corn', 'WEATHER_CROP')?.commodity).toBe('corn');
    expect(findPlaybookRow('electricity', 'WEATHER_CROP')).toBeNull();
    expect(findPlaybookRow('corn', 'weather_crop')).toBeNull();
  });

  it.each(MODES)('has distinct rules and names for %s', (mode) => {
    const rules = listPlaybooks(mode).map(({ family, params, inputs }) =>
      JSON.stringify([family, params, inputs]),
    );
    expect(new Set(rules).size).toBe(rules.length);
    expect(new Set(listPlaybooks(mode).map(({ name }) => name)).size).toBe(rules.length);
    expect(new Set(listPlaybooks(mode).map(({ id }) => id)).size).toBe(rules.length);
  });

  it('repeats no sentence', () => {
    const seen = new Map<string, string>();
    for (const [mode, id, row] of ROWS) {
      for (const sentence of listTexts(row).flatMap(splitSentences)) {
        expect(seen.get(sentence), `${mode} ${id}: ${sentence}`).toBeUndefined();
        seen.set(sentence, `${mode} ${id}`);
      }
    }
    expect(new Set(ROWS.map(([, , { name }]) => name)).size).toBe(118);
  });

  it('uses every icon of the sprite', () => {
    expect(new Set(ROWS.map(([, , { icon }]) => icon))).toEqual(new Set(PLAYBOOK_ICONS));
  });

  it('covers the full span of returns and timeframes', () => {
    expect(Math.min(...ROWS.map(([, , row]) => row.expectedReturn.low))).toBe(5);
    expect(Math.max(...ROWS.map(([, , row]) => row.expectedReturn.high))).toBe(50);
    expect(findPlaybookRow('electricity', 'FREQUENCY_REG')?.timeframe).toBe('15-60 minutes');
    expect(findPlaybookRow('coffee', 'ENSO_SIGNAL')?.timeframe).toBe('6-24 months');
  });
});

/** Parameters that the texts must state: all but indices, signs and those of a disabled branch. */
function listStatedParams(row: PlaybookRow): readonly (readonly [string, number])[] {
  const silent = [
    'place',
    'since',
    'surprise',
    'until',
    'estimate',
    'sign',
    ...(row.params['hi'] === null ? ['e', 'x'] : []),
  ];
  return Object.entries(row.params).flatMap(([name, value]) =>
    typeof value === 'number' && !silent.includes(name) ? [[name, value] as const] : [],
  );
}
const hasNumber = (text: string, value: number): boolean =>
  [String(value), `${Number((100 * value).toFixed(6))}%`].some((form) =>
    new RegExp(`(^|[^\\d.])${form.replace('.', '\\.')}(?![\\d%]|\\.\\d)`).test(text),
  );

describe.each(ROWS)('%s %s', (mode, id, row) => {
  it('is valid by the schema', () => {
    const parsed = PlaybookRowSchema.safeParse(row);
    expect(parsed.error?.issues ?? [], id).toEqual([]);
    expect(row.commodity).toBe(mode);
  });

  it('reads the catalog inputs that are listed for it', () => {
    const ids = listChains(row).flatMap((chain) => getInputIds(row, chain));
    for (const input of ids) expect(findInputInfo(input), input).not.toBeNull();
    expect([...new Set(ids)].sort()).toEqual(
      [...(PLAYBOOK_INPUTS[mode][id] ?? ['none listed'])].sort(),
    );
  });

  it('uses each of its inputs in its rule or a gate', () => {
    const used = [
      ...row.gates.map(({ input }) => input),
      ...['place', 'since', 'surprise', 'until', 'estimate'].flatMap((name) =>
        typeof row.params[name] === 'number' ? [row.params[name]] : [],
      ),
      ...(Array.isArray(row.params['places']) ? (row.params['places'] as number[]) : []),
    ];
    expect([...new Set(used)].sort()).toEqual(row.inputs.map((_, place) => place));
  });

  it('states the numbers of its rule', () => {
    const texts = Object.values(row.text).join(' ');
    const missing = listStatedParams(row).filter(([, value]) => !hasNumber(texts, value));
    expect(missing).toEqual([]);
    if (row.window) expect(texts).toContain(formatMonthDay(row.window.from));
    if (row.window) expect(texts).toContain(formatMonthDay(row.window.to));
    const season = row.params['window'];
    if (typeof season === 'object' && season !== null && 'to' in season)
      expect(texts).toContain(formatMonthDay(String(season.to)));
  });

  it('needs no more bars than its chain has', () => {
    const { n } = row.params;
    if (mode === 'electricity' && row.bar === '1d') expect(Number(n ?? 20)).toBeLessThanOrEqual(40);
    expect(row.barsHeldMax).toBe(computeMaxBars(row.timeframe, row.bar));
  });

  it('makes no promises', () => {
    expect(listTexts(row).join(' ')).not.toMatch(
      /guarante|risk.free|always (wins|pays)|sure profit|never loses/i,
    );
    for (const text of listTexts(row)) expect(text, text).toMatch(/^[A-Z0-9].*[.]$/);
  });
});

describe('the schema of a row', () => {
  const good = findPlaybookRow('corn', 'EXPORT_DEMAND') as PlaybookRow;
  it.each([
    ['a text that is too short', { text: { ...good.text, why: 'Because.' } }, /why|20/],
    [
      'a place without an input',
      { gates: [{ ...good.gates[0], input: 1 }] },
      /place 1 is named, but there are 1 inputs/,
    ],
    ['returns in the wrong order', { expectedReturn: { low: 20, high: 10 } }, /no range/],
    ['returns beyond the bounds', { expectedReturn: { low: 20, high: 60 } }, /50/],
    ['a parameter of another family', { params: { n: 30, e: 0.4, x: 1 } }, /x/],
    [
      'a timeframe shorter than its bars',
      { timeframe: '15-60 minutes' },
      /no timeframe of 1d bars/,
    ],
    [
      'a spread without legs',
      { family: 'SPRD', params: { place: 0, n: 60, e: 1, x: 0.3 } },
      /two legs/,
    ],
    ['a target without a stop', { stopRanges: null }, /target/],
    ['an unknown icon', { icon: 'rocket' }, /icon/],
  ])('refuses %s', (_what, change, said) => {
    expect(PlaybookRowSchema.safeParse(good).success).toBe(true);
    const faults = PlaybookRowSchema.safeParse({ ...good, ...change }).error;
    expect(JSON.stringify(faults?.issues)).toMatch(said);
  });
});

describe('the maximum holding', () => {
  it.each([
    ['4 hours-3 days', '1h', 72],
    ['15-60 minutes', '15m', 4],
    ['15 minutes-24 hours', '1h', 24],
    ['2-10 weeks', '1d', 50],
    ['6-24 months', '1d', 504],
    ['1 hour-2 days', '1h', 48],
  ] as const)('of %s in bars of %s is %i', (timeframe, bar, bars) => {
    expect(computeMaxBars(timeframe, bar)).toBe(bars);
  });

  it.each(['soon', '3 days', '0-3 days', '1-5 years', '-3 days'])(
    'cannot be read from %s',
    (timeframe) => {
      expect(() => computeMaxBars(timeframe, '1d')).toThrow(/write one such as/);
    },
  );
});
