/** Import notes: guesses first, then counts of corrected rows. */
import { COMMODITIES } from '../domain/commodity';
import { getContract } from '../domain/contract';
import type { Instrument } from '../domain/instrument';
import type { Cadence } from './csv-bars';
import { getTickMicros } from './csv-cells';
import type { CommodityGuess } from './csv-commodity';
import {
  type ImportNote,
  type Tally,
  buildFileNote,
  formatRows,
  buildTallyNotes,
} from './csv-notes';
import type { OrderedRows } from './csv-order';
import { MICROS, formatTick } from './csv-price';
import type { ImportRemedies } from './csv-remedies';
import type { ReadRows } from './csv-rows';
import type { detectDayOrder } from './csv-stamp';

interface ImportFacts {
  readonly names: {
    readonly date: string;
    readonly time: string | null;
    readonly prices: readonly string[];
  };
  readonly guess: CommodityGuess;
  readonly order: ReturnType<typeof detectDayOrder>;
  readonly read: ReadRows;
  readonly ordered: OrderedRows;
  readonly instrument: Instrument;
  readonly offTick: Tally;
  readonly gaps: Tally;
  readonly cadence: Cadence;
  readonly counts: { readonly rows: number; readonly bars: number };
  readonly zone: string | null;
  readonly remedies: ImportRemedies;
}

/** All notes, guesses first. */
export const buildImportNotes = (facts: ImportFacts): readonly ImportNote[] => [
  ...buildGuessNotes(facts),
  ...buildRowNotes(facts),
];

function buildGuessNotes({
  names,
  guess,
  order,
  read,
  instrument,
  offTick,
  cadence,
  counts,
  zone,
  remedies,
}: ImportFacts): readonly ImportNote[] {
  const { priceUnit, displayName } = COMMODITIES[guess.commodity];
  const date = names.time === null ? `'${names.date}'` : `'${names.date}' with '${names.time}'`;
  const prices = names.prices.map((name) => `'${name}'`).join(', ');
  const notes = [
    buildFileNote(
      'columns',
      counts.rows,
      `dates from ${date}, ${names.prices.length === 1 ? 'one price' : 'open, high, low and close'} from ${prices}; other columns are not read`,
    ),
    buildFileNote(
      'commodity',
      counts.bars,
      `${displayName}, because of ${guess.evidence}; prices are taken to be in ${priceUnit}`,
    ),
    buildFileNote('cadence', counts.bars, CADENCE_TEXTS[cadence]),
    buildTickNote(instrument, offTick),
  ];
  if (cadence === 'intraday')
    notes.push(buildFileNote('zone', counts.rows, formatZone(read, zone, remedies)));
  if (order.isNeeded) {
    const form = order.order === 'MDY' ? 'month/day/year' : 'day/month/year';
    notes.push(
      buildFileNote(
        'date-order',
        counts.rows,
        `dates are read as ${form}${order.isProven ? '' : ', which no date in the file proves'}`,
      ),
    );
  }
  return notes;
}

const CADENCE_TEXTS: Readonly<Record<Cadence, string>> = {
  monthly: 'each row stands for a calendar month, UTC',
  daily: 'each row stands for a calendar day, UTC',
  intraday: 'each row stands from its stamp to the next, at most for the usual interval',
};

function formatZone(read: ReadRows, zone: string | null, remedies: ImportRemedies): string {
  if (read.zonesGiven > 0 && read.zonesGiven >= read.rows.length)
    return 'stamps carry their own offset from UTC';
  const rest = zone === null ? `are read as UTC; ${remedies.zone}` : `are read as ${zone}`;
  return read.zonesGiven > 0
    ? `stamps without an offset ${rest}; the others carry their own`
    : `stamps carry no zone and ${rest}`;
}

function buildTickNote(instrument: Instrument, offTick: Tally): ImportNote {
  const tick = formatTick(getTickMicros(instrument));
  const contractTick = getContract(instrument.commodity).tick;
  if (offTick.count === 0) return buildFileNote('tick', 0, `the tick is the contract's, ${tick}`);
  return {
    code: 'tick',
    count: offTick.count,
    rows: offTick.rows,
    text: `${formatRows(offTick)} off the contract's tick of ${contractTick}: the tick is ${tick}, the finest decimal found`,
  };
}

function buildRowNotes({ read: { tallies }, ordered, gaps }: ImportFacts): readonly ImportNote[] {
  return [
    ...buildTallyNotes('blank', tallies.blank, 'without a price: no bar is made'),
    ...buildTallyNotes('refused', tallies.refused, 'refused, each with its reason'),
    ...buildTallyNotes(
      'unordered',
      ordered.unordered,
      'earlier than the row before: all were sorted',
    ),
    ...buildTallyNotes('merged', ordered.merged, 'an exact repeat of an earlier row: merged'),
    ...buildTallyNotes(
      'autumn-hour',
      ordered.autumn,
      'with the stamp of the row before and another price, on an autumn Sunday: kept as a second hour, half an hour later',
    ),
    ...buildTallyNotes(
      'second-hour',
      tallies.secondHour,
      'in the hour that autumn repeats: read as its second passing',
    ),
    ...buildTallyNotes('filled', tallies.filled, 'without open, high or low: the close stands in'),
    ...buildTallyNotes(
      'widened',
      tallies.widened,
      'with an open or settlement outside high and low: the range was widened to hold it',
    ),
    ...buildTallyNotes(
      'rounded',
      tallies.rounded,
      `with more than six decimals: read to the nearest ${formatTick(1)} (1/${MICROS.toLocaleString('en-US')})`,
    ),
    ...buildTallyNotes(
      'noise',
      tallies.noise,
      'within binary rounding noise of a tick, such as 129.850006 for 129.85: read as that tick',
    ),
    ...buildTallyNotes('gaps', gaps, 'followed by a gap longer than usual'),
  ];
}
