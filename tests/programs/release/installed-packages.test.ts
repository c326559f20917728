// Which installed packages a release contains.
import { describe, expect, it } from 'vitest';
import {
  InstalledLock,
  listPackageFolders,
  omitDevelopment,
} from '../../../app/programs/release/installed-packages';

const LOCK = InstalledLock.parse({
  name: 'project',
  lockfileVersion: 3,
  packages: {
    'node_modules/server': { version: '1.0.0' },
    'node_modules/builder': { version: '2.0.0', dev: true },
    'node_modules/server/node_modules/part': { version: '3.0.0' },
    'node_modules/builder/node_modules/part': { version: '4.0.0', dev: true },
    'node_modules/types': { version: '5.0.0', devOptional: true },
    'node_modules/native-linux': { version: '1.0.0', optional: true },
  },
});

describe('packages of a release', () => {
  it('are those that are not for development only, and those inside of them', () => {
    expect(listPackageFolders(omitDevelopment(LOCK))).toEqual([
      'node_modules/native-linux',
      'node_modules/server',
      'node_modules/server/node_modules/part',
    ]);
  });

  it('leave the other facts of the lock file as they are', () => {
    const lock = omitDevelopment(LOCK);
    expect(lock).toMatchObject({ name: 'project', lockfileVersion: 3 });
    expect(lock.packages['node_modules/server']).toEqual({ version: '1.0.0' });
  });
});
