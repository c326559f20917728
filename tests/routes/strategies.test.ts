// The cards of playbooks: all of a commodity, which of them the quotes recommend, and the choice of
// one.
import { describe, expect, it } from 'vitest';
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../app/trading/domain/commodity';
import { recommendPlaybook } from '../../app/trading/engine/active-playbook';
import { findMeasured, formatTrackRecord } from '../../app/trading/strategies/track-record';
import type { Evaluator } from '../../app/trading/strategies/playbook';
import { findPlaybookRow } from '../../app/trading/strategies/playbooks/catalogue';
import { noticePage } from '../../app/models/notifications/notices.server';
import { type PageUser, words } from '../support/page-desk';
import { pageUsers } from '../support/page-users';

const users = pageUsers('choosing-user');
let user: PageUser;
const newUser = async (): Promise<PageUser> => (user = await users.next());
const findChosen = (commodity: CommodityKey): string | null | undefined =>
  users.view().commodities.find((row) => row.commodity === commodity)?.playbookId;
const listed = (commodity: CommodityKey) => users.desk.terminal.playbooks(commodity);
const getCard = (html: string, id: string): string =>
  new RegExp(`<li id="strategy-${id}"[\\s\\S]*?</li>`).exec(html)?.[0] ?? '';
const choose = (commodity: CommodityKey, playbook: string, chosen = '') =>
  user.press(`/?commodity=${commodity}`, { intent: 'choose', commodity, playbook, chosen });

describe('the strategies of a commodity', () => {
  it('are one card each, in the order of the list, with all that a trader may learn', async () => {
    await newUser();
    for (const commodity of COMMODITY_KEYS) {
      const html = (await user.open(`/?commodity=${commodity}`)).text;
      expect(words(html)).toContain(
        `${COMMODITIES[commodity].displayName} Strategies (Choose One)`,
      );
      expect([...html.matchAll(/<li id="strategy-([A-Z0-9_]+)"/g)].map(([, id]) => id)).toEqual(
        listed(commodity).map(({ id }) => id),
      );
      for (const [place, row] of listed(commodity).entries()) {
        const said = words(getCard(html, row.id));
        expect(said).toContain(`${place + 1} ${row.name} ${row.id}`);
        for (const text of [
          row.description,
          row.riskLevel,
          `${row.expectedReturn.low}-${row.expectedReturn.high}%`,
          row.timeframe,
          formatTrackRecord(findMeasured(commodity, row.id)),
          ...Object.values(row.text),
        ])
          expect(said).toContain(text.replace(/\s+/g, ' '));
      }
    }
  });

  it('bear the ranks of the recommendation, and its reason where one of them is here', async () => {
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
      const here = new Set(listed(commodity).map(({ id }) => id));
      const expected = rankings
        .filter(({ strategy }) => here.has(strategy))
        .map(({ strategy, rank }) => `${strategy} ${rank}`);
      const badges = [...here].flatMap((id) => {
        const rank = /AI Pick (?:<!-- -->)?(\d)/.exec(getCard(html, id))?.[1];
        return rank === undefined ? [] : [`${id} ${rank}`];
      });
      expect(badges.sort(), commodity).toEqual(expected.sort());
      // the figures of the reason may have moved since the page was made
      const wordsOf = (text: string): string => text.replace(/[\d.,]+/g, 'number');
      expect(wordsOf(words(html)).includes(wordsOf(reasoning)), commodity).toBe(
        expected.length > 0,
      );
      ranked.push(...badges);
    }
    expect(ranked.length).toBeGreaterThan(0);
  });
});

describe('a card', () => {
  it('leads to a backtest of its playbook where a simulated world can test it', async () => {
    await newUser();
    const html = (await user.open('/?commodity=corn')).text;
    for (const { id } of listed('corn')) {
      const isInCatalogue = findPlaybookRow('corn', id) !== null;
      expect([
        id,
        getCard(html, id).includes(`href="/backtest?mode=corn&amp;playbook=${id}"`),
      ]).toEqual([id, isInCatalogue]);
    }
  });
});

