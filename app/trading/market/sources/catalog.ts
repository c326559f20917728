/** All public sources, in list order. */
import { cftcSource } from './cftc/source';
import { eiaSource } from './eia/source';
import { nassSource } from './nass/source';
import type { PublicSource } from './source';
import { yahooSource } from './yahoo/source';

export const PUBLIC_SOURCES: readonly PublicSource[] = [
  cftcSource,
  eiaSource,
  nassSource,
  yahooSource,
];
