// An account number and the text of its connection in wrong places: the gateway repeats the number in its errors,
// then all that the server shows, sends, logs and stores is searched.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Gateway } from '../../app/programs/broker-mock/gateway';
import { GatewayServer } from '../../app/programs/broker-mock/gateway-server';
import { openQuotedMarket } from '../../app/programs/broker-mock/simulated-quotes';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { type Place, readFiles, receiveMessages, requestPlaces } from '../support/shown-places';
import { ROOT } from '../support/source-files';

const ACCOUNT = 'DU4711990';
const CASH = 250_000;
const CLIENT = 771;
const WAIT = { timeout: 60_000, interval: 200 };
/** The gateway names the account in texts such as these. */
const NOTICES = [
  { code: 2110, text: `The connection of ${ACCOUNT} is broken` },
  { code: 1100, text: `Connectivity of account ${ACCOUNT} has been lost` },
  { code: 1102, text: `Connectivity of account ${ACCOUNT} has been restored` },
];

let gateway: GatewayServer;
let desk: DeskServer;

beforeAll(async () => {
  const market = openQuotedMarket('frontmonth', Date.now());
  const { contracts } = market;
  gateway = await GatewayServer.openServer({
    gateway: new Gateway({ account: ACCOUNT, cash: CASH, contracts, nowMs: Date.now }),
    port: 0,
  });
  desk = await startDesk('server.js', { LOG_LEVEL: 'trace' });
});

afterAll(async () => {
  await desk?.stop();
  await gateway?.close();
});

const runProgram = (name: string) =>
  promisify(execFile)(
    process.execPath,
    [join(ROOT, 'build', 'programs', `${name}.js`), '--data-dir', desk.dataDir],
    { cwd: ROOT, env: { PATH: process.env['PATH'], NODE_ENV: 'production' } },
  );

/** Where the account or its connection is. */
const listHits = (places: readonly Place[]): readonly string[] =>
  places
    .filter(
      ([, text]) => text.includes(ACCOUNT) || text.includes(`127.0.0.1:${gateway.port}/${CLIENT}`),
    )
    .map(([name]) => name);

const readStatus = async (visitor: Visitor): Promise<string> =>
  (await visitor.request('/api/settings')).text();

it('no account number and no connection is shown, sent, logged or stored', async () => {
  const visitor = await new Visitor(desk.origin).signIn();
  const brokerApiKey = `ibkr:${ACCOUNT}@127.0.0.1:${gateway.port}/${CLIENT}`;
  const saved = await visitor.postJson('/api/settings', { brokerApiKey });
  expect([saved.status, await saved.text()]).toEqual([
    200,
    expect.stringContaining('brokerApiKey'),
  ]);
  const selected = await visitor.postJson('/api/trading/mode', { mode: 'live' });
  expect([selected.status, await selected.text()]).toEqual([200, expect.any(String)]);
  await expect.poll(() => readStatus(visitor), WAIT).toContain('account and broker agreed');
  for (const notice of NOTICES) gateway.sendNotice(notice);
  await expect.poll(() => desk.output(), WAIT).toContain('is broken');
  gateway.dropClients();
  await expect.poll(() => desk.output(), WAIT).toContain('the connection was closed');
  await expect.poll(() => readStatus(visitor), WAIT).toContain('account and broker agreed');

  const shown = [...(await requestPlaces(visitor)), await receiveMessages(desk, visitor)];
  const printed = await Promise.all(['backup', 'audit'].map(runProgram));
  const stored = readFiles(desk.dataDir);
  const names = stored.map(([name]) => name);
  expect(names).toContainEqual(expect.stringMatching(/backups.frontmonth-.*\.db$/));
  expect(names).toContainEqual(expect.stringMatching(/frontmonth\.db-wal$/));
  const texts = printed.map(({ stdout, stderr }) => stdout + stderr).join('\n');
  // The search finds what is there.
  expect(listHits([['the key', brokerApiKey]])).toEqual(['the key']);
  expect(listHits([...shown, ['log', desk.output()], ['programs', texts], ...stored])).toEqual([]);
}, 180_000);
