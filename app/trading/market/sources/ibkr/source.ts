/** Interactive Brokers: quotes of listed months through the gateway of a user, off until accepted. */
import { MINUTE_MS } from '../../../domain/time';
import type { SourceDescription } from '../source';
import { DELAYED_STALE_MS, LINES_MAX } from './quote-line';

export const ibkrSource: SourceDescription = {
  id: 'ibkr',
  name: 'Interactive Brokers',
  offers:
    'quotes of nine futures while a gateway of a user is connected, delayed by 10 to 15 minutes',
  licence: 'Quotes of the account of a user: the terms of the broker and of the exchanges apply.',
  attribution: 'Quotes: Interactive Brokers, CBOT, NYMEX and ICE US',
  key: null,
  terms:
    'All users of this server see the quotes of the accounts that its users have connected. They are one household or team, and the terms of the exchanges allow it.',
  requestsPerDayMax: LINES_MAX,
  isStream: true,
  delayMs: 10 * MINUTE_MS,
  staleAfterMs: DELAYED_STALE_MS,
};
