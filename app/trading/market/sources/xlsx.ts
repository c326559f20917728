/** Tables of Excel workbooks (Office Open XML), within the limits of ZIP archives. */
import { SaxesParser } from 'saxes';
import { DAY_MS } from '../../domain/time';
import type { EpochMs } from '../../domain/units';
import { RefusedAnswer, readText } from './answer';
import { unzipEntries } from './zip';

/** Text or number of a cell; null for an empty one, a Boolean or an error. */
export type Cell = string | number | null;

const ROWS_MAX = 50_000;
const COLUMNS_MAX = 256;
/** Day 0 of the serial numbers of dates; right from March 1900 on. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const SHARED_TEXTS = 'xl/sharedStrings.xml';
const SHEET = /^xl\/worksheets\/sheet(\d+)\.xml$/;

interface Handlers {
  readonly onOpen: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly onText: (text: string) => void;
  readonly onClose: (name: string) => void;
}

/** Names come without their prefix. Throws RefusedAnswer for a document that is not well formed. */
function parseXml(bytes: Uint8Array, { onOpen, onText, onClose }: Handlers): void {
  const parser = new SaxesParser();
  const getLocalName = (name: string): string => name.slice(name.indexOf(':') + 1);
  parser.on('error', (error) => {
    throw new RefusedAnswer(`the workbook has broken XML: ${error.message}`);
  });
  parser.on('opentag', ({ name, attributes }) => onOpen(getLocalName(name), attributes));
  parser.on('text', onText);
  parser.on('closetag', ({ name }) => onClose(getLocalName(name)));
  parser.write(readText(bytes)).close();
}

/** Texts that cells name by their number. Phonetic readings are left out. */
function readSharedTexts(bytes: Uint8Array): readonly string[] {
  const texts: string[] = [];
  let isText = false;
  let isPhonetic = false;
  parseXml(bytes, {
    onOpen(name) {
      if (name === 'si') texts.push('');
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    onText(text) {
      if (isText) texts[texts.length - 1] += text;
    },
    onClose(name) {
      if (name === 'rPh') isPhonetic = false;
      if (name === 't') isText = false;
    },
  });
  return texts;
}

/** Column of a reference such as `AB12`, from 0; null without one. */
function findColumn(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
}

function buildCell(type: string, text: string, shared: readonly string[]): Cell {
  if (text === '') return null;
  switch (type) {
    case 's': {
      const found = shared[Number(text)];
      if (found === undefined) throw new RefusedAnswer(`the workbook lacks its text ${text}`);
      return found;
    }
    case 'str':
    case 'inlineStr':
    case 'd':
      return text;
    case 'n': {
      const value = Number(text);
      if (!Number.isFinite(value)) throw new RefusedAnswer(`a cell is no number: ${text}`);
      return value;
    }
    default:
      return null;
  }
}

function readSheet(bytes: Uint8Array, shared: readonly string[]): readonly (readonly Cell[])[] {
  const rows: Cell[][] = [];
  let column = 0;
  let type = 'n';
  let text = '';
  let isValue = false;
  parseXml(bytes, {
    onOpen(name, attributes) {
      if (name === 'row') {
        if (rows.length >= ROWS_MAX)
          throw new RefusedAnswer(`the workbook has more than ${ROWS_MAX} rows`);
        rows.push([]);
        column = 0;
      }
      if (name === 'c') {
        column = findColumn(attributes['r']) ?? column;
        type = attributes['t'] ?? 'n';
        text = '';
      }
      isValue = name === 'v' || name === 't';
    },
    onText(part) {
      if (isValue) text += part;
    },
    onClose(name) {
      if (name === 'v' || name === 't') isValue = false;
      if (name !== 'c') return;
      if (column >= COLUMNS_MAX)
        throw new RefusedAnswer(`the workbook has more than ${COLUMNS_MAX} columns`);
      const row = rows.at(-1);
      if (row) row[column] = buildCell(type, text, shared);
      column += 1;
    },
  });
  return rows.map((row) => Array.from(row, (cell) => cell ?? null));
}

/**
 * Rows of the sheet with the lowest number. Throws RefusedAnswer for a body that is no workbook, one
 * outside the limits and one whose dates count from 1904.
 */
export function readFirstSheet(body: Uint8Array): readonly (readonly Cell[])[] {
  const entries = unzipEntries(body);
  const findEntry = (name: string): Uint8Array | null =>
    entries.find((entry) => entry.name === name)?.bytes ?? null;
  const workbook = findEntry('xl/workbook.xml');
  const numbers = entries.map(({ name }) => Number(SHEET.exec(name)?.[1] ?? Infinity));
  const sheet = findEntry(`xl/worksheets/sheet${Math.min(...numbers)}.xml`);
  if (!workbook || !sheet) throw new RefusedAnswer('the archive is no Excel workbook');
  checkDates(workbook);
  const shared = findEntry(SHARED_TEXTS);
  return readSheet(sheet, shared ? readSharedTexts(shared) : []);
}

function checkDates(workbook: Uint8Array): void {
  parseXml(workbook, {
    onOpen(name, attributes) {
      if (name === 'workbookPr' && ['1', 'true'].includes(attributes['date1904'] ?? ''))
        throw new RefusedAnswer('the dates of the workbook count from 1904');
    },
    onText: () => undefined,
    onClose: () => undefined,
  });
}

/** Midnight UTC of a date cell, a serial number or an ISO date; null for another cell. */
export function readDateCell(cell: Cell): EpochMs | null {
  if (typeof cell === 'number')
    return Number.isInteger(cell) && cell > 0 ? EPOCH_MS + cell * DAY_MS : null;
  const [, day] = /^(\d{4}-\d{2}-\d{2})(T00:00:00(\.0+)?Z?)?$/.exec(cell ?? '') ?? [];
  const atMs = day === undefined ? NaN : Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(atMs) ? null : atMs;
}
