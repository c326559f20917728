// The units of a plain machine: valid, and exposed as little as systemd measures.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMissing, reportSkipped, runProgram } from '../support/deploy-programs';
import { ROOT } from '../support/source-files';

const UNITS = ['frontmonth.service', 'frontmonth-backup.service', 'frontmonth-backup.timer'];
const readUnit = (name: string): string => readFileSync(join(ROOT, 'deploy', name), 'utf8');
const reason = findMissing(['systemd-analyze']);
const isSkipped = reportSkipped('systemd-analyze on the units', reason);

/** Highest exposure of a service, of 10: what reaches no network is exposed less. */
const EXPOSURE_MAX = { 'frontmonth.service': 2, 'frontmonth-backup.service': 1.5 };

describe('the units', () => {
  it.each(UNITS.slice(0, 2))(
    '%s runs as a user of its own and writes to its data alone',
    (name) => {
      const unit = readUnit(name);
      for (const line of [
        'User=frontmonth',
        'NoNewPrivileges=yes',
        'ProtectSystem=strict',
        'StateDirectory=frontmonth',
        'CapabilityBoundingSet=',
      ])
        expect(unit).toMatch(new RegExp(`^${line}$`, 'm'));
      expect(unit).not.toContain('ReadWritePaths');
      expect(unit).not.toMatch(/PASSWORD|TOKEN|MASTER_KEY/);
    },
  );

  it.skipIf(isSkipped)('are valid', () => {
    const files = UNITS.map((name) => join(ROOT, 'deploy', name));
    const output = runProgram('systemd-analyze', [
      'verify',
      '--man=no',
      '--recursive-errors=no',
      ...files,
    ]);
    expect(output.split('\n').filter((line) => line.includes('frontmonth'))).toEqual([]);
  });

  it.skipIf(isSkipped).each(Object.entries(EXPOSURE_MAX))(
    '%s has an exposure of at most %d',
    (name, max) => {
      const threshold = String(max * 10);
      const output = runProgram('systemd-analyze', [
        ...['security', '--offline=true', '--no-pager', `--threshold=${threshold}`],
        join(ROOT, 'deploy', name),
      ]);
      const [, exposure = '10'] = /exposure level for \S+: ([\d.]+)/.exec(output) ?? [];
      expect(Number(exposure)).toBeLessThanOrEqual(max);
    },
  );
});
