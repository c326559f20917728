// Encrypted backups as restore points.
import { UsageError } from '../../cli';
import type { PointInfo, PointSource } from '../point-source';
import type { BackupStore } from './backup-store';
import { decryptFile } from './encrypted-file';
import { START_BYTES_MAX, openStart } from './encrypted-header';
import type { BackupKey } from './key-file';

/** What the start of an encrypted backup states. */
interface EncryptedInfo extends PointInfo {
  /** A file under the name of another one is rejected. */
  readonly name: string;
  /** Newest migration of the database. */
  readonly schema: string;
}

export async function readEncryptedInfo(
  store: BackupStore,
  key: BackupKey,
  name: string,
): Promise<EncryptedInfo> {
  const path = `${store.place}/${name}`;
  const first = await store.readFirstBytes(name, START_BYTES_MAX);
  const info = openStart(key, first, path).description as EncryptedInfo;
  if (info.name === name) return info;
  throw new UsageError(`${path} is ${info.name} under another name. Give it its name back.`);
}

export const openEncryptedPoints = (store: BackupStore, key: BackupKey): PointSource => ({
  place: store.place,
  listNames: () => store.listNames(),
  readInfo: (name) => readEncryptedInfo(store, key, name),
  fetchBase: (name, to) => fetchFile(store, key, name, to),
  async fetchChanges(name, to) {
    await fetchFile(store, key, name, to);
    return to;
  },
});

async function fetchFile(
  store: BackupStore,
  key: BackupKey,
  name: string,
  to: string,
): Promise<void> {
  await readEncryptedInfo(store, key, name);
  await store.useFile(name, `${to}.enc`, (path) => decryptFile(key, path, to));
}
