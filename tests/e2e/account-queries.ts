// Account data behind the pages: API responses, and the database after the server has ended.
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { DATABASE_FILE } from '../../db/client.server';
import type { DeskServer } from '../support/desk-server';
import { ROOT } from '../support/source-files';
import { expect } from './fixtures';
import type { PositionDto } from '../../app/contracts/api/book';
import type { SettingsDto } from '../../app/contracts/api/account';

interface TradingStatus {
  readonly globalActive: boolean;
  readonly activeCommodities: readonly string[];
}

/** Response of an API call with the cookies of the page. */
async function fetchApi<T>(page: Page, path: string): Promise<T> {
  const response = await page.request.get(`/api/${path}`);
  expect([path, response.status()]).toEqual([path, 200]);
  return (await response.json()) as T;
}

export const loadPositions = (page: Page): Promise<PositionDto[]> =>
  fetchApi(page, 'trading-positions');
export const listOpenIds = async (page: Page): Promise<string[]> =>
  (await loadPositions(page))
    .filter(({ status }) => status === 'ACTIVE')
    .map(({ id }) => id)
    .sort();
export const loadStatus = (page: Page): Promise<TradingStatus> =>
  fetchApi(page, 'auto-trading/status');
export const loadSettings = (page: Page): Promise<SettingsDto> => fetchApi(page, 'settings');
export const loadBalance = async (page: Page): Promise<number> =>
  (await fetchApi<{ current: { accountBalance: number } }>(page, 'portfolio-performance')).current
    .accountBalance;

/** Ids of the open positions on the page, from their close buttons. */
export const listShownIds = (page: Page): Promise<string[]> =>
  page
    .locator('input[name=position]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value).sort());

/** Runs `npm run audit` on the data directory. */
export function runAudit({ dataDir }: DeskServer): {
  readonly code: number | null;
  readonly output: string;
} {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'run.js'), 'audit', '--data-dir', dataDir],
    { encoding: 'utf8' },
  );
  return { code: status, output: `${stdout}${stderr}` };
}

/** Rows of a query. The server has ended, so the database no longer changes. */
export function queryRows({ dataDir }: DeskServer, query: string): unknown[] {
  const database = new Database(join(dataDir, DATABASE_FILE), { readonly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}
