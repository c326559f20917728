// docs/api.md matches the schemas, describes every call, and lists every error.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../app/server/platform/project.server';
import { buildApiPage } from '../../app/programs/describe-api/page';
import { API_CALLS } from '../../app/routes/api.$/api-calls';
import {
  CALL_FAULTS,
  COMMON_FAULTS,
  DESK_FAULTS,
  type Fault,
} from '../../app/contracts/api/faults';
import { listSourceErrors } from '../support/source-errors';

const page = buildApiPage();
const FAULTS: Readonly<Record<string, Fault>> = {
  ...COMMON_FAULTS,
  ...CALL_FAULTS,
  ...DESK_FAULTS,
};

describe('API page', () => {
  it('matches the schemas (update with npm run describe-api -- --write)', () => {
    expect(readFileSync(join(PROJECT_ROOT, 'docs', 'api.md'), 'utf8')).toBe(page);
  });

  it('describes every call with its response, and writes with their body', () => {
    for (const { method, path, description: about, body } of API_CALLS) {
      const [, text = ''] = page.split(`### ${method} /api/${path}\n`);
      const section = text.split('\n### ')[0] ?? '';
      expect(section, path).toContain(about.summary);
      expect(section, path).toContain('**Response**');
      expect(section.includes('**Body**'), path).toBe(body !== null);
      expect(section, path).not.toMatch(/\banything\b/);
    }
  });

  it('has no broken links', () => {
    const anchors = new Set(
      [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replace(/\s/g, '-'),
      ),
    );
    expect(
      [...page.matchAll(/\]\(#([^)]+)\)/g)]
        .map(([, to = '']) => to)
        .filter((to) => !anchors.has(to)),
    ).toEqual([]);
  });
});

const API_FOLDER = 'app/routes/api.$';
const SOURCES = [
  'app/server/http/guard.server.ts',
  'app/server/http/turns.server.ts',
  'app/server/http/request.server.ts',
  'app/server/http/request-body.server.ts',
  'app/server/http/idempotency-key.server.ts',
  'app/server/http/role-rules.server.ts',
  'app/trading/domain/role.ts',
  'app/server/account/account.server.ts',
  'app/server/auth/auth.server.ts',
  'app/server/account/broker-key.server.ts',
  'app/server/backtests/backtest-queue.server.ts',
  'app/trading/engine/commands.ts',
  'app/trading/engine/close-positions.ts',
  'app/trading/engine/runner.ts',
  'app/trading/engine/orders.ts',
  'app/server/platform/master-key.server.ts',
  'app/server/platform/secrets.server.ts',
];
/** Errors outside the API: forms, manual orders, system commands and broker keys. */
const ELSEWHERE = [
  'PUBLIC_ORIGIN is …. This server serves no path: use npm start, or remove the path.',
  'This form is out of date. Go back, reload the page and try again.',
  'Only the system halts and resumes all trading; use STOP ALL for your account.',
  'The … account is open already; reset it to start over.',
  'Capital must be above zero.',
  '… has no strategy ….',
  'This order is no longer working.',
  'This order is part of a roll; CLOSE the position to exit both months.',
  'A market order has no price; limit and stop orders need one.',
  '… lots; limit … per order.',
  'Stop and target must be at least 1 tick from the entry.',
  'The price or distance of this order exceeds the allowed range.',
  '… is not listed in the market of this account.',
  'The account is being reset; entries resume when its last position is closed.',
  'No broker key is stored. Enter one under Data & Account.',
  'A stored secret was changed in the database, or belongs to another user. Enter it again.',
  'This secret needs another master key. Restore the earlier MASTER_KEY or …, or enter it again.',
  'This call takes ….',
];

describe('error catalog', () => {
  const faultsByText = new Map(Object.values(FAULTS).map((fault) => [fault.error, fault]));
  const sourceErrors = [...SOURCES, ...API_FILES()].flatMap(listSourceErrors);

  it('contains every error of the source with its status or code', () => {
    expect(sourceErrors.length).toBeGreaterThan(40);
    const missing = sourceErrors.filter(
      ({ text }) => !faultsByText.has(text) && !ELSEWHERE.includes(text),
    );
    expect(missing).toEqual([]);
    const wrong = sourceErrors.filter(({ text, status, code }) => {
      const fault = faultsByText.get(text);
      return (
        fault !== undefined &&
        ((status !== null && fault.status !== status) || (code !== null && fault.code !== code))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('contains no unused error, and all are on the page', () => {
    const all = [
      ...SOURCES,
      ...API_FILES(),
      'app/models/market/bars.server.ts',
      'app/trading/risk/pre-trade-checks.ts',
      'app/trading/risk/check-equity.ts',
      'app/trading/engine/blocked-start.ts',
      'app/trading/engine/breakers.ts',
      'app/trading/engine/broker-access.ts',
      'app/server/brokers/connection-text.ts',
      'app/server/desk/desk-config.server.ts',
      'app/server/feeds/public/public-source.server.ts',
      'app/server/feeds/unconnected-source.server.ts',
      'app/server/desks/front-answers.server.ts',
    ]
      .map((path) =>
        readFileSync(join(PROJECT_ROOT, path), 'utf8')
          .replace(/\$\{[^}]*\}/g, '…')
          .replace(/\$\{[^}]*\}/g, '…'),
      )
      .join('\n');
    const isUsed = (text: string): boolean =>
      text
        .split('…')
        .filter((part) => part.trim().length > 2)
        .every((part) => all.includes(part));
    expect([...faultsByText.keys()].filter((text) => !isUsed(text))).toEqual([]);
    for (const { error } of faultsByText.values()) expect(page).toContain(error);
  });
});

function API_FILES(): string[] {
  return readdirSync(join(PROJECT_ROOT, API_FOLDER)).map((name) => `${API_FOLDER}/${name}`);
}
