// Almanac, folded: normals, records and crop stages.
import type { ReactNode } from 'react';
import type { DatedValueDto } from '../../contracts/api/almanac';
import type { WeatherScreen } from '../../contracts/weather-page';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  MISSING,
  formatCount,
  formatNumber,
  formatPercent,
  formatSignedNumber,
} from '../../trading/domain/format';
import { Sourced } from '../sourced';
import { EmptyState, LoadError, Section, WEATHER_FAILED } from './section';
import { appendUnit } from './weather-texts';
import styles from './weather.module.css';
import { WideTable } from './wide-table';
import type { AlmanacPlaceDto, AlmanacDto, CropDto } from '../../contracts/api/almanac';

export function AlmanacSection({
  almanac,
  nowMs,
  timeZone,
}: WeatherScreen & { readonly almanac: AlmanacDto | null }) {
  if (almanac === null || almanac.cells.length === 0) {
    return (
      <Section id="almanac" title="Almanac">
        {almanac === null ? (
          <LoadError text={WEATHER_FAILED} />
        ) : (
          <EmptyState reason={almanac.reason} />
        )}
      </Section>
    );
  }
  const { date, source, asOf, cells, regions, crops } = almanac;
  return (
    <details className={styles['fold']}>
      <summary>
        <h2>Almanac: normals, records and crops</h2>
      </summary>
      <div id="almanac" className={styles['folded']}>
        <PlaceTable
          caption={`Almanac of ${date ?? 'today'}`}
          rows={[...regions, ...cells]}
          note={<Sourced source={source} asOf={asOf} nowMs={nowMs} timeZone={timeZone} />}
        />
        <CropTable crops={crops} />
      </div>
    </details>
  );
}

const COLUMNS = [
  'Normal mean',
  'Normal high / low',
  'Normal rain',
  'Yesterday mean',
  'Yesterday high / low',
  'Warmest on this date',
  'Coldest on this date',
  'Warmest ever',
  'Coldest ever',
  'Hours ≤ 32 / 28 °F in 7 days',
];

const formatDegrees = (value: number | null | undefined): string => formatNumber(value ?? null, 1);
const formatSpan = (place: { readonly high: number; readonly low: number } | null): string =>
  place === null ? MISSING : `${formatDegrees(place.high)} / ${formatDegrees(place.low)}`;
const Dated = ({ found }: { found: DatedValueDto | null }) =>
  found === null ? (
    <>{MISSING}</>
  ) : (
    <>
      {formatDegrees(found.value)} <span className="unbroken muted">{found.date}</span>
    </>
  );

function listCells({
  normal,
  yesterday,
  dateRecords,
  allRecords,
  freezeHours,
}: AlmanacPlaceDto): readonly ReactNode[] {
  return [
    formatDegrees(normal?.mean),
    formatSpan(normal),
    appendUnit(formatNumber(normal?.rain ?? null, 3), ' in'),
    formatDegrees(yesterday?.mean),
    formatSpan(yesterday),
    <Dated key="warmest" found={dateRecords.highest} />,
    <Dated key="coldest" found={dateRecords.lowest} />,
    <Dated key="warmest ever" found={allRecords.highest} />,
    <Dated key="coldest ever" found={allRecords.lowest} />,
    freezeHours === null
      ? 'by place only'
      : `${formatCount(freezeHours.freezing)} / ${formatCount(freezeHours.hardFreeze)} of ${formatCount(freezeHours.hours)}`,
  ];
}

function PlaceTable({
  caption,
  rows,
  note,
}: {
  caption: string;
  rows: readonly AlmanacPlaceDto[];
  note: JSX.Element;
}) {
  const since = rows
    .map((row) => row.since)
    .filter((day) => day !== null)
    .sort()[0];
  return (
    <WideTable
      caption={caption}
      note={
        <>
          Temperatures in °F{since === undefined ? null : `, records since ${since}`}. {note}
        </>
      }
    >
      <thead>
        <tr>
          <th scope="col">Place</th>
          {COLUMNS.map((name) => (
            <th key={name} scope="col" data-number>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.place + (row.cell ?? '')}>
            <th scope="row">{row.place}</th>
            {listCells(row).map((cell, index) => (
              <td key={COLUMNS[index]} data-number>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

const formatWeek = ({ change, week }: { readonly change: number | null; readonly week: string }) =>
  `${change === null ? '' : ` (${formatSignedNumber(change, 0)})`}, week to ${week}`;

const formatRating = ({ rating }: CropDto): string =>
  rating === null ? MISSING : `${formatPercent(rating.percent, 0)}${formatWeek(rating)}`;

const formatProgress = ({ progress }: CropDto): string =>
  progress === null
    ? MISSING
    : `${progress.stage} ${formatPercent(progress.percent, 0)}${formatWeek(progress)}`;

function CropTable({ crops }: { crops: readonly CropDto[] }) {
  return (
    <WideTable caption="Crops" note="Growing degree days (86/50 °F) since planting">
      <thead>
        <tr>
          {[
            'Crop',
            'Market',
            'Rated good or excellent',
            'Progress',
            'Stage',
            'Next',
            'Planted',
          ].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col" data-number>
            Growing degree days
          </th>
          <th scope="col" data-number>
            Normal
          </th>
          <th scope="col">Stage source</th>
        </tr>
      </thead>
      <tbody>
        {crops.map((crop) => (
          <tr key={crop.crop}>
            <th scope="row">{crop.crop}</th>
            <td>{COMMODITIES[crop.commodity].displayName}</td>
            <td>{formatRating(crop)}</td>
            <td>{formatProgress(crop)}</td>
            <td>{crop.stage}</td>
            <td>{crop.next ?? MISSING}</td>
            <td className="unbroken">{crop.planted ?? MISSING}</td>
            <td data-number>{formatCount(crop.growingDegreeDays)}</td>
            <td data-number>{formatCount(crop.growingDegreeDaysNormal)}</td>
            <td>{crop.method}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
