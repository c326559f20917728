/** AI_CORE: one playbook per commodity that trades the signal of its network. */
import { COMMODITIES, type CommodityKey, ROOT_SYMBOLS } from '../../domain/commodity';
import { listSignalInputs } from '../../market/inputs/signal-inputs';
import { COST_MULTIPLE, PROBABILITY_MARGIN } from '../../signals/decide-signal';
import type { AiParams } from '../params';
import type { PlaybookRow } from '../playbook';
import { createRowBuilder } from './row-builders';

const PARAMS: AiParams = {
  places: [0, 1, 2, 3, 4, 5, 6, 7, 8],
  e: COST_MULTIPLE,
  margin: PROBABILITY_MARGIN.moderate,
  // Half Kelly: three quarters of the growth at half the risk (E. O. Thorp 2006).
  kelly: 0.5,
  // Horizon of the price networks.
  hours: 24,
};

interface Reading {
  readonly icon: Parameters<ReturnType<typeof createRowBuilder>>[3]['icon'];
  /** What the network reads. */
  readonly reads: string;
  /** Main reason for losses. */
  readonly loses: string;
}

const READINGS: Readonly<Record<CommodityKey, Reading>> = {
  electricity: {
    icon: 'bolt',
    reads: 'the load forecast, wind and sun, gas and spot power of each hub',
    loses: 'an outage or a new forecast changes the week overnight',
  },
  'natural-gas': {
    icon: 'flame',
    reads: 'the heating forecast, storage, cash gas and the curve',
    loses: 'the next model run takes the cold away again',
  },
  corn: {
    icon: 'leaf',
    reads: 'rain and heat over the Corn Belt, the crop and the curve',
    loses: 'a report changes the crop in a minute',
  },
  soybeans: {
    icon: 'drop',
    reads: 'August rain, the South American season and the curve',
    loses: 'a tender or a tariff moves the price without any weather',
  },
  wheat: {
    icon: 'wind',
    reads: 'the winter of the plains, drought and the curve',
    loses: 'a war or an export ban outweighs the weather',
  },
  'orange-juice': {
    icon: 'sun',
    reads: 'freezes and hurricanes in Florida, rain in Brazil and the curve',
    loses: 'a freeze comes or stays away between two forecasts',
  },
  oil: {
    icon: 'snowflake',
    reads: 'the cold of the Northeast, stocks and the crack to crude',
    loses: 'crude moves heating oil for reasons of its own',
  },
  coffee: {
    icon: 'globe',
    reads: 'frost and drought in Minas Gerais, the bearing year and the curve',
    loses: 'the Brazilian currency moves the price instead',
  },
  'crude-oil': {
    icon: 'ship',
    reads: 'storms over the Gulf, stocks, the curve and the trend',
    loses: 'a decision of OPEC arrives on a weekend',
  },
  cotton: {
    icon: 'storm',
    reads: 'heat, drought and storms from Texas to the Delta and the curve',
    loses: 'demand for cloth falls without a cloud in the sky',
  },
};

/** The row of a commodity. */
export function buildAiCoreRow(commodity: CommodityKey): PlaybookRow {
  const { displayName } = COMMODITIES[commodity];
  const { icon, reads, loses } = READINGS[commodity];
  const isPower = commodity === 'electricity';
  const chain = isPower ? `${ROOT_SYMBOLS.electricity}-{hub}` : ROOT_SYMBOLS[commodity];
  const { e, margin, kelly, hours } = PARAMS;
  return createRowBuilder(commodity)('AI_CORE', 'AI', PARAMS, {
    name: `AI core: ${displayName}`,
    icon,
    risk: 'MEDIUM',
    returns: [5, 12],
    timeframe: '1-20 days',
    inputs: listSignalInputs(chain),
    target: null,
    description: `Trades ${displayName} on the AI signal once a day, where its network has proven skill.`,
    what: `${displayName} in the direction of a calibrated network that reads ${reads}.`,
    when: `For ${displayName} the chance must be ${margin} away from even and the gain expected while the position is held above ${e} round trips, each day at the close.`,
    how: `A ${displayName} position has ${kelly} of the Kelly size within the band, and ends when the signal turns, is over ${hours} hours old, or at a stop 2 daily ranges away.${isPower ? ' A short strip is smaller by the chance of a spike.' : ''}`,
    why: `Public news of ${displayName} is priced over days, and the network was tested on markets it had not seen. It loses when ${loses}.`,
  });
}
