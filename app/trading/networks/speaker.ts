/** Models that can speak for a subject: its network, or a simpler model that is better there. */
import type { Speaker } from '../domain/signal-facts';
import type { NetworkId } from './network-spec';

/** Name of a model on screens and in the log, for example `AgNet` or `20-day momentum`. */
export function getSpeakerName(network: string, speaker: Speaker): string {
  switch (speaker) {
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
export const TRAINED_SPEAKERS = ['network', 'linear'] as const satisfies readonly Speaker[];
export type TrainedSpeaker = (typeof TRAINED_SPEAKERS)[number];

/** Name of the weights of a trained model; also the name of its file without the ending. */
export const getModelName = (network: NetworkId, speaker: TrainedSpeaker): string =>
  speaker === 'network' ? network : `${network}.${speaker}`;
