/** Delivery region of each front contract on the price map. */
import type { CommodityKey } from './commodity';

export const DELIVERY_REGIONS: Readonly<Record<CommodityKey, string | null>> = {
  electricity: null,
  'natural-gas': 'Henry Hub',
  corn: 'Corn Belt',
  soybeans: 'Soybean Belt',
  wheat: 'Wheat Belt',
  'orange-juice': 'Florida',
  // New York Harbor
  oil: 'East Coast',
  // licensed warehouses in and around the port
  coffee: 'New York',
  // Cushing, Oklahoma, which oil statistics count to the Midwest
  'crude-oil': 'Midwest',
  cotton: 'Cotton Belt',
};
