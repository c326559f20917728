/**
 * The kinds of twins, each by what it lacks.
 */
import type { Book } from '../../domain/book';
import type { Command, CommandEnvelope } from '../../domain/command';
import { type EngineConfig, appliesMargin } from '../config';
import type { DeskState } from '../state';
import {
  requestHoldings,
  beginHolding,
  buildHoldingConfig,
  buildHoldingWorld,
  closeStoppedHoldings,
} from './buy-and-hold';
import { type Asked, mirrorCommand } from './mirror-command';

export interface ShadowSpec {
  readonly kind: string;
  readonly config: EngineConfig;
  readonly hearsSignals: boolean;
  /** A twin of a book as it stands, of the same equity. */
  readonly begin: (book: Book) => Book;
  /** The markets as it sees them; the same object for the same markets. */
  readonly world: (markets: DeskState['markets']) => DeskState['markets'];
  /** What it is asked when its user sends a command. */
  readonly asked: (command: Command, asked: Asked) => readonly Command[];
  /** What it then asks of itself, after commands and finished bars. */
  readonly follows?: (books: Readonly<Record<string, Book>>) => readonly CommandEnvelope[];
}

const getSame = <T>(value: T): T => value;

/**
 * A twin that lacks nothing: it must come out as its book does, to the mill. The others are made
 * from it.
 */
export const buildIdenticalShadow = (config: EngineConfig): ShadowSpec => ({
  kind: 'IDENTICAL',
  config,
  hearsSignals: true,
  begin: getSame,
  world: getSame,
  asked: mirrorCommand,
});

/** The twins of a desk with this config. */
export function listShadowSpecs(config: EngineConfig): readonly ShadowSpec[] {
  const identical = buildIdenticalShadow(config);
  return [
    { ...identical, kind: 'NO_SIGNALS', hearsSignals: false },
    {
      ...identical,
      kind: 'NO_GUARDS',
      config: { ...config, hasBreakers: false, hasGuards: false, hasMargin: appliesMargin(config) },
      begin: (book) => ({ ...book, drawdown: null }),
    },
    {
      kind: 'BUY_AND_HOLD',
      config: buildHoldingConfig(config),
      hearsSignals: false,
      begin: beginHolding,
      world: buildHoldingWorld,
      asked: requestHoldings,
      follows: closeStoppedHoldings,
    },
  ];
}
