/** Models that can issue the signals of a subject: its network, or a simpler model that is better there. */
import type { SignalSource } from '../domain/signal-facts';
import type { NetworkId } from './network-spec';

/** Name of a model on screens and in the log, for example `AgNet` or `20-day momentum`. */
export function getSourceName(network: string, source: SignalSource): string {
  switch (source) {
    case 'network':
      return network;
    case 'linear':
      return `Linear model of ${network}`;
    case 'momentum':
      return '20-day momentum';
    case 'seasonal':
      return 'Season';
  }
}

/** Models that are trained and delivered as weights, by network. */
export const TRAINED_SOURCES = ['network', 'linear'] as const satisfies readonly SignalSource[];
export type TrainedSource = (typeof TRAINED_SOURCES)[number];

/** Name of the weights of a trained model; also the name of its file without the ending. */
export const getModelName = (network: NetworkId, source: TrainedSource): string =>
  source === 'network' ? network : `${network}.${source}`;
