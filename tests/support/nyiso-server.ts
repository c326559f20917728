// A source of power prices on loopback.
import type { ServerResponse } from 'node:http';
import { HOUR_MS } from '../../app/trading/domain/time';
import { getMoment } from '../../app/trading/market/local-time';
import { makeNyisoDayAhead } from './power-answers';
import type { ReceivedRequest } from './source-server';

const ZONE = 'America/New_York';

/** Day-ahead prices of any day; real-time prices do not exist. */
export function respondAsNyiso({ path }: ReceivedRequest, response: ServerResponse): void {
  const [, year, month, day] = /(\d{4})(\d{2})(\d{2})damlbmp/.exec(path) ?? [];
  if (year === undefined) return void response.writeHead(404).end();
  const dayMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const hours = (getMoment(dayMs + 24 * HOUR_MS, 0, ZONE) - getMoment(dayMs, 0, ZONE)) / HOUR_MS;
  response.end(makeNyisoDayAhead(dayMs, hours as 23 | 24 | 25));
}
