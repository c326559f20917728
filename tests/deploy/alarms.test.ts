// Alarm rules and the dashboard: valid, tested by promtool, and with metrics that the server exports.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderMetrics } from '../../app/server/http/metrics.server';
import { type ApiDesk, openApiDesk } from '../support/api-desk';
import { findMissing, reportSkipped, runProgram } from '../support/deploy-programs';
import { ROOT } from '../support/source-files';

const FOLDER = join(ROOT, 'deploy', 'prometheus');
const readDeployFile = (...path: string[]): string =>
  readFileSync(join(ROOT, 'deploy', ...path), 'utf8');

const RULES = readDeployFile('prometheus', 'alerts.yml');
const RULE_TESTS = readDeployFile('prometheus', 'alerts.test.yml');
const DASHBOARD = readDeployFile('grafana', 'dashboards', 'frontmonth.json');

const listRules = (): readonly string[] =>
  [...RULES.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

/** Expressions of the rules, and of the panels of the dashboard. */
const listExpressions = (): readonly string[] => [
  ...[...RULES.matchAll(/^ +expr: (.+)$/gm)].map(([, text = '']) => text),
  ...[...DASHBOARD.matchAll(/"expr": "((?:\\.|[^"\\])+)"/g)].map(([, text = '']) => text),
];

/** Names of metrics in an expression: what has an underscore and is no label or function. */
const listMetrics = (expression: string): readonly string[] =>
  expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(?:by|without)\s*\([^)]*\)/g, '')
    .match(/\b[a-z]+_[a-z0-9_]+\b(?!\()/g)
    ?.filter((name) => name !== 'histogram_quantile') ?? [];

describe('the metrics of rules and dashboard', () => {
  let desk: ApiDesk;
  let exported: string;
  beforeAll(async () => {
    desk = await openApiDesk();
    await desk.buyGas(await desk.user('trader'));
    exported = (await renderMetrics(desk.terminal)).text;
  });
  afterAll(() => desk?.close());

  it('are all exported by the server', () => {
    const names = new Set(listExpressions().flatMap(listMetrics));
    expect(names.size).toBeGreaterThan(20);
    const types = new Set(
      [...exported.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    expect([...names].filter((name) => !types.has(name))).toEqual([]);
  });

  it('have the states and quantiles that the rules name', () => {
    for (const phase of ['failed', 'could_not_run'])
      expect(exported).toContain(`frontmonth_audit_state{phase="${phase}"}`);
    expect(exported).toContain('frontmonth_command_latency_seconds{quantile="0.99"}');
  });
});

describe('the alarm rules', () => {
  it('all have a silent case, a firing case and a page of the runbook', () => {
    const runbook = readFileSync(join(ROOT, 'docs', 'runbook.md'), 'utf8');
    const anchors = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(listRules()).toHaveLength(13);
    for (const name of listRules()) {
      expect(RULE_TESTS).toContain(`alertname: ${name}, exp_alerts: []`);
      expect(RULE_TESTS).toMatch(
        new RegExp(`alertname: ${name}\\n\\s+exp_alerts:\\n\\s+- exp_labels`),
      );
    }
    const links = [...RULES.matchAll(/runbook: docs\/runbook\.md#(\S+)/g)].map(([, one]) => one);
    expect(links).toHaveLength(13);
    expect(links.filter((link) => !anchors.includes(link ?? ''))).toEqual([]);
  });

  const reason = findMissing(['promtool']);
  it.skipIf(reportSkipped('promtool on rules and settings', reason))('pass promtool', () => {
    const run = (...args: string[]): string => runProgram('promtool', args, { cwd: FOLDER });
    expect(run('check', 'rules', 'alerts.yml')).toContain('13 rules found');
    expect(run('check', 'config', '--syntax-only', 'prometheus.yml')).toContain('valid');
    expect(run('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });
});
