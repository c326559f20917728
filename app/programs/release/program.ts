// `npm run release`: an archive that runs on a machine with Node alone.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import type { Program } from '../cli';
import { rejectFiles } from '../options/parse-options';
import { copyProject } from './copy-project';
import { packFolder } from './pack-folder';
import { prepareMarket } from './prepare-market';

const DEFAULT_FOLDER = join('.cache', 'release');

/** Native packages run on one system and one main version of Node. */
function formatReleaseName(): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const [major] = process.versions.node.split('.');
  return `frontmonth-${version}-node${major}-${process.platform}-${process.arch}`;
}

export const releaseProgram: Program = {
  name: 'release',
  summary:
    'Packs the built terminal with its packages, and the computed past of the default market, into an archive. Unpacked on a machine of the same system with the same main version of Node, it starts with `node start.js`, without npm and without a network.',
  usage: '[--out FOLDER] [--bare]',
  options: { out: { type: 'string' }, bare: { type: 'boolean' } },
  optionHelp: {
    '--out FOLDER': `folder of the archive (default: ${DEFAULT_FOLDER})`,
    '--bare': 'without the past of the market, which the first start then computes',
  },
  async run({ files, option, flag, print, printJson, progress }) {
    rejectFiles('release', files);
    const out = resolve(option('out') ?? join(PROJECT_ROOT, DEFAULT_FOLDER));
    mkdirSync(out, { recursive: true });
    const name = formatReleaseName();
    const archive = join(out, `${name}.tar.gz`);
    const parent = await mkdtemp(join(tmpdir(), 'frontmonth-stage-'));
    try {
      progress.update(0, 1, 'copying');
      const packages = await copyProject(PROJECT_ROOT, join(parent, name));
      progress.endPhase();
      if (!flag('bare'))
        await prepareMarket(join(parent, name), (done, total) =>
          progress.update(done, total, 'computing the past of the market'),
        );
      progress.endPhase();
      await packFolder(parent, name, archive);
      const { size } = await stat(archive);
      const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
      await writeFile(`${archive}.sha256`, `${sha256}  ${basename(archive)}\n`);
      printJson({ archive, bytes: size, packages, sha256 });
      print(`${archive}: ${(size / 1e6).toFixed(0)} MB, ${packages} packages`);
      return 0;
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  },
};
