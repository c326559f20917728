import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hashBody } from '../../../../app/models/public-data/body-hash.server';
import {
  openBodyFolder,
  readStoredBody,
} from '../../../../app/server/feeds/public/body-folder.server';
import { DAY_MS, HOUR_MS } from '../../../../app/trading/domain/time';
import { createScratchDir } from '../../../support/test-database';

const START_MS = Date.parse('2026-11-20T12:00:00Z');

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);
const hashText = (text: string): string => hashBody(encodeText(text));
/** Text that does not pack. */
const buildNoise = (seed: number): string =>
  Array.from({ length: 40 }, (_, index) => hashText(`${seed}/${index}`)).join('');

function openFolder(bytesMax?: number) {
  const folder = join(createScratchDir(), 'bodies');
  const faults: Error[] = [];
  const bodies = openBodyFolder({
    folder,
    ...(bytesMax === undefined ? {} : { bytesMax }),
    onFault: (error) => void faults.push(error),
  });
  const listFiles = (): readonly string[] =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
          .sort()
      : [];
  const saveText = (text: string, atMs: number): Promise<void> =>
    bodies.saveBody(encodeText(text), atMs);
  return { folder, bodies, faults, listFiles, saveText };
}

describe('stored bodies', () => {
  it('are one packed file per content, for the owner only', async () => {
    const { folder, faults, listFiles, saveText } = openFolder();
    // Two sources at the same moment, and one later on the same day.
    await Promise.all([saveText('<html>', START_MS), saveText('<html>', START_MS)]);
    const file = `2026-11-20/${hashText('<html>')}.gz`;
    const { ino } = statSync(join(folder, file));
    await saveText('<html>', START_MS + HOUR_MS);
    await saveText('42', START_MS);
    expect(listFiles()).toEqual([file, `2026-11-20/${hashText('42')}.gz`].sort());
    expect(statSync(join(folder, file)).ino).toBe(ino);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(gunzipSync(readFileSync(join(folder, file))).toString()).toBe('<html>');
    expect(faults).toEqual([]);
  });

  it('are there for 14 days after the latest answer with this content', async () => {
    const { bodies, listFiles, saveText } = openFolder();
    await saveText('once', START_MS);
    await saveText('twice', START_MS);
    await saveText('twice', START_MS + 3 * DAY_MS);
    const twice = `2026-11-23/${hashText('twice')}.gz`;
    await bodies.removeOldBodies(START_MS + 14 * DAY_MS);
    expect(listFiles()).toEqual([`2026-11-20/${hashText('once')}.gz`, twice]);
    await bodies.removeOldBodies(START_MS + 15 * DAY_MS);
    expect(listFiles()).toEqual([twice]);
    await bodies.removeOldBodies(START_MS + 18 * DAY_MS);
    expect(listFiles()).toEqual([]);
  });

  it('are removed above the limit, the oldest first', async () => {
    const { folder, listFiles, saveText } = openFolder(8000);
    for (const day of [0, 1, 2, 3, 4, 5, 6]) {
      await saveText(buildNoise(day), START_MS + day * DAY_MS);
      const sizes = listFiles().map((file) => statSync(join(folder, file)).size);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8000);
    }
    const days = listFiles().map((file) => file.slice(0, 10));
    expect(days).toEqual(
      ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'].slice(-days.length),
    );
    expect(days.length).toBeGreaterThanOrEqual(3);
  });

  it('leave files of others alone', async () => {
    const { folder, bodies, saveText } = openFolder(0);
    await saveText('42', START_MS);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    await bodies.removeOldBodies(START_MS + 30 * DAY_MS);
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  it('are read by their hash, and a damaged one is not shown', async () => {
    const { folder, saveText } = openFolder();
    await saveText('<html>', START_MS);
    const sha256 = hashText('<html>');
    expect((await readStoredBody(folder, sha256))?.toString()).toBe('<html>');
    expect(await readStoredBody(folder, hashText('other'))).toBeNull();
    writeFileSync(join(folder, '2026-11-20', `${sha256}.gz`), 'half');
    await expect(readStoredBody(folder, sha256)).rejects.toThrow(/is damaged/);
  });
});

describe('a folder that cannot be written', () => {
  it('is reported once and used again when it can be', async () => {
    const { folder, bodies, faults, listFiles, saveText } = openFolder();
    writeFileSync(folder, 'not a folder');
    await saveText('1', START_MS);
    await saveText('2', START_MS);
    await bodies.removeOldBodies(START_MS);
    expect(faults.map((error) => (error as NodeJS.ErrnoException).code)).toEqual(['ENOTDIR']);
    rmSync(folder);
    await saveText('3', START_MS);
    expect(listFiles()).toEqual([`2026-11-20/${hashText('3')}.gz`]);
    expect(faults).toHaveLength(1);
  });

  it.runIf(existsSync('/dev/full'))('because the disk is full leaves no half file', async () => {
    const { folder, faults, listFiles, saveText } = openFolder();
    const day = join(folder, '2026-11-20');
    mkdirSync(day, { recursive: true });
    // Each write to this device fails as on a full disk.
    symlinkSync('/dev/full', join(day, `${hashText('1')}.gz.partial`));
    await saveText('1', START_MS);
    expect(faults.map((error) => (error as NodeJS.ErrnoException).code)).toEqual(['ENOSPC']);
    expect(readdirSync(day)).toEqual([]);
    await saveText('1', START_MS);
    expect(listFiles()).toEqual([`2026-11-20/${hashText('1')}.gz`]);
  });
});
