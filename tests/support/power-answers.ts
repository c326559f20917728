// Builds answers of the five power markets after their formats, with made prices.
import { strToU8, zipSync } from 'fflate';
import { HOUR_MS, MINUTE_MS } from '../../app/trading/domain/time';

/** A made price for an hour of UTC: 20 to 90 $/MWh. */
export const makePrice = (atMs: number): number =>
  Number((55 + 35 * Math.sin((atMs / HOUR_MS) * 0.26)).toFixed(2));

/** Price of a time in $/MWh. */
type PriceAt = (atMs: number) => number;

/** The first Sunday of March and November that the US clock laws name, as midnight UTC. */
function getSunday(year: number, month: number, n: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return Date.UTC(year, month, 1 + ((7 - first) % 7) + (n - 1) * 7);
}

export interface ClockChange {
  readonly dayMs: number;
  readonly hours: 23 | 25;
}

/** Days of the fourteen US clock changes of 2020 to 2026, as midnight UTC. */
export const CLOCK_CHANGES: readonly ClockChange[] = [
  2020, 2021, 2022, 2023, 2024, 2025, 2026,
].flatMap((year): ClockChange[] => [
  { dayMs: getSunday(year, 2, 2), hours: 23 },
  { dayMs: getSunday(year, 10, 1), hours: 25 },
]);

interface LocalHour {
  readonly startsMs: number;
  /** Local hour, 0 to 23. */
  readonly hour: number;
  readonly isRepeated: boolean;
}

/**
 * Hours of a local day, by law and without a time zone library: on a day of 23 hours, 2 is left out;
 * on one of 25, 1 is repeated. `winterOffset` is that of standard time, such as -5.
 */
export function listLocalHours(
  dayMs: number,
  hours: 23 | 24 | 25,
  winterOffset: number,
): readonly LocalHour[] {
  const isSummerAtMidnight = hours === 25 || (hours === 24 && isSummer(dayMs));
  const fromMs = dayMs - (winterOffset + (isSummerAtMidnight ? 1 : 0)) * HOUR_MS;
  return Array.from({ length: hours }, (_, index) => {
    const shift = index > 1 ? hours - 24 : 0;
    return {
      startsMs: fromMs + index * HOUR_MS,
      hour: index - shift,
      isRepeated: hours === 25 && index === 2,
    };
  });
}

function isSummer(dayMs: number): boolean {
  const year = new Date(dayMs).getUTCFullYear();
  return dayMs > getSunday(year, 2, 2) && dayMs <= getSunday(year, 10, 1);
}

const padTwo = (value: number): string => String(value).padStart(2, '0');
const formatUsDate = (dayMs: number): string => {
  const [year, month, day] = new Date(dayMs).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};

const NYISO_HEADER =
  '"Time Stamp","Name","PTID","LBMP ($/MWHr)","Marginal Cost Losses ($/MWHr)","Marginal Cost Congestion ($/MWHr)"';

const formatNyisoRows = (stamp: string, price: number): string[] => [
  `"${stamp}","CAPITL",61757,${(price - 3).toFixed(2)},0.91,0.00`,
  `"${stamp}","N.Y.C.",61761,${price},1.84,-0.35`,
];

export function makeNyisoDayAhead(
  dayMs: number,
  hours: 23 | 24 | 25,
  priceAt: PriceAt = makePrice,
): string {
  const rows = listLocalHours(dayMs, hours, -5).flatMap(({ startsMs, hour }) =>
    formatNyisoRows(`${formatUsDate(dayMs)} ${padTwo(hour)}:00`, priceAt(startsMs)),
  );
  return [NYISO_HEADER, ...rows, ''].join('\r\n');
}

