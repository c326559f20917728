// Files of computed values, and those that a release brings.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readPreparedFile, writeCacheFile } from '../../../app/server/platform/cache-file.server';

const NAME = 'figures.bin';
let [file, prepared] = ['', ''];

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'cache-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  prepared = join(folder, 'prepared');
  mkdirSync(prepared);
  file = join(folder, NAME);
});

describe('a file that a release brings', () => {
  it('is read where the data folder has none of its key', async () => {
    await writeCacheFile(join(prepared, NAME), 'code and seed', [1, 2]);
    expect(readPreparedFile(file, 'code and seed', prepared)).toEqual([1, 2]);
    await writeCacheFile(file, 'an older code', [3]);
    expect(readPreparedFile(file, 'code and seed', prepared)).toEqual([1, 2]);
  });

  it('gives way to that of the data folder', async () => {
    await writeCacheFile(join(prepared, NAME), 'code and seed', 'old');
    await writeCacheFile(file, 'code and seed', 'new');
    expect(readPreparedFile(file, 'code and seed', prepared)).toBe('new');
  });

  it('is not used for another key, after damage, or when it is missing', async () => {
    expect(readPreparedFile(file, 'code and seed', prepared)).toBeNull();
    await writeCacheFile(join(prepared, NAME), 'another seed', 'value');
    expect(readPreparedFile(file, 'code and seed', prepared)).toBeNull();
    await writeCacheFile(join(prepared, NAME), 'code and seed', 'value');
    const bytes = readFileSync(join(prepared, NAME));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(join(prepared, NAME), bytes);
    expect(readPreparedFile(file, 'code and seed', prepared)).toBeNull();
  });
});
