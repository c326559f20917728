// docs/api.md is what the schemas give; every call says all of itself, and every refusal in the
// source is in the catalogue.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../app/server/platform/project.server';
import { apiPage } from '../../app/programs/describe-api/page';
import { API_CALLS } from '../../app/routes/api.$/table';
import {
  CALL_FAULTS,
  COMMON_FAULTS,
  DESK_FAULTS,
  type Fault,
} from '../../app/contracts/api/faults';
import { refusalsIn } from '../support/written-refusals';

const page = apiPage();
const FAULTS: Readonly<Record<string, Fault>> = {
  ...COMMON_FAULTS,
  ...CALL_FAULTS,
  ...DESK_FAULTS,
};

describe('the page of the API', () => {
  it('is what the schemas give (npm run describe-api -- --write)', () => {
    expect(readFileSync(join(PROJECT_ROOT, 'docs', 'api.md'), 'utf8')).toBe(page);
  });

  it('tells every call with its answer, and of a write its body', () => {
    for (const { method, path, about, body } of API_CALLS) {
      const [, text = ''] = page.split(`### ${method} /api/${path}\n`);
      const section = text.split('\n### ')[0] ?? '';
      expect(section, path).toContain(about.summary);
      expect(section, path).toContain('**Answer**');
      expect(section.includes('**Body**'), path).toBe(body !== null);
      expect(section, path).not.toMatch(/\banything\b/);
    }
  });

  it('links only to what is on it', () => {
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

const SOURCES = [
  'app/server/http/guard.server.ts',
  'app/server/http/turns.server.ts',
  'app/server/http/request.server.ts',
  'app/server/account/account.server.ts',
  'app/server/auth/auth.server.ts',
  'app/server/account/broker-key.server.ts',
  'app/server/backtests/backtest-queue.server.ts',
  'app/trading/engine/commands.ts',
  'app/trading/engine/closing.ts',
  'app/trading/engine/runner.ts',
  'app/trading/engine/orders.ts',
  'app/server/platform/secrets.server.ts',
];
/**
 * What no call of the API asks for: forms, orders by hand, choices, the desk's own commands, and a
 * key that only a broker would open.
 */
const ELSEWHERE = [
  'This form is out of date. Go back, reload the page and try again.',
  'Only the desk itself halts and resumes all trading; stop your own with STOP ALL.',
  'The … book is open already; reset it to begin again.',
  'A book needs capital above zero.',
  '… has no playbook ….',
  'This order is not working any more.',
  'This order is half of a roll from one month into the next; CLOSE the position to leave both.',
  'A market order has no price; limit and stop orders need one.',
  '… lots are more than the … that any order may have.',
  'Stop and target lie at least one tick from the entry.',
  'A price or a distance of this order is beyond all prices of the market.',
  '… is not listed in the market of this book.',
  'The book is being reset; open again when its last position is closed.',
  'No broker key is stored. Enter one under Data & Account.',
  'A sealed secret was changed in the database, or belongs to another user. Enter it again.',
  'This secret was sealed under another master key. Bring back the MASTER_KEY or the … of then, or enter it again.',
  'This call takes ….',
];

describe('the catalogue of refusals', () => {
  const listed = new Map(Object.values(FAULTS).map((fault) => [fault.error, fault]));
  const written = [...SOURCES, ...API_FILES()].flatMap(refusalsIn);

  it('has every sentence that the source refuses with, with its status or its name', () => {
    expect(written.length).toBeGreaterThan(40);
    const missing = written.filter(({ text }) => !listed.has(text) && !ELSEWHERE.includes(text));
    expect(missing).toEqual([]);
    const wrong = written.filter(({ text, status, code }) => {
      const fault = listed.get(text);
      return (
        fault !== undefined &&
        ((status !== null && fault.status !== status) || (code !== null && fault.code !== code))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('has none that nobody says, and is told whole', () => {
    const all = [
      ...SOURCES,
      ...API_FILES(),
      'app/trading/risk/checks.ts',
      'app/trading/risk/equity.ts',
      'app/trading/engine/breakers.ts',
      'app/trading/engine/live-gate.ts',
      'app/server/desk/desk-config.server.ts',
      'app/server/feeds/unconnected-source.server.ts',
    ]
      .map((path) =>
        readFileSync(join(PROJECT_ROOT, path), 'utf8')
          .replace(/\$\{[^}]*\}/g, '…')
          .replace(/\$\{[^}]*\}/g, '…'),
      )
      .join('\n');
    const isSaid = (text: string): boolean =>
      text
        .split('…')
        .filter((part) => part.trim().length > 2)
        .every((part) => all.includes(part));
    expect([...listed.keys()].filter((text) => !isSaid(text))).toEqual([]);
    for (const { error } of listed.values()) expect(page).toContain(error);
  });
});

function API_FILES(): string[] {
  return [
    'account',
    'auth',
    'auto-trading',
    'backtests',
    'call',
    'market',
    'performance',
    'positions',
    'quotes',
    'route',
    'signals',
    'weather',
  ].map((name) => `app/routes/api.$/${name}.ts`);
}