/** Five-minute rows of a day (stamps are interval ends), for its first `count` intervals. */
export function makeNyisoRealTime(
  dayMs: number,
  hours: 23 | 24 | 25,
  count: number = hours * 12,
  priceAt: PriceAt = makePrice,
): string {
  const rows = listLocalHours(dayMs, hours, -5)
    .flatMap(({ startsMs, hour }, index) =>
      Array.from({ length: 12 }, (_, part) => {
        const minute = (part + 1) * 5;
        const nextHour = listLocalHours(dayMs, hours, -5)[index + 1]?.hour ?? 24;
        // After 1:55 of summer time, the clock shows 1:00 again.
        const stamp =
          minute < 60 ? `${padTwo(hour)}:${padTwo(minute)}:00` : `${padTwo(nextHour % 24)}:00:00`;
        const date = minute === 60 && nextHour === 24 ? dayMs + 24 * HOUR_MS : dayMs;
        return { text: `${formatUsDate(date)} ${stamp}`, endsMs: startsMs + minute * MINUTE_MS };
      }),
    )
    .slice(0, count)
    .flatMap(({ text, endsMs }) => formatNyisoRows(text, priceAt(endsMs)));
  return [NYISO_HEADER, ...rows, ''].join('\r\n');
}

/** A row of zone J at a local time as `11/27/2026 10:45:00`. */
export const makeNyisoRow = (stamp: string, price: number): string =>
  `${formatNyisoRows(stamp, price).join('\r\n')}\r\n`;

/** A daily report of MISO; its hours are EST on every day. */
export function makeMisoReport(dayMs: number, title: string, priceAt: PriceAt = makePrice): string {
  const prices = listLocalHours(dayMs, 24, -5).map((_, index) =>
    priceAt(dayMs + (index + 5) * HOUR_MS),
  );
  const formatRow = (node: string, value: string, shift: number): string =>
    `${node},Hub,${value},${prices.map((price) => (price * shift).toFixed(2)).join(',')}`;
  const hours = Array.from({ length: 24 }, (_, index) => `HE ${index + 1}`).join(',');
  return [
    title,
    formatUsDate(dayMs),
    '',
    ',,,All Hours-Ending are Eastern Standard Time (EST)',
    `Node,Type,Value,${hours}`,
    formatRow('ILLINOIS.HUB', 'LMP', 0.9),
    formatRow('INDIANA.HUB', 'LMP', 1),
    formatRow('INDIANA.HUB', 'MCC', 0.02),
    formatRow('INDIANA.HUB', 'MLC', 0.01),
    '',
  ].join('\n');
}

export const makeMisoTable = (refId: string, price: number | string | null): string =>
  JSON.stringify({
    LMPData: {
      RefId: refId,
      FiveMinLMP: {
        HourAndMin: '07:40',
        PricingNode: [
          { name: 'ILLINOIS.HUB', LMP: '31.10', MLC: '0.50', MCC: '0.00' },
          { name: 'INDIANA.HUB', LMP: price, MLC: '1.20', MCC: '0.35' },
        ],
      },
      HourlyIntegratedLMP: { HourAndMin: '06:00', PricingNode: [] },
    },
  });

