// Position page: reasons, events, costs and replay of the decision, for its user only.
import { HtmlValidate } from 'html-validate';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Terminal } from '../../app/models/desk/terminal';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';

const users = setUpPageUsers('position-user');
const html = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: { 'no-inline-style': 'off', 'long-title': 'off', 'require-sri': 'off' },
});
const validateHtml = async (text: string): Promise<unknown[]> =>
  (await html.validateString(text)).results.flatMap(({ messages }) =>
    messages.map(({ message, line }) => `${line}: ${message}`),
  );

/** Id of the first open position that meets a condition, once there is one. */
function waitForPosition(
  terminal: Terminal,
  user: PageUser,
  isMet: (playbookId: string | null) => boolean,
): Promise<string> {
  const find = (): string | undefined =>
    terminal.getView(user.id)?.positions.find(({ position }) => isMet(position.playbookId))
      ?.position.id;
  return new Promise((resolve) => {
    const checkPositions = (): void => {
      const id = find();
      if (id === undefined) return;
      stop();
      resolve(id);
    };
    const stop = terminal.onPublish(checkPositions);
    checkPositions();
  });
}

describe('a manual position', () => {
  let user: PageUser;
  let id = '';
  beforeAll(async () => {
    user = await users.next();
    id = await users.desk.buyGas(user);
  });

  it('is shown as manual, with its order, fill and costs', async () => {
    const { status, text } = await user.open(`/position/${id}`);
    expect(status).toBe(200);
    for (const said of [
      'Natural Gas Futures',
      'LONG, open, SIMULATION account',
      'Manual entry: no strategy requested it.',
      'Entry placed: BUY',
      'Entry filled:',
      'manual close',
      'Fees',
      'Spread and slippage',
      'So far',
    ])
      expect(extractText(text)).toContain(said);
    expect(extractText(text)).not.toContain('Replay this decision');
    expect(await validateHtml(text)).toEqual([]);
  });

  it('is linked from the positions table, and has a post-mortem', async () => {
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
      'Exit by exit',
      'Holding time',
      'Exit filled:',
      'Result after fees',
    ])
      expect(extractText(text)).toContain(said);
  });

  it('is not found for other users and for unknown ids', async () => {
    const stranger = await users.next();
    const [foreign, missing] = [
      await stranger.open(`/position/${id}`),
      await stranger.open('/position/0123'),
    ];
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(extractText(foreign.text)).not.toContain('Natural Gas Futures,');
  });
});

describe('a position opened by a strategy', () => {
  it('shows the inputs of its decision, and its replay is identical', async () => {
    const user = await users.next();
    await users.desk.terminal.execute({
      userId: user.id,
      idempotencyKey: null,
      command: { type: 'StartTrading', commodity: null },
    });
    const id = await waitForPosition(
      users.desk.terminal,
      user,
      (playbookId) => playbookId !== null,
    );
    const { text } = await user.open(`/position/${id}`);
    for (const said of [
      'Why did it trade?',
      'Quote',
      'Target',
      'Network no signal',
      'Equity $25,000.00',
      'Size',
      'Limit headroom',
      'Daily loss limit',
      'Replay this decision',
    ])
      expect(extractText(text)).toContain(said);
    const replayed = await user.open(`/position/${id}?replay=1`);
    expect(extractText(replayed.text)).toContain('Identical replay.');
    expect(await validateHtml(replayed.text)).toEqual([]);
  });
});
