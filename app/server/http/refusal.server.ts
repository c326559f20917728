// Which HTTP status a refusal is: 400 what cannot be meant, 404 what is not this user's, 409 what the state forbids.
import type { Refusal, RefusalCode } from '../../trading/domain/outcome';

const STATUS: Readonly<Partial<Record<RefusalCode, number>>> = {
  UNKNOWN_INSTRUMENT: 400,
  UNKNOWN_PLAYBOOK: 400,
  INVALID: 400,
  UNKNOWN_POSITION: 404,
  UNKNOWN_BOOK: 404,
  MODE_SWITCH_RATE: 429,
  ORDER_RATE: 429,
  BUSY: 503,
  STORAGE: 503,
};
const CONFLICT = 409;

export const statusOf = (refusal: Refusal): number => STATUS[refusal.code] ?? CONFLICT;
