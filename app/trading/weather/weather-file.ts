/**
 * A CSV file of daily weather made into readings, each known only when its day is over.
 * It knows dates, numeric columns and degree days; it refuses to let a reading be seen before its day has ended.
 */
import { type Outcome, done, refusal, refused } from '../domain/outcome';
import type { EpochMs } from '../domain/units';
import { findDateColumn } from '../market/csv-columns';
import { type ImportNote, type RefusedRow, type Tally, fileNote, tally, countRow, tallyNote } from '../market/csv-notes';
import { refuseRow } from '../market/csv-rows';
import { dayOrder, parseStamp } from '../market/csv-stamp';
import { type CsvText, openCsv, splitFields } from '../market/csv-text';
import type { WeatherFeed, WeatherReading } from '../ports';
import { type WeatherColumns, findWeatherColumns, seriesValues } from './weather-columns';
