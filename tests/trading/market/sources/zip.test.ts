import fc from 'fast-check';
import { deflateSync, strFromU8, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { RefusedAnswer } from '../../../../app/trading/market/sources/answer';
import { unzipEntries } from '../../../../app/trading/market/sources/zip';
import { makeStreamedZip, makeZip } from '../../../support/power-answers';
import { chooseSize } from '../../../support/run-size';

const TEXT = 'hour,price\n1,31.20\n2,29.75\n'.repeat(40);

/** A copy of an archive with a number of its only directory entry changed. */
function changeDirectory(archive: Uint8Array, offset: number, value: number): Uint8Array {
  const copy = archive.slice();
  const view = new DataView(copy.buffer);
  const directory = view.getUint32(copy.length - 6, true);
  view.setUint32(directory + offset, value, true);
  return copy;
}

const readFiles = (archive: Uint8Array): string[][] =>
  unzipEntries(archive).map(({ name, bytes }) => [name, strFromU8(bytes)]);

describe('a ZIP archive', () => {
  it.each([
    ['deflated', makeZip('prices.csv', TEXT)],
    ['stored', zipSync({ 'prices.csv': [strToU8(TEXT), { level: 0 }] })],
    ['with local sizes of 0', makeStreamedZip('prices.csv', TEXT)],
  ])('%s gives its file', (_kind, archive) => {
    expect(readFiles(archive)).toEqual([['prices.csv', TEXT]]);
  });

  it('gives all files and leaves out folders', () => {
    const archive = zipSync({ a: { 'one.csv': strToU8('1') }, 'two.csv': strToU8('2') });
    expect(readFiles(archive)).toEqual([
      ['a/one.csv', '1'],
      ['two.csv', '2'],
    ]);
  });

  it('is read where it is a part of a larger buffer', () => {
    const archive = makeZip('prices.csv', TEXT);
    const buffer = new Uint8Array(archive.length + 20);
    buffer.set(archive, 7);
    expect(readFiles(buffer.subarray(7, 7 + archive.length))).toEqual([['prices.csv', TEXT]]);
  });
});

const many = Object.fromEntries(
  Array.from({ length: 65 }, (_, index) => [`${index}.csv`, strToU8('1')]),
);
const zipZeros = (bytes: number): Uint8Array => zipSync({ 'bomb.csv': new Uint8Array(bytes) });
const entry = new Uint8Array(8 * 2 ** 20).map((_unused, at) => (at % 256 === 0 ? at / 256 : 0));
/** Ten entries of 8 MiB, each within the ratio. */
const wide = zipSync(
  Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${index}.csv`, entry])),
  { level: 1 },
);

describe('an archive is refused', () => {
  it.each([
    ['an empty body', new Uint8Array(0), /no complete ZIP archive/],
    ['text', strToU8('<root>Error Downloading</root>'), /starts with "<root>Error Down/],
    ['a cut', makeZip('a.csv', TEXT).slice(0, -30), /no complete ZIP archive/],
    ['no file', zipSync({}), /contains no file/],
    ['65 entries', zipSync(many), /has 65 entries, more than 64/],
    ['a ratio over 200', zipZeros(4 * 2 ** 20), /expands from \d+ to 4194304 bytes, more than 200/],
    ['64 MB in total', wide, /expands to 83886080 bytes, more than 67108864/],
    ['8 MB of body', new Uint8Array(8 * 2 ** 20 + 1), /has 8388609 bytes, more than 8388608/],
    [
      'a size below that of its data',
      changeDirectory(makeZip('a.csv', TEXT), 24, 100),
      /has more than its 100 bytes/,
    ],
    [
      'a size above that of its data',
      changeDirectory(makeZip('a.csv', TEXT), 24, TEXT.length + 1),
      /does not match its size and checksum/,
    ],
    [
      'another checksum',
      changeDirectory(makeZip('a.csv', TEXT), 16, 1),
      /does not match its size and checksum/,
    ],
    ['a header elsewhere', changeDirectory(makeZip('a.csv', TEXT), 42, 9999), /has no header/],
  ])('for %s', (_what, archive, message) => {
    expect(() => unzipEntries(archive)).toThrow(RefusedAnswer);
    expect(() => unzipEntries(archive)).toThrow(message);
  });

  it('for a bomb that declares a small size, before it is inflated', () => {
    const zeros = deflateSync(new Uint8Array(60 * 2 ** 20), { level: 9 });
    const archive = changeDirectory(
      zipSync({ 'bomb.csv': new Uint8Array(60 * 2 ** 20) }, { level: 9 }),
      24,
      zeros.length * 100,
    );
    const before = process.memoryUsage().arrayBuffers;
    expect(() => unzipEntries(archive)).toThrow(/has more than its/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * 2 ** 20);
  });

  it('or read unchanged, for every flipped bit and cut', () => {
    const archive = makeZip('prices.csv', TEXT);
    fc.assert(
      fc.property(fc.nat(archive.length - 1), fc.nat(7), fc.boolean(), (index, bit, isCut) => {
        const copy = isCut ? archive.slice(0, index) : archive.slice();
        if (!isCut) copy[index] = (copy[index] ?? 0) ^ (1 << bit);
        try {
          for (const { bytes } of unzipEntries(copy)) expect(strFromU8(bytes)).toBe(TEXT);
        } catch (error) {
          expect(error).toBeInstanceOf(RefusedAnswer);
        }
      }),
      { numRuns: chooseSize(2000, 20_000) },
    );
  });
});
