// Strategy cards: all of a commodity, recommendations, and the choice of one.
import { describe, expect, it } from 'vitest';
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../app/trading/domain/commodity';
import { recommendPlaybook } from '../../app/trading/engine/active-playbook';
import { formatNumber, formatSignedPercent } from '../../app/trading/domain/format';
import { orderPlaybooks } from '../../app/trading/strategies/playbook-order';
import {
  findTrackRecord,
  formatAccountDollars,
  formatTrackRecord,
} from '../../app/trading/strategies/track-record';
import type { Evaluator, PlaybookRow } from '../../app/trading/strategies/playbook';
import { findPlaybookRow } from '../../app/trading/strategies/playbooks/catalog';
import { buildNoticePage } from '../../app/models/notifications/notices.server';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';

const users = setUpPageUsers('choosing-user');
let user: PageUser;
const newUser = async (): Promise<PageUser> => (user = await users.next());
const findChosen = (commodity: CommodityKey): string | null | undefined =>
  users.view().commodities.find((row) => row.commodity === commodity)?.playbookId;
const listPlaybooks = (commodity: CommodityKey) => users.desk.terminal.listPlaybooks(commodity);
const listOrdered = (commodity: CommodityKey) =>
  orderPlaybooks(listPlaybooks(commodity), users.view().asOfMs);
/** The chosen and the active strategy come first, with their place in the order. */
const listShown = (commodity: CommodityKey) => {
  const row = users.view().commodities.find((one) => one.commodity === commodity);
  const ordered = listOrdered(commodity).map((playbook, index) => ({ playbook, place: index + 1 }));
  const isUsed = ({ playbook: { id } }: (typeof ordered)[number]): boolean =>
    id === row?.playbookId || id === row?.activePlaybookId;
  return [...ordered.filter(isUsed), ...ordered.filter((one) => !isUsed(one))];
};
const listRecordTexts = (row: PlaybookRow): readonly string[] => {
  const record = findTrackRecord(row);
  if (record === null || record.trades === 0) return [formatTrackRecord(record)];
  return [
    `Median a year, after costs ${formatSignedPercent(record.medianPercent)} ${formatAccountDollars(record.medianPercent)}`,
    `Worst year ${formatSignedPercent(record.worstYearPercent)}`,
    `bp / ${formatNumber(record.costBp, 1)} bp`,
    `Grade ${record.grade}: `,
    'the upright mark is zero',
    `hurdle of ${formatNumber(record.hurdleSharpe, 2)}`,
  ];
};
const getCard = (html: string, id: string): string =>
  new RegExp(`<li id="strategy-${id}"[\\s\\S]*?</li>`).exec(html)?.[0] ?? '';
const chooseStrategy = (commodity: CommodityKey, playbook: string, chosen = '') =>
  user.submit(`/?commodity=${commodity}`, { intent: 'choose', commodity, playbook, chosen });

describe('the strategies of a commodity', () => {
  it('have one card each, in list order, with all facts for traders', async () => {
    await newUser();
    for (const commodity of COMMODITY_KEYS) {
      const html = (await user.open(`/?commodity=${commodity}`)).text;
      expect(extractText(html)).toContain(
        `${COMMODITIES[commodity].displayName} Strategies (Choose One)`,
      );
      expect([...html.matchAll(/<li id="strategy-([A-Z0-9_]+)"/g)].map(([, id]) => id)).toEqual(
        listShown(commodity).map(({ playbook }) => playbook.id),
      );
      for (const { place, playbook: row } of listShown(commodity)) {
        const said = extractText(getCard(html, row.id));
        expect(said).toContain(`${place} ${row.name} ${row.id}`);
        for (const text of [
          row.description,
          row.riskLevel,
          `${row.expectedReturn.low}-${row.expectedReturn.high}%`,
          row.timeframe,
          ...listRecordTexts(row),
          ...Object.values(row.text),
        ])
          expect(said).toContain(text.replace(/\s+/g, ' '));
      }
    }
  });

  it('show recommendation ranks, and the reason of a recommended one', async () => {
    await newUser();
    const ranked: string[] = [];
    for (const commodity of COMMODITY_KEYS) {
      const html = (await user.open(`/?commodity=${commodity}`)).text;
      const { market, asOfMs } = users.view();
      const { rankings, reasoning } = recommendPlaybook(
        users.desk.terminal.state().markets[market],
        commodity,
        asOfMs,
      );
      const here = new Set(listPlaybooks(commodity).map(({ id }) => id));
      const expected = rankings
        .filter(({ strategy }) => here.has(strategy))
        .map(({ strategy, rank }) => `${strategy} ${rank}`);
      const badges = [...here].flatMap((id) => {
        const rank = /AI Pick (?:<!-- -->)?(\d)/.exec(getCard(html, id))?.[1];
        return rank === undefined ? [] : [`${id} ${rank}`];
      });
      expect(badges.sort(), commodity).toEqual(expected.sort());
      // Figures in the reason may have changed since the page was rendered.
      const maskNumbers = (text: string): string => text.replace(/[\d.,]+/g, 'number');
      expect(maskNumbers(extractText(html)).includes(maskNumbers(reasoning)), commodity).toBe(
        expected.length > 0,
      );
      ranked.push(...badges);
    }
    expect(ranked.length).toBeGreaterThan(0);
  });
});

