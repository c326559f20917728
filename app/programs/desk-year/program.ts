// `npm run desk-year`: leaves desks running in simulated markets, prints and optionally stores the
// table.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildModelCard } from '../../models/model-card/model-card.server';
import { describeDeskYears } from '../../models/model-card/desk-year-section';
import type { DeskYearStudy } from '../../models/model-card/desk-year-study';
import { INITIAL_CAPITAL } from '../../server/desk/desk-config.server';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import { formatNumber } from '../../trading/domain/format';
import { useJobRunner } from '../../server/jobs/use-runner.server';
import { formatUtcDate } from '../../trading/strategies/calendar-window';
import { EVALUATION } from '../../trading/networks/verdicts.generated';
import type { Program } from '../cli';
import type { Progress } from '../progress/progress';
import { formatModelCard } from '../evaluate/networks/format-model-card';
import { formatTable } from '../replay/print';
import { type DeskYearOptions, OPTION_HELP, OPTION_ROWS, readOptions } from './options';
import { DESK_YEAR_JOB } from './job';
import { START_MS } from './run-desk-year';

export const deskYearProgram: Program = {
  name: 'desk-year',
  summary:
    'Leaves a desk running in simulated markets after one RUN ALL and prints what its account earned after costs. Does not touch any account.',
  usage: '[--seeds 1,2,3] [--efficient-seeds 4,5] [--days 365] [--jobs 2] [--write]',
  options: OPTION_ROWS,
  optionHelp: OPTION_HELP,
  exitCodes: 'Exit code 0: success. 1: failure, or an audit found a difference.',
  async run(call) {
    const options = readOptions(call);
    const study = await runStudy(options, call.progress);
    call.print(formatStudy(study));
    call.printJson(study);
    if (options.shouldWrite) writeStudy(study);
    return listRows(study).some(({ auditDifferences }) => auditDifferences > 0) ? 1 : 0;
  },
};

async function runStudy(
  { seeds, efficientSeeds, days, jobs, hasSignals }: DeskYearOptions,
  progress: Progress,
): Promise<DeskYearStudy> {
  const plans = [
    ...seeds.map((seed) => ({ seed, isEfficient: false, days, hasSignals })),
    ...efficientSeeds.map((seed) => ({ seed, isEfficient: true, days, hasSignals })),
  ];
  const total = plans.length * days;
  const rows = await useJobRunner(jobs, (runner) =>
    runner.run(DESK_YEAR_JOB, plans, {
      onProgress: ({ done }) => {
        const doneDays = Math.round(done * days);
        progress.update(doneDays, total, `day ${doneDays} of ${total}`);
      },
    }),
  );
  progress.endPhase();
  return {
    from: formatUtcDate(START_MS),
    days,
    capitalDollars: INITIAL_CAPITAL / 1000,
    markets: rows.slice(0, seeds.length),
    efficient: rows.slice(seeds.length),
  };
}

const listRows = ({ markets, efficient }: DeskYearStudy) => [...markets, ...efficient];

/** Prints the section of the model card, the audits and the processor time. */
function formatStudy(study: DeskYearStudy): string {
  const { paragraphs, tables } = describeDeskYears(study);
  const rows = listRows(study);
  const differences = rows.reduce((sum, { auditDifferences }) => sum + auditDifferences, 0);
  const { user, system } = process.cpuUsage();
  const seconds = (user + system) / 1e6 / rows.length;
  return [
    ...tables.flatMap(({ caption, columns, rows: cells }) => [
      caption,
      formatTable([columns.map(({ name }) => name), ...cells]),
    ]),
    ...paragraphs,
    `The audits of ${rows.length} accounts found ${differences} differences. Processor time: ${formatNumber(seconds, 1)} s per market.`,
  ].join('\n\n');
}

function writeStudy(study: DeskYearStudy): void {
  const docs = join(PROJECT_ROOT, 'docs');
  writeFileSync(join(docs, 'benchmarks', 'desk-year.json'), `${JSON.stringify(study, null, 1)}\n`);
  writeFileSync(join(docs, 'model-card.md'), formatModelCard(buildModelCard(EVALUATION, study)));
}
