// Encrypted files: what was changed, moved, cut off or added is found, and no key but theirs opens
// them.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decryptFile, encryptFile } from '../../app/programs/books/encrypted/encrypted-file';
import { openStart } from '../../app/programs/books/encrypted/encrypted-header';
import { BackupKey, readKeyFile } from '../../app/programs/books/encrypted/key-file';
import { createScratchDir } from '../support/test-database';

const CHUNK = 2 ** 20;
const PIECE = CHUNK + 16;
const KEY = new BackupKey('key', randomBytes(32));

async function encryptBytes(plain: Buffer, key = KEY) {
  const folder = createScratchDir();
  const [from, file, to] = ['plain', 'file.enc', 'again'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(from, plain);
  await encryptFile(key, from, file, { name: 'file' });
  const bytes = readFileSync(file);
  const { bytes: start } = openStart(key, bytes, file);
  return { file, to, bytes, start };
}

/** Decrypts other bytes under the same name. */
async function decryptChanged(
  change: (bytes: Buffer, start: number) => Buffer,
  key = KEY,
): Promise<void> {
  const { file, to, bytes, start } = await encryptBytes(randomBytes(3 * CHUNK + 10));
  writeFileSync(file, change(Buffer.from(bytes), start));
  await decryptFile(key, file, to);
}

describe('an encrypted file', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])(
    'of %i bytes opens as it was',
    async (size) => {
      const plain = randomBytes(size);
      const { file, to, bytes } = await encryptBytes(plain);
      await decryptFile(KEY, file, to);
      expect(readFileSync(to).equals(plain)).toBe(true);
      expect(bytes.includes(plain.subarray(0, 64)) && size >= 64).toBe(false);
      expect([file, to].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
    },
  );

  it('is another one each time', async () => {
    const plain = randomBytes(100);
    const [first, second] = [await encryptBytes(plain), await encryptBytes(plain)];
    expect(first.bytes.subarray(first.start)).not.toEqual(second.bytes.subarray(second.start));
  });

  it.each([
    [
      'its last chunk is missing',
      (b: Buffer, s: number) => b.subarray(0, s + 3 * PIECE),
      /cut off/,
    ],
    ['all its chunks are missing', (b: Buffer, s: number) => b.subarray(0, s), /cut off/],
    ['it ends within a chunk', (b: Buffer, s: number) => b.subarray(0, s + PIECE + 5), /cut off/],
    ['it ends within the start', (b: Buffer) => b.subarray(0, 30), /its start is missing/],
    ['a byte was added', (b: Buffer) => Buffer.concat([b, Buffer.from([0])]), /part 4 was changed/],
    [
      'two chunks were exchanged',
      (b: Buffer, s: number) =>
        Buffer.concat([
          b.subarray(0, s),
          b.subarray(s + PIECE, s + 2 * PIECE),
          b.subarray(s, s + PIECE),
          b.subarray(s + 2 * PIECE),
        ]),
      /part 1 was changed, moved/,
    ],
    ['it is no backup', () => Buffer.from('something else'), /is no encrypted backup/],
    [
      'its version is another',
      (b: Buffer) => setByte(b, 8, 2),
      /version 2 of the encrypted format/,
    ],
    ['its kind of key is another', (b: Buffer) => setByte(b, 9, 1), /encrypted with a passphrase/],
    ['its chunks have another length', (b: Buffer) => setByte(b, 12, 1), /its first bytes were/],
    ['its salt is another', (b: Buffer) => flipByte(b, 40), /its first bytes were changed/],
    ['its code is another', (b: Buffer) => flipByte(b, 70), /its first bytes were changed/],
    ['its description is another', (b: Buffer, s: number) => flipByte(b, s - 20), /description/],
    [
      'a byte is another',
      (b: Buffer, s: number) => flipByte(b, s + PIECE + 9),
      /part 2 was changed/,
    ],
  ] as const)('is rejected where %s', async (_name, change, reason) => {
    await expect(decryptChanged(change)).rejects.toThrow(reason);
  });

  it('does not open with another key', async () => {
    const other = new BackupKey('key', randomBytes(32));
    await expect(decryptChanged((bytes) => bytes, other)).rejects.toThrow(
      /does not open with this key: it was encrypted with another key/,
    );
  });

  it('opens with a passphrase, at any later time', async () => {
    const createPassphrase = (text: string) => new BackupKey('passphrase', Buffer.from(text));
    const { file, to } = await encryptBytes(
      Buffer.from('rows'),
      createPassphrase('a long passphrase'),
    );
    await expect(decryptFile(createPassphrase('another passphrase'), file, to)).rejects.toThrow(
      /another key/,
    );
    expect(existsSync(to)).toBe(false);
    await decryptFile(createPassphrase('a long passphrase'), file, to);
    expect(readFileSync(to, 'utf8')).toBe('rows');
  });
});

const setByte = (bytes: Buffer, index: number, value: number): Buffer => {
  bytes[index] = value;
  return bytes;
};
const flipByte = (bytes: Buffer, index: number): Buffer =>
  setByte(bytes, index, (bytes[index] ?? 0) ^ 1);

describe('a key file', () => {
  const readKey = (contents: Buffer | string) => {
    const path = join(createScratchDir(), 'backup.key');
    writeFileSync(path, contents);
    return readKeyFile(path);
  };

  it.each([
    ['32 bytes', Buffer.alloc(32, 0xab), 'key'],
    ['hexadecimal digits', `${'ab'.repeat(32)}\n`, 'key'],
    ['a passphrase', 'pxr3-adpv-xdj9-6mbq-ps9j\n', 'passphrase'],
    ['a passphrase of 32 characters', 'x'.repeat(32), 'passphrase'],
    ['a passphrase with accents', 'quatre épées très anciennes', 'passphrase'],
  ])('holds %s', (_name, contents, kind) => {
    expect(readKey(contents).kind).toBe(kind);
  });

  it('is the same key as bytes and as digits', () => {
    const salt = Buffer.alloc(16);
    expect(readKey('ab'.repeat(32)).deriveKey(salt)).toEqual(
      readKey(Buffer.alloc(32, 0xab)).deriveKey(salt),
    );
  });

  it.each([
    ['', /holds no key/],
    ['short', /at least 16 characters/],
    ['two lines of text\nare no passphrase', /one line with a passphrase/],
    [Buffer.alloc(31, 0xab), /holds no key/],
    [Buffer.alloc(2000), /too long for a key file/],
  ])('is explained: %j', (contents, reason) => {
    expect(() => readKey(contents)).toThrow(reason);
  });

  it('that is missing is explained', () => {
    expect(() => readKeyFile('/nowhere/backup.key')).toThrow(/cannot be read \(ENOENT\)/);
  });
});
