// Both reports are valid, load and run nothing, say what they were given and nothing that they were
// not.
import { createHash } from 'node:crypto';
import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { backtestReport } from '../../../app/models/reports/backtest-report';
import type { BacktestModel } from '../../../app/models/reports/model';
import {
  portfolioFileName,
  portfolioReport,
  formatStanding,
} from '../../../app/models/reports/portfolio-report';
import { toMills } from '../../../app/trading/domain/units';
import {
  CAPITAL,
  FULL_DOUBT,
  GAS,
  NO_DOUBT,
  backtestModel,
  portfolioModel,
  position,
  runOf,
  tradesOf,
} from '../../support/report-models';
import { words } from '../../support/page-desk';
import { dice } from '../../support/scripted-desk';

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'></style></title>&lt;\u202e\0\ud800<svg onload=alert(3)> javascript:alert(4)`;
const LONG = 'Averyveryverylongnamewithoutanyplaceto'.repeat(12);
const roll = dice(4);

const PAGES: readonly (readonly [string, string])[] = [
  ['a run', backtestReport(backtestModel(runOf(730, tradesOf(40, roll))))],
  ['a run of nothing', backtestReport(backtestModel(runOf(0, []), NO_DOUBT))],
  ['a run without trades', backtestReport(backtestModel(runOf(300, [], 0), NO_DOUBT))],
  [
    'a run into debt',
    backtestReport(backtestModel(runOf(400, tradesOf(5, roll), -120_000), FULL_DOUBT)),
  ],
  [
    'a run with hostile names',
    backtestReport(backtestModel(runOf(60, tradesOf(9, roll)), FULL_DOUBT, HOSTILE)),
  ],
  [
    'a run with long names',
    backtestReport(backtestModel(runOf(60, tradesOf(9, roll)), FULL_DOUBT, LONG)),
  ],
  ['a portfolio', portfolioReport(portfolioModel(33, 90))],
  ['an empty portfolio', portfolioReport(portfolioModel(0, 1))],
  [
    'a portfolio in debt',
    portfolioReport(
      portfolioModel(3, 10, {
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
    portfolioReport(
      portfolioModel(3, 10, {
        owner: HOSTILE,
        market: HOSTILE,
        since: HOSTILE,
        closed: [position(1, { contract: HOSTILE })],
      }),
    ),
  ],
];

async function faultsOf(page: string): Promise<string[]> {
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
  it('is valid', async () => {
    expect(await faultsOf(page)).toEqual([]);
  });

  it('loads nothing and runs nothing', () => {
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

  it('has no figure that is none, and every address has its place', () => {
    expect(words(page)).not.toMatch(/\b(NaN|Infinity|undefined|null)\b|\[object/);
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
  it('lists the newest five hundred trades, newest last, and says how many it leaves out', () => {
    const page = words(
      backtestReport(backtestModel(runOf(700, [...tradesOf(620, roll)].reverse()))),
    );
    expect(page).toContain(
      'The last 500 of 620 trades, in the order in which they were closed; the 120 before them are left out',
    );
    expect(page).not.toMatch(/ 120 NGZ26 /);
    expect(page.indexOf(' 121 NGZ26 ')).toBeLessThan(page.indexOf(' 620 NGZ26 '));
    expect(words(backtestReport(backtestModel(runOf(700, tradesOf(500, roll)))))).toContain(
      'All 500 trades',
    );
  });

  it('says the verdict first, in its words', () => {
    const page = words(backtestReport(backtestModel(runOf(30, []), NO_DOUBT)));
    expect(
      page.indexOf(
        'No simulated edge: the deflated Sharpe ratio is missing (fewer than three returns).',
      ),
    ).toBeLessThan(page.indexOf('Capital'));
    expect(page).toContain('The run made no trade');
  });

  it('counts fees and friction from gross to net', () => {
    const trades = tradesOf(10, roll);
    const run = { ...runOf(2, trades), equityMills: Float64Array.of(25_000_000, 25_100_000) };
    expect(words(backtestReport(backtestModel(run)))).toContain(
      'Of +$175.00 gross, costs took $75.00: $24.00 fees and $51.00 spread and slippage, which left +$100.00. Costs were 42.86% of the gross profit.',
    );
  });

  it('refuses a trade without its instrument and columns of two lengths', () => {
    const model = backtestModel(runOf(5, tradesOf(1, roll)));
    expect(() => backtestReport({ ...model, instruments: [] })).toThrow(
      /NG\.Z26.*hand over every instrument/,
    );
    expect(() =>
      backtestReport({ ...model, run: { ...model.run, stampsMs: new Float64Array(4) } }),
    ).toThrow(/4 moments and 5 values/);
    expect(GAS.id).toBe('NG.Z26');
  });

  it('writes months by their sign as they are shown', () => {
    const page = backtestReport(backtestModel(runOf(30, [])) satisfies BacktestModel);
    for (const cell of [
      '<td class="u1">+1.2%</td>',
      '<td class="d1">\u22120.4%</td>',
      '<td class="flat">0.0%</td>',
      '<td class="u3">+7.9%</td>',
      '<td class="d3">\u22128.1%</td>',
      '<td class="flat">N/A</td>',
    ])
      expect(page).toContain(cell);
    expect(words(page)).toContain(
      'Of 21 months 11 won and 8 lost. Best: May 2023 with +7.9%; worst: Jun 2023 with \u22128.1%.',
    );
  });
});

describe('a portfolio', () => {
  it.each([
    [25_321_700, 'ABOVE the initial $25,000.00 by $321.70 (+1.29%).'],
    [24_999_990, 'BELOW the initial $25,000.00 by $0.01 (0.00%).'],
    [25_000_000, 'AT the initial $25,000.00.'],
  ])('of %i mills stands %s', (total, text) => {
    expect(formatStanding({ totalMills: toMills(total), initialMills: CAPITAL })).toContain(text);
  });

  it('lists the last twenty closed', () => {
    const closed = Array.from({ length: 30 }, (_, nth) => position(nth, { contract: `C${nth}.` }));
    const page = words(portfolioReport(portfolioModel(33, 3, { closed })));
    expect(page).toContain('The last 20 of 33 closed positions, newest first');
    expect([page.includes('C19.'), page.includes('C20.')]).toEqual([true, false]);
  });

  it('says why a figure is missing and shows no exposure that nobody stored', () => {
    const page = words(portfolioReport(portfolioModel(0, 0)));
    for (const text of [
      'Nothing is open.',
      'Nothing has been closed since the account began.',
      'N/A stored valuations keep the equity, not what was held',
      'There is no equity to draw',
      'No trade was closed',
      'Nothing was paid',
    ])
      expect(page).toContain(text);
  });

  it('is named by date and time', () => {
    expect(portfolioFileName(Date.UTC(2026, 10, 22, 19, 5, 7), 'America/New_York')).toBe(
      'Portfolio-Report-2026-11-22-14-05-07.html',
    );
  });
});
