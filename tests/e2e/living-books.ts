// The books behind the pages: what the API tells of them, and what is left in the database once the
// desk has ended.
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

/** What a program is told with the cookies of the page. */
async function told<T>(page: Page, path: string): Promise<T> {
  const response = await page.request.get(`/api/${path}`);
  expect([path, response.status()]).toEqual([path, 200]);
  return (await response.json()) as T;
}

export const loadPositions = (page: Page): Promise<PositionDto[]> =>
  told(page, 'trading-positions');
export const listOpenIds = async (page: Page): Promise<string[]> =>
  (await loadPositions(page))
    .filter(({ status }) => status === 'ACTIVE')
    .map(({ id }) => id)
    .sort();
export const loadStatus = (page: Page): Promise<TradingStatus> => told(page, 'auto-trading/status');
export const loadSettings = (page: Page): Promise<SettingsDto> => told(page, 'settings');
export const loadBalance = async (page: Page): Promise<number> =>
  (await told<{ current: { accountBalance: number } }>(page, 'portfolio-performance')).current
    .accountBalance;

/** The open positions that the page shows a button for, by their id. */
export const listShownIds = (page: Page): Promise<string[]> =>
  page
    .locator('input[name=position]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value).sort());

/** `npm run audit` on what the desk has left. */
export function findAudit({ dataDir }: DeskServer): {
  readonly code: number | null;
  readonly said: string;
} {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'run.js'), 'audit', '--data-dir', dataDir],
    { encoding: 'utf8' },
  );
  return { code: status, said: `${stdout}${stderr}` };
}

/** Rows of the database, which nobody writes any more. */
export function createRows({ dataDir }: DeskServer, query: string): unknown[] {
  const database = new Database(join(dataDir, DATABASE_FILE), { readonly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}
