// Data health without script: states, reasons, terms and another try, with sources on loopback.
import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExchange } from '../support/cassettes';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import {
  type ReceivedRequest,
  openSourceServer,
  type SourceServer,
} from '../support/source-server';

const KEY = 'key-of-eia-canary-4711';
const STORMS = findExchange('nhc', 'two storms');

/** Bound only: an answer takes seconds at most. */
const WAIT = { timeout: 30_000, interval: 100 };

let sources: SourceServer;
let desk: DeskServer;
let visitor: Visitor;
/** Status that the storm center answers with. */
let stormStatus = 503;

function respondAsSource({ host }: ReceivedRequest, response: ServerResponse): void {
  if (host === 'www.nhc.noaa.gov' && stormStatus === 200) response.end(STORMS.body);
  else if (host === 'api.eia.gov') response.end(`<html>${KEY}</html>`);
  else response.writeHead(stormStatus).end();
}

beforeAll(async () => {
  sources = await openSourceServer(respondAsSource);
  desk = await startDesk('server.js', {
    FEED: 'public',
    FEED_SOURCES: 'nhc,eia,pjm,openmeteo',
    FEED_ENDPOINT: sources.endpoint,
    FEED_CONTACT: 'desk@example.com',
    EIA_KEY: KEY,
  });
  visitor = await new Visitor(desk.origin).signIn();
});
afterAll(async () => {
  await desk?.stop();
  await sources?.close();
});

const readPage = async (): Promise<string> => (await visitor.request('/data-health')).text();

const removeMarkup = (markup: string): string =>
  markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

/** Text of the row of a source, without markup. */
const readRow = async (id: string): Promise<string> =>
  removeMarkup(new RegExp(`<tr id="${id}">.*?</tr>`, 's').exec(await readPage())?.[0] ?? '');

const sendForm = async (fields: Readonly<Record<string, string>>): Promise<Response> =>
  visitor.postForm('/data-health', { ...(await visitor.formFields('/data-health')), ...fields });

const countRequests = (host: string): number =>
  sources.received.filter((request) => request.host === host).length;

describe('the data health page', () => {
  it('names the failure of a source, and says what another one needs', async () => {
    await expect.poll(() => readRow('nhc'), WAIT).toMatch(/status 503/);
    await expect.poll(() => readRow('eia'), WAIT).toMatch(/HTML page/);
    expect(await readRow('nhc')).toMatch(/STALE/);
    expect(await readRow('pjm')).toMatch(/NO KEY.*Save key of PJM/s);
    expect(await readRow('eia')).toMatch(/Key of EIA_KEY/);
    expect(await readRow('openmeteo')).toMatch(/OFF.*Accept terms/s);
    expect(await readPage()).toContain('4 sources:');
  });

  it('says how the past is filled in, and whose it is', async () => {
    const page = removeMarkup(await readPage());
    expect(page).toContain('Nothing is stored, so no screen shows normals.');
    expect(page).toContain('run npm run feeds -- backfill iem');
    expect(page).toContain('Data: NOAA, archived by the Iowa Environmental Mesonet');
  });

  it('shows a recovered source after another try', async () => {
    stormStatus = 200;
    const response = await sendForm({ intent: 'try-now', source: 'nhc' });
    expect(response.status).toBe(303);
    await expect.poll(() => readRow('nhc'), WAIT).toMatch(/LIVE/);
    // A busy machine may have met the back-off before: the page counts what the source received.
    const requests = countRequests('www.nhc.noaa.gov');
    expect(await readRow('nhc')).toMatch(
      new RegExp(`1 h in \\d+ min ${requests} of 100 2 Try now`),
    );
    expect(requests).toBeGreaterThanOrEqual(2);
  });

  it('stores a key that is entered, asks the source with it, and never shows it again', async () => {
    const entered = 'entered-key-of-pjm-0815';
    const listKeys = (): readonly unknown[] =>
      sources.received
        .filter(({ host }) => host === 'api.pjm.com')
        .map(({ headers }) => headers['ocp-apim-subscription-key']);
    await sendForm({ intent: 'save-key', source: 'pjm', sourceKey: 'too short' });
    expect(await readRow('pjm')).toMatch(/NO KEY/);
    expect(listKeys()).toEqual([]);
    await sendForm({ intent: 'save-key', source: 'pjm', sourceKey: entered });
    await expect.poll(() => listKeys().length, WAIT).toBeGreaterThan(0);
    expect(new Set(listKeys())).toEqual(new Set([entered]));
    expect(await readRow('pjm')).toMatch(/Key ending in 0815 ?, entered by trader Remove key/);
    expect(await readPage()).not.toContain(entered);
    await sendForm({ intent: 'remove-key', source: 'pjm' });
    expect(await readRow('pjm')).toMatch(/NO KEY/);
  });

  it('asks a source with terms only while they are accepted', async () => {
    expect(countRequests('api.open-meteo.com')).toBe(0);
    await sendForm({ intent: 'accept-terms', source: 'openmeteo' });
    await expect.poll(() => countRequests('api.open-meteo.com'), WAIT).toBeGreaterThan(0);
    expect(removeMarkup(await readPage())).toMatch(/trader , [\d: -]+ E[SD]T Withdraw Open-Meteo/);
    await sendForm({ intent: 'withdraw-terms', source: 'openmeteo' });
    expect(await readRow('openmeteo')).toMatch(/OFF/);
  });

  it.each([
    { intent: 'try-now', source: 'unknown' },
    { intent: 'accept-terms', source: 'nhc' },
    { intent: 'save-key', source: 'nhc', sourceKey: 'a-key-of-no-source' },
    { intent: 'save-key', source: 'pjm' },
    { intent: 'remove-key', source: 'nhc' },
    { intent: 'delete', source: 'nhc' },
  ])('rejects the form %j', async (fields) => {
    expect((await sendForm(fields)).status).toBe(400);
  });

  it('names the contact to the sources, and no page shows a key', async () => {
    expect(sources.received[0]?.headers['user-agent']).toBe('Frontmonth (desk@example.com)');
    expect(sources.received.some(({ path }) => path.includes(KEY))).toBe(true);
    for (const path of ['/data-health', '/', '/weather', '/api/quotes'])
      expect(await (await visitor.request(path)).text()).not.toContain(KEY);
  });

  it('contains no simulated price', async () => {
    const page = await (await visitor.request('/')).text();
    expect(page).toContain('Public data, no real orders');
    expect(page).not.toContain('SIM</');
  });
});

