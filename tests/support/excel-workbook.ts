// Made Excel workbooks with one sheet, as spreadsheet programs write them.
import { strToU8, zipSync } from 'fflate';

type CellValue = string | number | null;

export interface WorkbookParts {
  /** Texts in the cells instead of in the table of shared texts. */
  readonly isInline?: boolean;
  readonly countsFrom1904?: boolean;
  /** Replaces the XML of the sheet. */
  readonly sheet?: string;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const getLetter = (column: number): string => String.fromCharCode('A'.charCodeAt(0) + column);

/** Serial number of a day, YYYY-MM-DD. */
export const toSerial = (day: string): number =>
  (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;

export function makeWorkbook(
  rows: readonly (readonly CellValue[])[],
  { isInline = false, countsFrom1904 = false, sheet }: WorkbookParts = {},
): Uint8Array {
  const texts: string[] = [];
  const formatCell = (value: CellValue, row: number, column: number): string => {
    const place = `r="${getLetter(column)}${row + 1}"`;
    if (value === null) return '';
    if (typeof value === 'number') return `<c ${place} s="1"><v>${value}</v></c>`;
    if (isInline) return `<c ${place} t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
    if (!texts.includes(value)) texts.push(value);
    return `<c ${place} t="s"><v>${texts.indexOf(value)}</v></c>`;
  };
  const lines = rows.map(
    (row, index) =>
      `<row r="${index + 1}">${row.map((value, column) => formatCell(value, index, column)).join('')}</row>`,
  );
  const written = `${HEAD}<worksheet ${MAIN}><sheetData>${lines.join('')}</sheetData></worksheet>`;
  return zipSync({
    'xl/workbook.xml': strToU8(
      `${HEAD}<workbook ${MAIN}><workbookPr${countsFrom1904 ? ' date1904="1"' : ''}/><sheets><sheet name="2026" sheetId="1"/></sheets></workbook>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(sheet ?? written),
    'xl/sharedStrings.xml': strToU8(
      `${HEAD}<sst ${MAIN}>${texts.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
    ),
  });
}
