// Broker key of a user: validation, encrypted storage and masked display.
import { dirname } from 'node:path';
import type { Database } from '../../../db/client.server';
import { parseConnectionText } from '../brokers/connection-text';
import { getEnv } from '../platform/env.server';
import {
  type BrokerKeyRow,
  findBrokerKey,
  saveBrokerKey,
} from '../../models/account/broker-key.server';

import {
  SecretError,
  readMasterKey,
  ensureMasterKey,
  createWrongKeyError,
} from '../platform/master-key.server';
import { getKeyVersion, sealText, unsealText } from '../platform/secrets.server';
import {
  type Outcome,
  type Refusal,
  succeedWith,
  createRefusal,
  rejectWith,
} from '../../trading/domain/outcome';
import type { SettingsDto } from '../../contracts/api/account';

const FIELD = 'brokerApiKey';
const KEY_FORMAT = /^[A-Za-z0-9._@-]{1,64}:[\x21-\x39\x3b-\x7e]{8,256}$/;
const KEY_FORMAT_TEXT =
  'brokerApiKey: must look like ACCOUNT:KEY, an account of 1 to 64 letters, digits, dots, dashes, underscores and @, a colon, and a key of 8 to 256 visible characters without a colon';
const SHOWN_CHARACTERS = 4;
/** Not a valid key character, so that a mask posted back is never stored as a key. */
const MASK = '\u2022'.repeat(8);
const STORAGE_FAULTS = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED)/;

/** Requested change of the stored key. */
export type KeyChange =
  | { readonly kind: 'keep' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'put'; readonly text: string };

/** Parses a requested change. Absent, null and the mask keep the key; an empty text removes it. */
export function parseKeyChange(entered: string | null | undefined): Outcome<KeyChange> {
  if (
    entered === undefined ||
    entered === null ||
    (entered.startsWith(MASK) && entered.length === MASK.length + SHOWN_CHARACTERS)
  )
    return succeedWith({ kind: 'keep' });
  if (entered === '') return succeedWith({ kind: 'remove' });
  const text = entered.trim();
  const connection = parseConnectionText(text);
  if (connection) return connection.ok ? succeedWith({ kind: 'put', text }) : connection;
  return KEY_FORMAT.test(text)
    ? succeedWith({ kind: 'put', text })
    : rejectWith(createRefusal('INVALID', KEY_FORMAT_TEXT));
}

/** Data directory that holds the database and the key file. */
const getDataDir = (db: Database): string => dirname(db.$client.name);

type KeyDto = Pick<SettingsDto, 'brokerApiKey' | 'brokerApiKeySet' | 'brokerApiKeyError'>;

/** Masked key, and why it is unusable. Decrypts nothing. */
export function buildKeyDto(db: Database, userId: string, setting = getEnv().MASTER_KEY): KeyDto {
  const row = findBrokerKey(db, userId);
  if (!row) return { brokerApiKey: null, brokerApiKeySet: false, brokerApiKeyError: null };
  return {
    brokerApiKey: `${MASK}${row.lastFour}`,
    brokerApiKeySet: true,
    brokerApiKeyError: findKeyFault(db, row, setting),
  };
}

function findKeyFault(
  db: Database,
  { keyVersion }: BrokerKeyRow,
  setting: string | undefined,
): string | null {
  try {
    const master = readMasterKey(getDataDir(db), setting);
    return master && getKeyVersion(master) === keyVersion ? null : createWrongKeyError().message;
  } catch (error) {
    if (error instanceof SecretError) return error.message;
    throw error;
  }
}

/** Applies a change. Returns the previous row, so that the caller can restore it. */
export function applyKeyChange(
  db: Database,
  userId: string,
  change: KeyChange,
  nowMs: number,
  setting = getEnv().MASTER_KEY,
): Outcome<BrokerKeyRow | null> {
  return storeOrReject(() => {
    const previous = findBrokerKey(db, userId);
    if (change.kind === 'remove') saveBrokerKey(db, userId, null);
    if (change.kind === 'put') {
      const sealed = sealText(
        ensureMasterKey(getDataDir(db), setting),
        { userId, field: FIELD },
        change.text,
      );
      saveBrokerKey(db, userId, {
        ...sealed,
        lastFour: change.text.slice(-SHOWN_CHARACTERS),
        updatedMs: nowMs,
      });
    }
    return succeedWith(previous);
  });
}

/**
 * Whether the stored key matches the change. A repeated request must match, else it is a different
 * request.
 */
export function isKeyChangeApplied(
  db: Database,
  userId: string,
  change: KeyChange,
  setting = getEnv().MASTER_KEY,
): boolean {
  if (change.kind === 'keep') return true;
  if (change.kind === 'remove') return findBrokerKey(db, userId) === null;
  const unsealed = unsealKey(db, userId, setting);
  return unsealed.ok && unsealed.value === change.text;
}

function storeOrReject<T>(store: () => Outcome<T>): Outcome<T> {
  try {
    return store();
  } catch (error) {
    if (error instanceof SecretError) return rejectWith(createRefusal('STORAGE', error.message));
    const code = (error as { code?: unknown }).code;
    if (typeof code === 'string' && STORAGE_FAULTS.test(code))
      return rejectWith(
        createRefusal(
          'STORAGE',
          'The broker key could not be stored, and nothing was changed. Check the free space and the health of the disk.',
        ),
      );
    throw error;
  }
}

/** Decrypted key, only for a call to the broker. Do not keep it longer. */
export function unsealKey(
  db: Database,
  userId: string,
  setting = getEnv().MASTER_KEY,
): Outcome<string> {
  const row = findBrokerKey(db, userId);
  if (!row)
    return rejectWith(
      createRefusal('NO_BROKER', 'No broker key is stored. Enter one under Data & Account.'),
    );
  try {
    const master = readMasterKey(getDataDir(db), setting);
    if (!master) throw createWrongKeyError();
    return succeedWith(unsealText(master, { userId, field: FIELD }, row));
  } catch (error) {
    if (error instanceof SecretError) return rejectWith(createRefusal('NO_BROKER', error.message));
    throw error;
  }
}

/** Restores a previous row. */
export const restoreKey = (
  db: Database,
  userId: string,
  previous: BrokerKeyRow | null,
): Refusal | null => {
  const outcome = storeOrReject(() => {
    saveBrokerKey(db, userId, previous);
    return succeedWith(null);
  });
  return outcome.ok ? null : outcome.refusal;
};
