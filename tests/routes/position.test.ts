// The page of one position: why it was traded, what happened, what it cost; its decision made
// again; nobody else's.
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Terminal } from '../../app/models/desk/terminal';
import { type PageUser, words } from '../support/page-desk';
import { pageUsers } from '../support/page-users';

const users = pageUsers('position-user');
const html = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: { 'no-inline-style': 'off', 'long-title': 'off', 'require-sri': 'off' },
});
const faults = async (text: string): Promise<unknown[]> =>
  (await html.validateString(text)).results.flatMap(({ messages }) =>
    messages.map(({ message, line }) => `${line}: ${message}`),
  );

/** The id of the first open position that meets a condition, once there is one. */
function opened(
  terminal: Terminal,
  user: PageUser,
  isMet: (playbookId: string | null) => boolean,
): Promise<string> {
  const find = (): string | undefined =>
    terminal.view(user.id)?.positions.find(({ position }) => isMet(position.playbookId))?.position
      .id;
  return new Promise((resolve) => {
    const look = (): void => {
      const id = find();
      if (id === undefined) return;
      stop();
      resolve(id);
    };
    const stop = terminal.onPublish(look);
    look();
  });
}

describe('a position opened by hand', () => {
  let user: PageUser;
  let id = '';
  beforeAll(async () => {
    user = await users.next();
    id = await users.desk.buyGas(user);
  });

  it('says that no playbook wanted it, what was placed and filled, and what it cost', async () => {
    const { status, text } = await user.open(`/position/${id}`);
    expect(status).toBe(200);
    for (const said of [
      'Natural Gas Futures',
      'LONG, open, SIMULATION book',
      'Manual entry: no strategy requested it.',
      'Entry placed: BUY',
      'Entry filled:',
      'manual close',
      'Fees',
      'Spread and slippage',
      'So far',
    ])
      expect(words(text)).toContain(said);
    expect(words(text)).not.toContain('Replay this decision');
    expect(await faults(text)).toEqual([]);
  });

  it('is reached from the table of positions, and ends with a post-mortem', async () => {
    expect((await user.open('/')).text).toContain(`href="/position/${id}"`);
    await users.desk.terminal.execute({
      userId: user.id,
      idempotencyKey: null,
      command: { type: 'ClosePosition', positionId: id },
    });
    const { text } = await user.open(`/position/${id}`);
    for (const said of [
      'LONG, closed',
      'Post-mortem',
      'Ended by exit',
      'Held for',
      'Exit filled:',
      'Result after fees',
    ])
      expect(words(text)).toContain(said);
  });

  it('is not there for anybody else, nor for a made-up id', async () => {
    const stranger = await users.next();
    const [foreign, missing] = [
      await stranger.open(`/position/${id}`),
      await stranger.open('/position/0123'),
    ];
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(words(foreign.text)).not.toContain('Natural Gas Futures,');
  });
});

describe('a position that a playbook wanted', () => {
  it('tells what was known when it was decided, and gives the same bytes when it is decided again', async () => {
    const user = await users.next();
    await users.desk.terminal.execute({
      userId: user.id,
      idempotencyKey: null,
      command: { type: 'StartTrading', commodity: null },
    });
    const id = await opened(users.desk.terminal, user, (playbookId) => playbookId !== null);
    const { text } = await user.open(`/position/${id}`);
    for (const said of [
      'Why did it trade?',
      'Price seen',
      'Wish',
      'Network no signal',
      'Equity $25,000.00',
      'Plan',
      'Limit headroom',
      'Loss of the day',
      'Replay this decision',
    ])
      expect(words(text)).toContain(said);
    const replayed = await user.open(`/position/${id}?replay=1`);
    expect(words(replayed.text)).toContain('Identical replay.');
    expect(await faults(replayed.text)).toEqual([]);
  });
});