const CAISO_NODE = 'TH_SP15_GEN-APND';
const formatGmt = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}-00:00`;

const formatCaisoRow = (
  startsMs: number,
  minutes: number,
  type: string,
  priceAt: PriceAt,
): string => {
  const price = type === 'LMP' ? priceAt(startsMs) : priceAt(startsMs) / 40;
  const run = minutes === 60 ? 'DAM' : 'RTM';
  return `${formatGmt(startsMs)},${formatGmt(startsMs + minutes * MINUTE_MS)},2026-11-28,1,${CAISO_NODE},${CAISO_NODE},${CAISO_NODE},${run},${type},${type}_PRC,${CAISO_NODE},ALL_APNODES,0,${price.toFixed(5)},0,1`;
};

/** CSV text of OASIS, its rows by component and not by time. */
export function makeCaisoTable(
  starts: readonly number[],
  minutes: 5 | 60,
  priceAt: PriceAt = makePrice,
): string {
  const column = minutes === 60 ? 'MW' : 'VALUE';
  const header = `INTERVALSTARTTIME_GMT,INTERVALENDTIME_GMT,OPR_DT,OPR_HR,NODE_ID_XML,NODE_ID,NODE,MARKET_RUN_ID,LMP_TYPE,XML_DATA_ITEM,PNODE_RESMRID,GRP_TYPE,POS,${column},OPR_INTERVAL,GROUP`;
  const rows = ['MCC', 'LMP', 'MCE', 'MCL'].flatMap((type) =>
    [...starts].reverse().map((startsMs) => formatCaisoRow(startsMs, minutes, type, priceAt)),
  );
  return [header, ...rows, ''].join('\n');
}

export const makeZip = (name: string, text: string): Uint8Array =>
  zipSync({ [name]: strToU8(text) }, { mtime: new Date('2026-01-01T12:00:00Z') });

/** A ZIP as OASIS writes it: sizes and checksum only in the directory and after the data. */
export function makeStreamedZip(name: string, text: string): Uint8Array {
  const plain = makeZip(name, text);
  const view = new DataView(plain.buffer, plain.byteOffset, plain.byteLength);
  view.setUint16(6, view.getUint16(6, true) | 8, true);
  for (const offset of [14, 18, 22]) view.setUint32(offset, 0, true);
  return plain;
}

export const makeCaisoError = (code: string, text: string): Uint8Array =>
  makeStreamedZip(
    'INVALID_REQUEST.xml',
    `<?xml version="1.0" encoding="UTF-8"?><m:OASISReport xmlns:m="http://www.caiso.com/soa/OASISReport_v1.xsd"><m:MessagePayload><m:RTO><m:name>CAISO</m:name><m:ERROR><m:ERR_CODE>${code}</m:ERR_CODE><m:ERR_DESC>${text}</m:ERR_DESC></m:ERROR></m:RTO></m:MessagePayload></m:OASISReport>`,
  );

export function makeErcotDayAhead(
  dayMs: number,
  hours: 23 | 24 | 25,
  priceAt: PriceAt = makePrice,
): string {
  const rows = listLocalHours(dayMs, hours, -6).flatMap(({ startsMs, hour, isRepeated }) =>
    ['HB_HOUSTON', 'HB_NORTH', 'LZ_WEST'].map((point, index) =>
      [
        formatUsDate(dayMs),
        `${padTwo(hour + 1)}:00`,
        point,
        (priceAt(startsMs) + (index - 1) * 2).toFixed(2),
        isRepeated ? 'Y' : 'N',
      ].join(','),
    ),
  );
  return ['DeliveryDate,HourEnding,SettlementPoint,SettlementPointPrice,DSTFlag', ...rows, ''].join(
    '\n',
  );
}

/** Quarter hours of a whole day; real documents contain one of them. */
export function makeErcotRealTime(
  dayMs: number,
  hours: 23 | 24 | 25,
  priceAt: PriceAt = makePrice,
): string {
  const rows = listLocalHours(dayMs, hours, -6).flatMap(({ startsMs, hour, isRepeated }) =>
    [1, 2, 3, 4].map((quarter) =>
      [
        formatUsDate(dayMs),
        hour + 1,
        quarter,
        'HB_NORTH',
        'HU',
        priceAt(startsMs + (quarter - 1) * 15 * MINUTE_MS),
        isRepeated ? 'Y' : 'N',
      ].join(','),
    ),
  );
  return [
    'DeliveryDate,DeliveryHour,DeliveryInterval,SettlementPointName,SettlementPointType,SettlementPointPrice,DSTFlag',
    ...rows,
    '',
  ].join('\n');
}

interface ListedDocument {
  readonly id: string;
  readonly name: string;
  readonly published: string;
}

export const makeErcotList = (documents: readonly ListedDocument[]): string =>
  JSON.stringify({
    ListDocsByRptTypeRes: {
      DocumentList: documents.map(({ id, name, published }) => ({
        Document: {
          ExpiredDate: '2026-12-28T23:59:59-06:00',
          ContentSize: '4312',
          Extension: 'zip',
          DocID: id,
          FriendlyName: name,
          ConstructedName: `cdr.00012331.0000000000000000.20261127.131502117.${name}.zip`,
          PublishDate: published,
          ReportName: 'made',
        },
      })),
    },
  });

export function makePjmPage(
  starts: readonly number[],
  field: 'total_lmp_da' | 'total_lmp_rt',
): string {
  const items = starts.map((startsMs) => ({
    datetime_beginning_utc: new Date(startsMs).toISOString().slice(0, 19),
    datetime_beginning_ept: 'not read',
    ...(field === 'total_lmp_da' ? { pnode_id: 51288, row_is_current: true, version_nbr: 1 } : {}),
    pnode_name: 'WESTERN HUB',
    type: 'HUB',
    [field]: makePrice(startsMs),
  }));
  return JSON.stringify({ items, totalRows: items.length });
}
