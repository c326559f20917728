/** Names of markets in sentences. */
import { COMMODITIES, type CommodityKey } from './commodity';

/** `PJM Power`, `Natural Gas`. Only power has a hub. */
export const getMarketName = (commodity: CommodityKey, hub: string | null): string =>
  commodity === 'electricity' && hub !== null
    ? `${hub} Power`
    : COMMODITIES[commodity].displayName.replace(/ Futures$/, '');
