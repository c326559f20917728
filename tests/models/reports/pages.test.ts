// Both reports: valid HTML, no external resources, correct figures and texts.
import { createHash } from 'node:crypto';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { renderBacktestReport } from '../../../app/models/reports/backtest-report';
import type { BacktestModel } from '../../../app/models/reports/report-model';
import {
  formatReportFileName,
  renderPortfolioReport,
  formatTotalAgainstInitial,
} from '../../../app/models/reports/portfolio-report';
import { toMills } from '../../../app/trading/domain/units';
import {
  CAPITAL,
  ALL_OVERFITTING_TESTS,
  GAS,
  NO_OVERFITTING_TESTS,
  createBacktestModel,
  createPortfolioModel,
  createPosition,
  createRun,
  createTrades,
} from '../../support/report-models';
import { extractText } from '../../support/page-desk';
import { createDice } from '../../support/scripted-desk';

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'></style></title>&lt;\u202e\0\ud800<svg onload=alert(3)> javascript:alert(4)`;
const LONG = 'Averyveryverylongnamewithoutanyplaceto'.repeat(12);
const roll = createDice(4);

const PAGES: readonly (readonly [string, string])[] = [
  ['a run', renderBacktestReport(createBacktestModel(createRun(730, createTrades(40, roll))))],
  [
    'a run of nothing',
    renderBacktestReport(createBacktestModel(createRun(0, []), NO_OVERFITTING_TESTS)),
  ],
  [
    'a run without trades',
    renderBacktestReport(createBacktestModel(createRun(300, [], 0), NO_OVERFITTING_TESTS)),
  ],
  [
    'a run into debt',
    renderBacktestReport(
      createBacktestModel(createRun(400, createTrades(5, roll), -120_000), ALL_OVERFITTING_TESTS),
    ),
  ],
  [
    'a run with hostile names',
    renderBacktestReport(
      createBacktestModel(createRun(60, createTrades(9, roll)), ALL_OVERFITTING_TESTS, HOSTILE),
    ),
  ],
  [
    'a run with long names',
    renderBacktestReport(
      createBacktestModel(createRun(60, createTrades(9, roll)), ALL_OVERFITTING_TESTS, LONG),
    ),
  ],
  ['a portfolio', renderPortfolioReport(createPortfolioModel(33, 90))],
  ['an empty portfolio', renderPortfolioReport(createPortfolioModel(0, 1))],
  [
    'a portfolio in debt',
    renderPortfolioReport(
      createPortfolioModel(3, 10, {
        curve: [
          { atMs: 0, equityMills: CAPITAL },
          { atMs: 86_400_000, equityMills: toMills(-3_000_000) },
        ],
        totalMills: toMills(-3_000_000),
      }),
    ),
  ],
  [
    'a portfolio with hostile names',
    renderPortfolioReport(
      createPortfolioModel(3, 10, {
        owner: HOSTILE,
        market: HOSTILE,
        since: HOSTILE,
        closed: [createPosition(1, { contract: HOSTILE })],
      }),
    ),
  ],
];

async function listPageFaults(page: string): Promise<string[]> {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended', 'html-validate:a11y'],
    rules: {
      'void-style': 'off',
      'attr-case': 'off',
      'long-title': 'off',
      'doctype-style': 'off',
      'no-trailing-whitespace': 'off',
    },
  });
  const { results } = await validator.validateString(page);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}

