/** Kinds of shadow accounts, each without one component. */
import type { Book } from '../../domain/book';
import type { Command, CommandEnvelope } from '../../domain/command';
import { type EngineConfig, hasMarginCalls } from '../config';
import type { DeskState } from '../state';
import {
  mirrorCommandForHolding,
  createHoldingBook,
  buildHoldingConfig,
  buildHoldingMarkets,
  closeStoppedHoldings,
} from './buy-and-hold';
import { type MirrorContext, mirrorCommand } from './mirror-command';

export interface ShadowSpec {
  readonly kind: string;
  readonly config: EngineConfig;
  readonly usesSignals: boolean;
  /** Creates a shadow of an account with the same equity. */
  readonly createBook: (book: Book) => Book;
  /** Must return the same object for the same markets. */
  readonly getMarkets: (markets: DeskState['markets']) => DeskState['markets'];
  /** Translates a user's command. */
  readonly translateCommand: (
    command: Command,
    translateCommand: MirrorContext,
  ) => readonly Command[];
  /** Additional commands after user commands and closed bars. */
  readonly listFollowUps?: (books: Readonly<Record<string, Book>>) => readonly CommandEnvelope[];
}

const returnSame = <T>(value: T): T => value;

/**
 * Identical shadow account: must equal its account exactly. Base of the other kinds and of tests.
 */
export const buildIdenticalShadow = (config: EngineConfig): ShadowSpec => ({
  kind: 'IDENTICAL',
  config,
  usesSignals: true,
  createBook: returnSame,
  getMarkets: returnSame,
  translateCommand: mirrorCommand,
});

export function listShadowSpecs(config: EngineConfig): readonly ShadowSpec[] {
  const identical = buildIdenticalShadow(config);
  return [
    { ...identical, kind: 'NO_SIGNALS', usesSignals: false },
    {
      ...identical,
      kind: 'NO_GUARDS',
      config: {
        ...config,
        hasBreakers: false,
        hasGuards: false,
        hasMargin: hasMarginCalls(config),
      },
      createBook: (book) => ({ ...book, drawdown: null }),
    },
    {
      kind: 'BUY_AND_HOLD',
      config: buildHoldingConfig(config),
      usesSignals: false,
      createBook: createHoldingBook,
      getMarkets: buildHoldingMarkets,
      translateCommand: mirrorCommandForHolding,
      listFollowUps: closeStoppedHoldings,
    },
  ];
}
