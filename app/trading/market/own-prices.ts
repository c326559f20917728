/** Imports a file of the owner's prices as bars of one contract month. */
import { createContractInstrument } from '../domain/contract';
import { toNumber } from '../domain/instrument';
import { type Outcome, createRefusal, rejectWith } from '../domain/outcome';
import { DAY_MS } from '../domain/time';
import type { EpochMs } from '../domain/units';
import type { NamedContract } from './contract-code';
import { type ImportedHistory, importHistory } from './csv-import';
import { formatRows } from './csv-notes';
import { FILE_REMEDIES } from './csv-remedies';

interface OwnPriceFile {
  readonly name: string;
  readonly text: string;
  readonly contract: NamedContract;
  readonly nowMs: EpochMs;
}

/** Bars of one file: a year of minutes of one contract is less. */
export const BARS_MAX = 250_000;

const rejectFile = (fault: string): Outcome<never> => rejectWith(createRefusal('INVALID', fault));

/** The bars, all in ticks of the contract, or a refusal with a remedy. */
export function importOwnPrices({
  name,
  text,
  contract,
  nowMs,
}: OwnPriceFile): Outcome<ImportedHistory> {
  const { commodity, instrumentId, code } = contract;
  const imported = importHistory({
    name,
    text,
    commodity,
    evidence: "the file's name",
    instrumentId,
    remedies: FILE_REMEDIES,
  });
  if (!imported.ok) return imported;
  const { instrument, bars, notes } = imported.value;
  const contractTick = createContractInstrument(commodity, instrumentId).tick;
  if (toNumber(instrument.tick) !== toNumber(contractTick)) {
    const offTick = notes.find((note) => note.code === 'tick') ?? { count: 0, rows: [] };
    return rejectFile(
      `${formatRows(offTick)} off the tick of ${code}, ${toNumber(contractTick)}: adjusted or averaged prices, or another unit. Export the prices as traded.`,
    );
  }
  if (bars.length > BARS_MAX)
    return rejectFile(
      `The file has ${bars.length.toLocaleString('en-US')} bars, more than ${BARS_MAX.toLocaleString('en-US')}. Split it into several files.`,
    );
  const lastMs = bars.at(-1)?.startsMs ?? 0;
  // The trading day of an evening session is the next day.
  if (lastMs > nowMs + DAY_MS)
    return rejectFile(
      `Its last price is of ${new Date(lastMs).toISOString().slice(0, 10)}, in the future. Check the order of day and month: 2026-11-03 is read without doubt.`,
    );
  return imported;
}
