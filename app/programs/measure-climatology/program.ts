// `npm run measure-climatology`: measures the rows that the futures need of each weather stock, and
// optionally writes them to their generated file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import {
  type ClimatologyRow,
  climatologyFields,
} from '../../trading/simulation/prices/climatology';
import { CLIMATOLOGY } from '../../trading/simulation/prices/climatology.generated';
import {
  climatologyHash,
  listStockIds,
  measureClimatology,
} from '../../trading/simulation/prices/measure-climatology';
import { createRandomStreams } from '../../trading/simulation/random-streams';
import { createWeather } from '../../trading/simulation/weather/weather';
import { type Program, type ProgramCall, UsageError } from '../cli';

const GENERATED_FILE = join(PROJECT_ROOT, 'app/trading/simulation/prices/climatology.generated.ts');
const WORLDS_DEFAULT = 8;
const YEARS_DEFAULT = 60;
const COUNT_MAX = 200;

export const climatologyProgram: Program = {
  name: 'measure-climatology',
  summary:
    'Measures mean flow, variance of news and effect of a ridge by season for each weather stock of the futures, in simulated weather.',
  usage: '[--stocks NG/0,OJ/1] [--worlds 8] [--years 60] [--write]',
  options: {
    stocks: { type: 'string' },
    worlds: { type: 'string' },
    years: { type: 'string' },
    write: { type: 'boolean' },
  },
  optionHelp: {
    '--stocks LIST': 'stocks whose rows are replaced (default: all); the others stay as they are',
    '--worlds N': `weather paths (default: ${WORLDS_DEFAULT})`,
    '--years N': `years of each path (default: ${YEARS_DEFAULT})`,
    '--write': `writes ${GENERATED_FILE.slice(PROJECT_ROOT.length + 1)}`,
  },
  run(call) {
    const worlds = readCount(call, 'worlds', WORLDS_DEFAULT);
    const years = readCount(call, 'years', YEARS_DEFAULT);
    const replaced = readStocks(call);
    const weathers = Array.from({ length: worlds }, (_, index) => {
      const seed = `climatology ${index + 1}`;
      return createWeather({ seed }, createRandomStreams(seed));
    });
    const rows = measureClimatology(weathers, years).map((row) =>
      replaced.includes(row.stock)
        ? row
        : (CLIMATOLOGY.find(({ stock }) => stock === row.stock) ?? row),
    );
    call.print(
      rows
        .map(({ stock }) => `${stock}  ${replaced.includes(stock) ? 'measured' : 'kept'}`)
        .join('\n'),
    );
    call.printJson(rows);
    if (call.flag('write'))
      writeFileSync(GENERATED_FILE, formatClimatology(readFileSync(GENERATED_FILE, 'utf8'), rows));
    return 0;
  },
};

function readCount(call: ProgramCall, name: string, usual: number): number {
  const text = call.option(name);
  const count = Number(text ?? usual);
  if (!Number.isInteger(count) || count < 2 || count > COUNT_MAX)
    throw new UsageError(
      `--${name} must be an integer from 2 to ${COUNT_MAX}, not '${text ?? ''}'.`,
    );
  return count;
}

function readStocks(call: ProgramCall): readonly string[] {
  const known = listStockIds();
  const requested = call.option('stocks')?.split(',') ?? known;
  const unknown = requested.filter((stock) => !known.includes(stock));
  if (unknown.length > 0)
    throw new UsageError(
      `There is no stock ${unknown.join(', ')}. There are: ${known.join(', ')}.`,
    );
  return requested;
}

/** The generated file with other rows; its head stays. */
export function formatClimatology(file: string, rows: readonly ClimatologyRow[]): string {
  const head = file.slice(0, file.indexOf('export const CLIMATOLOGY_HASH'));
  const formatRow = (row: ClimatologyRow): string =>
    [
      '  {',
      `    stock: '${row.stock}',`,
      ...climatologyFields.map((field) => `    ${field}: [${row[field].join(', ')}],`),
      '  },',
    ].join('\n');
  return `${head}export const CLIMATOLOGY_HASH = '${climatologyHash(rows)}';

export const CLIMATOLOGY: readonly ClimatologyRow[] = [
${rows.map(formatRow).join('\n')}
];
`;
}
