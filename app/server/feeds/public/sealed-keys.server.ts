// Keys of public sources in the database, encrypted with the master key as broker keys are.
import { dirname } from 'node:path';
import type { Database } from '../../../../db/client.server';
import { findSourceKey, saveSourceKey } from '../../../models/public-data/source-keys.server';
import { createRefusal, rejectWith, succeedWith } from '../../../trading/domain/outcome';
import type { SourceKey } from '../../../trading/domain/public-source';
import type { SealedKeys } from '../../../trading/market/sources/sealed-keys';
import { SOURCE_KEY_FORMAT, SOURCE_KEY_RULE, getEnv } from '../../platform/env.server';
import {
  SecretError,
  createWrongKeyError,
  ensureMasterKey,
  readMasterKey,
} from '../../platform/master-key.server';
import { sealText, unsealText } from '../../platform/secrets.server';

/** Stands for the user in the location of the secret: the key serves the whole server. */
const SERVER = 'server';
const SHOWN_CHARACTERS = 4;

export function openSealedKeys(db: Database, setting = getEnv().MASTER_KEY): SealedKeys {
  const dataDir = dirname(db.$client.name);
  const unsealKey = (name: SourceKey): string | null => {
    const row = findSourceKey(db, name);
    if (!row) return null;
    const master = readMasterKey(dataDir, setting);
    if (!master) throw createWrongKeyError();
    return unsealText(master, { userId: SERVER, field: name }, row);
  };
  const tryUnseal = (
    name: SourceKey,
  ): { readonly key: string | null; readonly fault: string | null } => {
    try {
      return { key: unsealKey(name), fault: null };
    } catch (error) {
      if (error instanceof SecretError) return { key: null, fault: error.message };
      throw error;
    }
  };
  return {
    openKey: (name) => tryUnseal(name).key,
    describeKey(name) {
      const row = findSourceKey(db, name);
      if (!row) return null;
      const { lastFour, savedMs, savedBy } = row;
      return { lastFour, savedMs, savedBy, fault: tryUnseal(name).fault };
    },
    saveKey(name, entered, by, atMs) {
      const text = entered.trim();
      if (!SOURCE_KEY_FORMAT.test(text))
        return rejectWith(createRefusal('INVALID', `A key ${SOURCE_KEY_RULE}.`));
      try {
        const master = ensureMasterKey(dataDir, setting);
        saveSourceKey(db, name, {
          ...sealText(master, { userId: SERVER, field: name }, text),
          lastFour: text.slice(-SHOWN_CHARACTERS),
          savedMs: atMs,
          savedBy: by,
        });
        return succeedWith(null);
      } catch (error) {
        if (!(error instanceof SecretError)) throw error;
        return rejectWith(createRefusal('STORAGE', error.message));
      }
    },
    removeKey: (name) => saveSourceKey(db, name, null),
  };
}
