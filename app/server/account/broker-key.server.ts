// The broker's key of a user: what may be entered, how it is kept, and the little that is ever told
// of it.
import { dirname } from 'node:path';
import type { Database } from '../../../db/client.server';
import { env } from '../platform/env.server';
import {
  type BrokerKeyRow,
  findBrokerKey,
  saveBrokerKey,
} from '../../models/account/broker-key.server';

import {
  SecretError,
  getKeyVersion,
  masterKey,
  masterKeyOrNew,
  otherKey,
  sealText,
  unsealText,
} from '../platform/secrets.server';
import {
  type Outcome,
  type Refusal,
  succeedWith,
  createRefusal,
  rejectWith,
} from '../../trading/domain/outcome';
import type { SettingsDto } from '../../contracts/api/account';

const FIELD = 'brokerApiKey';
const SHAPE = /^[A-Za-z0-9._@-]{1,64}:[\x21-\x39\x3b-\x7e]{8,256}$/;
const SHAPE_TEXT =
  'brokerApiKey: must look like ACCOUNT:KEY, an account of 1 to 64 letters, digits, dots, dashes, underscores and @, a colon, and a key of 8 to 256 visible characters without a colon';
const SHOWN = 4;
/**
 * No key has this character in it, so a mask that comes back with a form is never mistaken for one.
 */
const MASK = '\u2022'.repeat(8);
const STORAGE_FAULTS = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED)/;

/** What a save asks of the stored key: leave it, remove it, or put this one in its place. */
export type KeyChange =
  | { readonly kind: 'keep' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'put'; readonly text: string };

/**
 * Nothing and a mask keep the key, an empty text removes it; anything else must have the shape of
 * one.
 */
export function parseKeyChange(entered: string | null | undefined): Outcome<KeyChange> {
  if (
    entered === undefined ||
    entered === null ||
    (entered.startsWith(MASK) && entered.length === MASK.length + SHOWN)
  )
    return succeedWith({ kind: 'keep' });
  if (entered === '') return succeedWith({ kind: 'remove' });
  const text = entered.trim();
  return SHAPE.test(text)
    ? succeedWith({ kind: 'put', text })
    : rejectWith(createRefusal('INVALID', SHAPE_TEXT));
}

/** The key file lies beside the database, whichever data directory a desk was opened on. */
const getDataDir = (db: Database): string => dirname(db.$client.name);

type KeyWire = Pick<SettingsDto, 'brokerApiKey' | 'brokerApiKeySet' | 'brokerApiKeyError'>;

/**
 * What may be told: that there is a key, its end, and why it cannot be used where that is so.
 * Nothing is opened for it.
 */
export function keyWire(db: Database, userId: string, setting = env().MASTER_KEY): KeyWire {
  const row = findBrokerKey(db, userId);
  if (!row) return { brokerApiKey: null, brokerApiKeySet: false, brokerApiKeyError: null };
  return {
    brokerApiKey: `${MASK}${row.lastFour}`,
    brokerApiKeySet: true,
    brokerApiKeyError: keyFault(db, row, setting),
  };
}

function keyFault(
  db: Database,
  { keyVersion }: BrokerKeyRow,
  setting: string | undefined,
): string | null {
  try {
    const master = masterKey(getDataDir(db), setting);
    return master && getKeyVersion(master) === keyVersion ? null : otherKey().message;
  } catch (error) {
    if (error instanceof SecretError) return error.message;
    throw error;
  }
}

/** Does what was wished; the former row, to be put back should the rest of the save be refused. */
export function grantWish(
  db: Database,
  userId: string,
  wish: KeyChange,
  nowMs: number,
  setting = env().MASTER_KEY,
): Outcome<BrokerKeyRow | null> {
  return orRefused(() => {
    const former = findBrokerKey(db, userId);
    if (wish.kind === 'remove') saveBrokerKey(db, userId, null);
    if (wish.kind === 'put') {
      const sealed = sealText(
        masterKeyOrNew(getDataDir(db), setting),
        { userId, field: FIELD },
        wish.text,
      );
      saveBrokerKey(db, userId, { ...sealed, lastFour: wish.text.slice(-SHOWN), updatedMs: nowMs });
    }
    return succeedWith(former);
  });
}

/**
 * Whether the stored key is as was wished: what a repeated request must find, or it is another
 * request.
 */
export function isGranted(
  db: Database,
  userId: string,
  wish: KeyChange,
  setting = env().MASTER_KEY,
): boolean {
  if (wish.kind === 'keep') return true;
  if (wish.kind === 'remove') return findBrokerKey(db, userId) === null;
  const opened = openKey(db, userId, setting);
  return opened.ok && opened.value === wish.text;
}

function orRefused<T>(deed: () => Outcome<T>): Outcome<T> {
  try {
    return deed();
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

/**
 * The key itself, for the call to the broker and for nothing else: whoever has it keeps it no
 * longer than that call.
 */
export function openKey(db: Database, userId: string, setting = env().MASTER_KEY): Outcome<string> {
  const row = findBrokerKey(db, userId);
  if (!row)
    return rejectWith(
      createRefusal('NO_BROKER', 'No broker key is stored. Enter one under Data & Account.'),
    );
  try {
    const master = masterKey(getDataDir(db), setting);
    if (!master) throw otherKey();
    return succeedWith(unsealText(master, { userId, field: FIELD }, row));
  } catch (error) {
    if (error instanceof SecretError) return rejectWith(createRefusal('NO_BROKER', error.message));
    throw error;
  }
}

/** Puts a former row back. */
export const takeBack = (
  db: Database,
  userId: string,
  former: BrokerKeyRow | null,
): Refusal | null => {
  const outcome = orRefused(() => {
    saveBrokerKey(db, userId, former);
    return succeedWith(null);
  });
  return outcome.ok ? null : outcome.refusal;
};