describe.each(PAGES)('%s', (_, page) => {
  it('is valid HTML', async () => {
    expect(await listPageFaults(page)).toEqual([]);
  });

  it('loads no resources and runs no scripts', () => {
    const tags = page.match(/<[a-z][^>]*>/g) ?? [];
    expect(
      tags.filter(
        (tag) =>
          /^<(script|img|link|iframe|object|embed|form|base|use|image|foreignObject)\b/i.test(
            tag,
          ) || /\s(on\w+|style|src|srcset|action)=/i.test(tag.replace(/"[^"]*"/g, '""')),
      ),
    ).toEqual([]);
    expect(
      tags
        .flatMap((tag) => /\shref="([^"]*)"/.exec(tag)?.[1] ?? [])
        .every((href) => href.startsWith('#')),
    ).toBe(true);
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
    expect(style).not.toMatch(/url\(|@import|http/);
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
    expect(policy?.replaceAll('&#x27;', "'")).toBe(
      `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`,
    );
    expect(page.match(/<style/g)).toHaveLength(1);
  });

  it('has no NaN, unique ids and valid references', () => {
    expect(extractText(page)).not.toMatch(/\b(NaN|Infinity|undefined|null)\b|\[object/);
    expect(page).not.toMatch(/(?:d|x|y|width|height)="[^"]*(NaN|Infinity)/);
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/(?:href="#|aria-labelledby=")([^"]*)"/g))
      for (const id of (target ?? '').split(' ')) expect(ids).toContain(id);
    expect(page.match(/<table>/g)?.length ?? 0).toBe(page.match(/<caption>/g)?.length ?? 0);
    expect(page).not.toMatch(/<th(?![^>]*scope=)(?!ead)/);
  });
});

describe('a backtest', () => {
  it('lists the last 500 trades and the number omitted', () => {
    const page = extractText(
      renderBacktestReport(
        createBacktestModel(createRun(700, [...createTrades(620, roll)].reverse())),
      ),
    );
    expect(page).toContain(
      'Last 500 of 620 trades, in order of exit. The first 120 are not listed',
    );
    expect(page).not.toMatch(/ 120 NGZ26 /);
    expect(page.indexOf(' 121 NGZ26 ')).toBeLessThan(page.indexOf(' 620 NGZ26 '));
    expect(
      extractText(
        renderBacktestReport(createBacktestModel(createRun(700, createTrades(500, roll)))),
      ),
    ).toContain('All 500 trades');
  });

  it('shows the verdict first', () => {
    const page = extractText(
      renderBacktestReport(createBacktestModel(createRun(30, []), NO_OVERFITTING_TESTS)),
    );
    expect(
      page.indexOf(
        'No simulated edge: the deflated Sharpe ratio is not available (fewer than three returns).',
      ),
    ).toBeLessThan(page.indexOf('Capital'));
    expect(page).toContain('No trades: the strategy gave no signal');
  });

  it('has verdict, equity, months, trades and other simulations in this order', () => {
    const page = renderBacktestReport(createBacktestModel(createRun(700, createTrades(9, roll))));
    const places = [
      'class="verdict',
      'id="equity-drawing-title"',
      'id="months-caption"',
      'id="trades-table"',
      'id="worlds-drawing-title"',
    ].map((mark) => page.indexOf(mark));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(extractText(page)).toContain(
      '3 simulations of 10 years: median +0.25% a year on the account, from \u22120.50% to +1.50%; 2 of 3 gained.',
    );
    expect(extractText(page)).toContain('1 +1.50% $28,750.00 2 \u22120.50% $23,750.00');
  });

  it('numbers the legs of one trade alike, so that the last number is the count', () => {
    const trades = createTrades(6, roll).map((trade, nth) => ({
      ...trade,
      group: Math.floor(nth / 2),
    }));
    const page = renderBacktestReport(createBacktestModel(createRun(60, trades)));
    const table = page.slice(page.indexOf('id="trades-table"')).split('</table>')[0] ?? '';
    const numbers = [...table.matchAll(/<th scope="row"[^>]*>(\d+)<\/th>/g)].map(([, text]) =>
      Number(text),
    );
    expect(numbers).toEqual([1, 1, 2, 2, 3, 3]);
    expect(extractText(page)).toContain('All 3 trades with 6 legs');
    expect(extractText(page)).toContain(' Trades 3 ');
  });

  it('has different labels on the axis of a small drawdown, and the time zone of the report', () => {
    const run = createRun(40, []);
    const equityMills = Float64Array.from(run.equityMills, (_, bar) =>
      bar === 20 ? 24_990_000 : 25_000_000,
    );
    const page = renderBacktestReport(createBacktestModel({ ...run, equityMills }));
    const axis = page.slice(page.indexOf('id="equity-drawing-title"')).split('</svg>')[0] ?? '';
    const labels = [...axis.matchAll(/>(\u2212?[\d.]+%)</g)].map(([, text]) => text);
    expect(labels.length).toBeGreaterThan(2);
    expect(new Set(labels).size).toBe(labels.length);
    expect(axis).toContain('Time, EST');
  });

  it('shows fees and friction between gross and net', () => {
    const trades = createTrades(10, roll);
    const run = { ...createRun(2, trades), equityMills: Float64Array.of(25_000_000, 25_100_000) };
    expect(extractText(renderBacktestReport(createBacktestModel(run)))).toContain(
      'Gross +$175.00, costs $75.00 ($24.00 fees, $51.00 spread and slippage), net +$100.00. Costs were 42.86% of the gross profit.',
    );
  });

  it('rejects a trade with an unknown instrument and columns of different lengths', () => {
    const model = createBacktestModel(createRun(5, createTrades(1, roll)));
    expect(() => renderBacktestReport({ ...model, instruments: [] })).toThrow(
      /NG\.Z26.*pass every traded instrument/,
    );
    expect(() =>
      renderBacktestReport({ ...model, run: { ...model.run, stampsMs: new Float64Array(4) } }),
    ).toThrow(/4 moments and 5 values/);
    expect(GAS.id).toBe('NG.Z26');
  });

  it('colors months by their displayed sign', () => {
    const page = renderBacktestReport(
      createBacktestModel(createRun(30, [])) satisfies BacktestModel,
    );
    for (const cell of [
      '<td class="u2">+1.20%</td>',
      '<td class="d1">\u22120.40%</td>',
      '<td>0.00%</td>',
      '<td class="u3">+7.90%</td>',
      '<td class="d3">\u22128.10%</td>',
      '<td>N/A</td>',
    ])
      expect(page).toContain(cell);
    expect(extractText(page)).toContain(
      '21 months: 11 positive, 8 negative. Best: May 2023 +7.90%; worst: Jun 2023 \u22128.10%.',
    );
  });
});

describe('a portfolio', () => {
  it.each([
    [25_321_700, 'ABOVE the initial $25,000.00 by $321.70 (+1.29%).'],
    [24_999_990, 'BELOW the initial $25,000.00 by $0.01 (0.00%).'],
    [25_000_000, 'AT the initial $25,000.00.'],
  ])('of %i mills is %s', (total, text) => {
    expect(
      formatTotalAgainstInitial({ totalMills: toMills(total), initialMills: CAPITAL }),
    ).toContain(text);
  });

  it('lists the last 20 closed positions', () => {
    const closed = Array.from({ length: 30 }, (_, nth) =>
      createPosition(nth, { contract: `C${nth}.` }),
    );
    const page = extractText(renderPortfolioReport(createPortfolioModel(33, 3, { closed })));
    expect(page).toContain('The last 20 of 33 closed positions, newest first');
    expect([page.includes('C19.'), page.includes('C20.')]).toEqual([true, false]);
  });

  it('shows reasons for missing figures and no exposure', () => {
    const page = extractText(renderPortfolioReport(createPortfolioModel(0, 0)));
    for (const text of [
      'No open positions.',
      'No closed positions since the account began.',
      'N/A notional of past valuations is not stored',
      'No data: no valuation yet',
      'No closed trades',
      'No costs: no trades',
    ])
      expect(page).toContain(text);
  });

  it('has a file name with date and time', () => {
    expect(formatReportFileName(Date.UTC(2026, 10, 22, 19, 5, 7), 'America/New_York')).toBe(
      'Portfolio-Report-2026-11-22-14-05-07.html',
    );
  });
});