describe('a choice', () => {
  it('is kept by the book, shown by its card, and taken back by a second press', async () => {
    await newUser();
    const [first, second] = listed('corn');
    if (!first || !second) throw new Error('corn has playbooks');
    const answer = await choose('corn', second.id);
    expect([answer.status, answer.location, answer.toast?.description]).toEqual([
      303,
      `/?commodity=corn#strategy-${second.id}`,
      expect.stringContaining(`traded by ${second.name}`),
    ]);
    expect(findChosen('corn')).toBe(second.id);
    const html = (await user.open('/?commodity=corn')).text;
    expect(getCard(html, second.id)).toContain('aria-pressed="true"');
    expect([...html.matchAll(/name="playbook"[^>]*aria-pressed="true"/g)]).toHaveLength(1);
    expect(words(getCard(html, second.id))).toContain('Chosen Active');
    expect((await choose('corn', second.id, second.id)).toast?.title).toBe('Strategy Deselected');
    expect(findChosen('corn')).toBeNull();
  });

  it('pressed twice on the same page is one choice', async () => {
    await newUser();
    const [first] = listed('wheat');
    if (!first) throw new Error('wheat has playbooks');
    for (const _press of [1, 2]) await choose('wheat', first.id);
    expect(findChosen('wheat')).toBe(first.id);
  });

  it('of what is not there, or on a page of another book, is refused and changes nothing', async () => {
    await newUser();
    const [first] = listed('corn');
    const unknown = await choose('corn', 'NO_SUCH_PLAYBOOK');
    expect([
      unknown.status,
      words(unknown.text).includes(
        'Strategy Not Selected Corn Futures has no playbook NO_SUCH_PLAYBOOK.',
      ),
    ]).toEqual([400, true]);
    expect((await choose('corn', '<script>')).status).toBe(400);
    const other = await user.press('/', {
      intent: 'choose',
      commodity: 'corn',
      playbook: first?.id ?? '',
      book: 'paper:1',
    });
    expect(other.status).toBe(409);
    expect(findChosen('corn')).toBeNull();
  });
});

describe('a playbook that was halted', () => {
  /** The evaluator itself, as the engine has it. */
  const evaluatorOf = (commodity: CommodityKey): Evaluator => {
    const [first] = (
      users.desk.terminal as unknown as { playbooksOf: (key: CommodityKey) => readonly Evaluator[] }
    ).playbooksOf(commodity);
    if (!first) throw new Error('there is one');
    return first;
  };
  const halted = (): readonly string[] =>
    Object.values(users.desk.terminal.state().halts).map(({ playbookId }) => playbookId);
  const until = (isMet: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const stop = users.desk.terminal.onPublish(() => {
        if (!isMet()) return;
        stop();
        resolve();
      });
    });

  it('says so with its reason on its card, in the notices and in its row, and is re-armed by its button', async () => {
    await newUser();
    const evaluator = evaluatorOf('corn');
    const { id, name } = evaluator.row;
    const sound = evaluator.fold.bind(evaluator);
    await choose('corn', id);
    evaluator.fold = () => {
      throw new Error('a figure that was not there');
    };
    await until(() => halted().includes(id));
    evaluator.fold = sound;
    // Only now, so that it holds nothing.
    await user.press('/?commodity=corn', { intent: 'run', commodity: 'corn' });
    const html = (await user.open('/?commodity=corn')).text;
    const said = words(getCard(html, id));
    expect(said).toContain('Halted: it failed: a figure that was not there');
    expect(said).toContain(`RE-ARM ${name}`);
    expect(words(html)).toContain(`halted: it failed: a figure that was not there; re-arm ${id}`);
    const notice = noticePage(users.desk.terminal, user.id, null).notices.find(({ title }) =>
      title.endsWith('halted'),
    );
    expect(notice).toMatchObject({ variant: 'destructive', title: `Corn Futures: ${id} halted` });
    const answer = await user.press('/?commodity=corn', {
      intent: 'rearm',
      commodity: 'corn',
      playbook: id,
    });
    expect([
      answer.status,
      halted(),
      words(getCard((await user.open('/?commodity=corn')).text, id)).includes('Halted'),
    ]).toEqual([303, [], false]);
    expect(
      noticePage(users.desk.terminal, user.id, null).notices.some(({ title }) =>
        title.endsWith('re-armed'),
      ),
    ).toBe(true);
  });
});