describe('a card', () => {
  it('links to a backtest if there is a simulated market', async () => {
    await newUser();
    const html = (await user.open('/?commodity=corn')).text;
    for (const { id } of listPlaybooks('corn')) {
      const isInCatalogue = findPlaybookRow('corn', id) !== null;
      expect([
        id,
        getCard(html, id).includes(`href="/backtest?mode=corn&amp;playbook=${id}"`),
      ]).toEqual([id, isInCatalogue]);
    }
  });
});

describe('a choice', () => {
  it('is stored in the account, shown on its card, and removed by a second press', async () => {
    await newUser();
    const [first, second] = listPlaybooks('corn');
    if (!first || !second) throw new Error('corn has playbooks');
    const answer = await chooseStrategy('corn', second.id);
    expect([answer.status, answer.location, answer.toast?.description]).toEqual([
      303,
      `/?commodity=corn#strategy-${second.id}`,
      expect.stringContaining(`traded by ${second.name}`),
    ]);
    expect(findChosen('corn')).toBe(second.id);
    const html = (await user.open('/?commodity=corn')).text;
    expect(getCard(html, second.id)).toContain('aria-pressed="true"');
    expect([...html.matchAll(/name="playbook"[^>]*aria-pressed="true"/g)]).toHaveLength(1);
    expect(extractText(getCard(html, second.id))).toContain('Chosen Active');
    expect((await chooseStrategy('corn', second.id, second.id)).toast?.title).toBe(
      'Strategy Deselected',
    );
    expect(findChosen('corn')).toBeNull();
  });

  it('sent twice from the same page is one choice', async () => {
    await newUser();
    const [first] = listPlaybooks('wheat');
    if (!first) throw new Error('wheat has playbooks');
    for (const _press of [1, 2]) await chooseStrategy('wheat', first.id);
    expect(findChosen('wheat')).toBe(first.id);
  });

  it('of an unknown strategy, or on a page of another account, is rejected without effect', async () => {
    await newUser();
    const [first] = listPlaybooks('corn');
    const unknown = await chooseStrategy('corn', 'NO_SUCH_PLAYBOOK');
    expect([
      unknown.status,
      extractText(unknown.text).includes(
        'Strategy Not Selected Corn Futures has no strategy NO_SUCH_PLAYBOOK.',
      ),
    ]).toEqual([400, true]);
    expect((await chooseStrategy('corn', '<script>')).status).toBe(400);
    const other = await user.submit('/', {
      intent: 'choose',
      commodity: 'corn',
      playbook: first?.id ?? '',
      book: 'paper:1',
    });
    expect(other.status).toBe(409);
    expect(findChosen('corn')).toBeNull();
  });
});

describe('a halted strategy', () => {
  /** The evaluator of the engine. */
  const findEvaluator = (commodity: CommodityKey): Evaluator => {
    const [first] = (
      users.desk.terminal as unknown as { playbooksOf: (key: CommodityKey) => readonly Evaluator[] }
    ).playbooksOf(commodity);
    if (!first) throw new Error('there is one');
    return first;
  };
  const listHalted = (): readonly string[] =>
    Object.values(users.desk.terminal.state().halts).map(({ playbookId }) => playbookId);
  const waitUntil = (isMet: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const stop = users.desk.terminal.onPublish(() => {
        if (!isMet()) return;
        stop();
        resolve();
      });
    });

  it('shows its reason on the card, in notices and in its row, and is re-armed by its button', async () => {
    await newUser();
    const evaluator = findEvaluator('corn');
    const { id, name } = evaluator.row;
    const sound = evaluator.fold.bind(evaluator);
    await chooseStrategy('corn', id);
    evaluator.fold = () => {
      throw new Error('a figure that was not there');
    };
    await waitUntil(() => listHalted().includes(id));
    evaluator.fold = sound;
    // Only now, so that it has no position.
    await user.submit('/?commodity=corn', { intent: 'run', commodity: 'corn' });
    const html = (await user.open('/?commodity=corn')).text;
    const said = extractText(getCard(html, id));
    expect(said).toContain('Halted: failed: a figure that was not there');
    expect(said).toContain(`RE-ARM ${name}`);
    expect(extractText(html)).toContain(
      `halted: failed: a figure that was not there; re-arm ${id}`,
    );
    const notice = buildNoticePage(users.desk.terminal, user.id, null).notices.find(({ title }) =>
      title.endsWith('halted'),
    );
    expect(notice).toMatchObject({ variant: 'destructive', title: `Corn Futures: ${id} halted` });
    const answer = await user.submit('/?commodity=corn', {
      intent: 'rearm',
      commodity: 'corn',
      playbook: id,
    });
    expect([
      answer.status,
      listHalted(),
      extractText(getCard((await user.open('/?commodity=corn')).text, id)).includes('Halted'),
    ]).toEqual([303, [], false]);
    expect(
      buildNoticePage(users.desk.terminal, user.id, null).notices.some(({ title }) =>
        title.endsWith('re-armed'),
      ),
    ).toBe(true);
  });
});
