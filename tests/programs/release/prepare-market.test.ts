// What a release brings of the market: from a server that stands in for the terminal.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { prepareMarket } from '../../../app/programs/release/prepare-market';
import { MARKET_FILES } from '../../../app/server/platform/market-files';

const NAMES = Object.values(MARKET_FILES);

let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'prepare-market-')), 'release');
  mkdirSync(folder);
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
});

/** A terminal that writes some files into its data folder and names that in its own. */
function writeServer(names: readonly string[], lastLine: string): void {
  writeFileSync(
    join(folder, 'server.js'),
    `const { writeFileSync } = require('node:fs');
const { DATA_DIR } = process.env;
writeFileSync('data-dir', DATA_DIR);
for (const name of ${JSON.stringify(names)})
  writeFileSync(DATA_DIR + '/' + name, 'figures of ' + name, { mode: 0o600 });
${lastLine}`,
  );
}

const readDataDir = (): string => readFileSync(join(folder, 'data-dir'), 'utf8');

describe('the market of a release', () => {
  it('is what its terminal stored, readable for all, and nothing else is left', async () => {
    writeServer([...NAMES, 'frontmonth.db'], 'setInterval(() => undefined, 1000);');
    const report = vi.fn();
    await prepareMarket(folder, report);
    const prepared = join(folder, 'prepared');
    expect(readdirSync(prepared).sort()).toEqual([...NAMES].sort());
    for (const name of NAMES) {
      expect(readFileSync(join(prepared, name), 'utf8')).toBe(`figures of ${name}`);
      expect((statSync(join(prepared, name)).mode & 0o777).toString(8)).toBe('644');
    }
    expect(report).toHaveBeenLastCalledWith(NAMES.length, NAMES.length);
    expect(existsSync(readDataDir())).toBe(false);
  });

  it('is no half: a terminal that ends early fails the release', async () => {
    writeServer(NAMES.slice(1), '');
    await expect(prepareMarket(folder, () => undefined)).rejects.toThrow(
      'The terminal of the release ended before its market was computed.',
    );
    expect(existsSync(join(folder, 'prepared'))).toBe(false);
    expect(existsSync(readDataDir())).toBe(false);
  });
});
