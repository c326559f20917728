// The contracts of the desk as Ironbeam lists them: looked up before they are traded.
import { type Instrument, getCode } from '../../../trading/domain/instrument';
import type { EpochMs } from '../../../trading/domain/units';
import type { DefinitionRow } from './answers';
import { explainDefinitionDifference, findVenueSymbol } from './contract-terms';
import { hasNoEffect } from './http-client.server';
import { SYMBOLS_MAX } from './ironbeam-api.server';

interface ContractPorts {
  readonly listInstruments: () => readonly Instrument[];
  readonly nowMs: () => EpochMs;
}

type Describe = (symbols: readonly string[]) => Promise<readonly DefinitionRow[]>;

export class ListedContracts {
  /** Contracts that were looked up: how their terms differ from ours, or null. */
  private readonly differences = new Map<string, string | null>();

  constructor(private readonly ports: ContractPorts) {}

  /** Why a contract cannot be traded, or null. */
  explainUntradable(instrument: Instrument, brokerName: string): string | null {
    const code = getCode(instrument);
    const difference = this.differences.get(instrument.id);
    if (difference === undefined) return `${code} was not looked up at ${brokerName} yet`;
    return difference === null ? null : `${code} has other terms at ${brokerName}: ${difference}`;
  }

  /** Looks up contracts that were listed since the last time, and those whose terms differed. */
  async lookUp(describe: Describe): Promise<void> {
    const due = this.listDue();
    for (let first = 0; first < due.length; first += SYMBOLS_MAX) {
      const batch = due.slice(first, first + SYMBOLS_MAX);
      const rows = await describeKnown(describe, batch);
      for (const { instrument, symbol } of batch) {
        const listed = rows.filter(({ exchSym }) => exchSym === symbol);
        this.differences.set(instrument.id, explainListed(instrument, listed));
      }
    }
  }

  private listDue(): readonly { readonly instrument: Instrument; readonly symbol: string }[] {
    const nowMs = this.ports.nowMs();
    return this.ports.listInstruments().flatMap((instrument) => {
      const symbol = findVenueSymbol(instrument);
      const isOver = (instrument.contract?.expiresMs ?? 0) <= nowMs;
      const isKnown = this.differences.get(instrument.id) === null;
      return symbol === null || isOver || isKnown ? [] : [{ instrument, symbol }];
    });
  }
}

const explainListed = (
  instrument: Instrument,
  [listed, ...others]: readonly DefinitionRow[],
): string | null =>
  listed && others.length === 0
    ? explainDefinitionDifference(instrument, listed)
    : `it lists ${others.length + (listed ? 1 : 0)} contracts of that month`;

/** One symbol that the server rejects must not hide the others of its batch. */
async function describeKnown(
  describe: Describe,
  batch: readonly { readonly symbol: string }[],
): Promise<readonly DefinitionRow[]> {
  const symbols = batch.map(({ symbol }) => symbol);
  try {
    return await describe(symbols);
  } catch (error) {
    if (!hasNoEffect(error) || error.status !== 400) throw error;
    if (symbols.length === 1) return [];
  }
  const rows: DefinitionRow[] = [];
  for (const each of batch) rows.push(...(await describeKnown(describe, [each])));
  return rows;
}
