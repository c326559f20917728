// Which exchanges are open, in the text of the dashboard.
import { expect, it } from 'vitest';
import { formatExchangeHours } from '../../../app/models/market/exchange-hours.server';

it.each([
  ['the weekend', '2026-11-28T12:00:00Z', 'exchanges closed; NYMEX opens Sun 18:00 EST'],
  ['the evening of Sunday', '2026-11-30T00:30:00Z', 'NYMEX open; CBOT opens Sun 20:00 EST'],
  ['the morning, when all are open', '2026-11-30T10:00:00Z', 'NYMEX, CBOT, ICE US open'],
  ['the break of grains', '2026-11-30T14:00:00Z', 'NYMEX, ICE US open; CBOT opens Mon 09:30 EST'],
  ['the afternoon', '2026-11-30T20:00:00Z', 'NYMEX open; CBOT opens Mon 20:00 EST'],
  [
    'the hour between sessions',
    '2026-11-30T22:30:00Z',
    'exchanges closed; NYMEX opens Mon 18:00 EST',
  ],
])('in %s', (_, at, text) => {
  expect(formatExchangeHours(Date.parse(at), 'America/New_York')).toBe(text);
});