describe('own prices on the data health page', () => {
  const MARKUP = '<img src=x onerror=alert(1)>';
  const dropFile = (name: string, ...lines: readonly string[]): void =>
    writeFileSync(join(desk.dataDir, 'inbox', name), lines.join('\n'));
  const readSection = async (): Promise<string> =>
    /<section aria-labelledby="own-prices".*<\/section>/s.exec(await readPage())?.[0] ?? '';
  /** Code of a contract that trades for at least a year. */
  const CODE = `NGZ${(new Date().getUTCFullYear() + 1) % 100}`;

  it('says where files go while there is none', async () => {
    const text = removeMarkup(await readSection());
    expect(text).toContain(join(desk.dataDir, 'inbox'));
    expect(text).toContain('No file was read yet: copy a CSV file with dates and prices');
  });

  it('imports files of the folder within seconds, with every row accounted for', async () => {
    dropFile(
      `${CODE} daily.csv`,
      'Date,Close',
      '2026-10-01,4.1',
      '2026-10-01,4.1',
      '2026-10-02,',
      `${MARKUP},4.2`,
      `2026-10-05,"${MARKUP}"`,
    );
    dropFile(`${MARKUP}.csv`.replace('/', ''), 'Date,Close', '2026-10-01,4.1');
    dropFile('notes.txt', 'x');
    await expect
      .poll(async () => removeMarkup(await readSection()), WAIT)
      .toContain('5 = 1 new + 0 known + 1 merged + 2 refused + 1 blank');
    await expect
      .poll(async () => removeMarkup(await readSection()), WAIT)
      .toContain('The name holds no contract. Rename the file');
    const section = await readSection();
    expect(removeMarkup(section)).toMatch(new RegExp(`${CODE} 2026-10-01 2026-10-01 1 1 d`));
    expect(removeMarkup(section)).toContain('notes.txt : not a CSV file');
    expect(section).toContain('&lt;img src=x onerror=alert(1)&gt;.csv');
    expect(section).not.toContain('<img');
  });

  it('become a late price and a chart of the public market', async () => {
    const readQuote = async (): Promise<unknown> => {
      const quotes = (await (
        await visitor.request('/api/natural-gas-futures')
      ).json()) as unknown[];
      return quotes[0];
    };
    await expect.poll(readQuote, WAIT).toMatchObject({
      kind: 'quote',
      contract: CODE,
      price: '4.100',
      source: 'your files',
      // The settlement of the day, not its midnight.
      asOf: '2026-10-01T18:30:00.000Z',
      isStale: true,
    });
    const chart = await visitor.request(`/chart/${CODE}?range=1Y`);
    const text = removeMarkup(await chart.text());
    expect([chart.status, text]).toEqual([200, expect.stringContaining('4.100')]);
    // Whose price it is, with its age.
    expect(text).toMatch(/your files, \d+ d old/);
  });

  it('counts the files for the operator', async () => {
    const metrics = await (await fetch(`${desk.origin}/metrics`)).text();
    expect(metrics).toContain('frontmonth_inbox_files_total{state="imported"} 1');
    expect(metrics).toContain('frontmonth_inbox_files_total{state="refused"} 1');
  });
});

it('of a simulated market says that no public source is asked', async () => {
  const simulated = await startDesk('server.js');
  try {
    const page = await (
      await (await new Visitor(simulated.origin).signIn()).request('/data-health')
    ).text();
    expect(page).toContain('This server shows the simulated market. It asks no public source');
    expect(page).not.toContain('Your own prices');
  } finally {
    await simulated.stop();
  }
});
