/** All public sources that are asked while the server runs, in list order. */
import { caisoSource } from './caiso/source';
import { cftcSource } from './cftc/source';
import { cpcSource } from './cpc/source';
import { eiaSource } from './eia/source';
import { ercotSource } from './ercot/source';
import { iceSource } from './ice/source';
import { misoSource } from './miso/source';
import { nassSource } from './nass/source';
import { nhcSource } from './nhc/source';
import { nwsSource } from './nws/source';
import { nyisoSource } from './nyiso/source';
import { openMeteoSource } from './openmeteo/source';
import { pjmSource } from './pjm/source';
import { iemSource } from './iem/source';
import { ibkrSource } from './ibkr/source';
import type { BackfillSource, PublicSource, SourceDescription } from './source';
import { usdmSource } from './usdm/source';
import { yahooSource } from './yahoo/source';

export const PUBLIC_SOURCES: readonly PublicSource[] = [
  nwsSource,
  cpcSource,
  nhcSource,
  usdmSource,
  cftcSource,
  nyisoSource,
  misoSource,
  caisoSource,
  ercotSource,
  pjmSource,
  iceSource,
  eiaSource,
  nassSource,
  openMeteoSource,
  yahooSource,
];

/** Sources that arrive through the connection of a user to a broker. */
export const BROKER_SOURCES: readonly SourceDescription[] = [ibkrSource];

/** Sources of the past, asked by a program only. */
export const BACKFILL_SOURCES: readonly BackfillSource[] = [iemSource];
