// The owner's prices: the folder for files, the outcome of each, and the stored bars of each contract.
import type { OwnPricesDto, PriceFileDto } from '../../contracts/data-health';
import { formatAge, formatCount, formatDate, formatDateTime } from '../../trading/domain/format';
import type { ImportState } from '../../trading/domain/public-source';
import { DataTable } from '../data-table';
import { buildHref } from '../../contracts/base-path';
import styles from './data-health.module.css';

const STATE_TEXTS: Readonly<Record<ImportState, string>> = {
  imported: 'Imported',
  refused: 'Refused',
};

interface OwnPricesProps {
  readonly prices: OwnPricesDto;
  readonly timeZone: string;
}

export function OwnPrices({ prices, timeZone }: OwnPricesProps) {
  const { folder, problem, reading, remarks, filesTotal, contracts } = prices;
  return (
    <section aria-labelledby="own-prices" className={styles['own']}>
      <h2 id="own-prices">Your own prices</h2>
      <p>
        Put CSV files into <code>{folder}</code>, each named after its contract month, such as{' '}
        <code>NGF27.csv</code> or <code>ZCH27 daily.csv</code>. Within about 10 seconds a file is
        read and moved to <code>done</code> or <code>refused</code>. At most 20 MB a file. Daily
        bars become prices of this market. An order fills at the first price that is later than the
        order, which a later file brings.
      </p>
      {problem === null ? null : (
        <p className={styles['fault']}>The folder cannot be used. {problem}</p>
      )}
      {reading === null ? null : <p>Reading {reading}.</p>}
      {remarks.length === 0 ? null : (
        <>
          <p id="file-remarks">These files gave no new import:</p>
          <ul className={styles['remarks']} aria-labelledby="file-remarks">
            {remarks.map(({ name, reason }, index) => (
              <li key={index}>
                {name}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {filesTotal === 0 ? (
        <p className="muted">
          No file was read yet: copy a CSV file with dates and prices into the folder.
        </p>
      ) : (
        <FileTable prices={prices} timeZone={timeZone} />
      )}
      {contracts.length === 0 ? null : <ContractTable contracts={contracts} />}
    </section>
  );
}

function FileTable({ prices, timeZone }: OwnPricesProps) {
  const { files, filesTotal, page, pages } = prices;
  return (
    <>
      <DataTable
        id="price-files"
        caption="Files"
        note={`${formatCount(filesTotal)} ${filesTotal === 1 ? 'file' : 'files'}, newest first. Dates of bars are in UTC.`}
        level={3}
        isCards
      >
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Contract</th>
            <th scope="col">State</th>
            <th scope="col">Bars from, to</th>
            <th scope="col">Rows</th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <FileRow key={file.id} file={file} timeZone={timeZone} />
          ))}
        </tbody>
      </DataTable>
      {pages === 1 ? null : (
        <nav aria-label="Pages of files" className={styles['pages']}>
          {page > 1 ? (
            <a href={buildHref(`/data-health?files=${page - 1}#price-files`)}>Newer files</a>
          ) : null}
          <span>
            Page {page} of {pages}
          </span>
          {page < pages ? (
            <a href={buildHref(`/data-health?files=${page + 1}#price-files`)}>Older files</a>
          ) : null}
        </nav>
      )}
    </>
  );
}

function FileRow({ file, timeZone }: { readonly file: PriceFileDto; readonly timeZone: string }) {
  const { name, contract, state, importedMs, period, refusal } = file;
  return (
    <tr>
      <th scope="row">
        <span className={styles['file']}>{name}</span>
        <span className={styles['offers']}>{formatDateTime(importedMs, timeZone)}</span>
      </th>
      <td data-label="Contract">{contract ?? 'none'}</td>
      <td data-label="State" data-text="" data-wide="">
        {STATE_TEXTS[state]}
        {refusal === null ? null : <span className={styles['problem']}>{refusal}</span>}
        <FileNotes file={file} />
      </td>
      <td data-label="Bars from, to" data-wide="">
        {period === null
          ? 'none'
          : `${formatDate(period.firstMs, 'UTC')} to ${formatDate(period.lastMs, 'UTC')}`}
      </td>
      <td data-label="Rows" data-text="" data-wide="">
        {formatCounts(file)}
      </td>
    </tr>
  );
}

function formatCounts({ counts }: PriceFileDto): string {
  if (counts === null) return 'not imported';
  const { rows, fresh, changed, known, merged, refused, blank } = counts;
  const parts = [
    `${formatCount(fresh)} new${changed === 0 ? '' : ` (${formatCount(changed)} corrected)`}`,
    `${formatCount(known)} known`,
    `${formatCount(merged)} merged`,
    `${formatCount(refused)} refused`,
    `${formatCount(blank)} blank`,
  ];
  return `${formatCount(rows)} = ${parts.join(' + ')}`;
}

function FileNotes({ file }: { readonly file: PriceFileDto }) {
  const { notes, refusedRows, counts } = file;
  if (notes.length === 0 && refusedRows.length === 0) return null;
  const more = (counts?.refused ?? 0) - refusedRows.length;
  return (
    <details className={styles['notes']}>
      <summary>
        How it was read<span className="visually-hidden">: {file.name}</span>
      </summary>
      <ul>
        {notes.map((text, index) => (
          <li key={index}>{text}</li>
        ))}
        {refusedRows.map(({ row, reason }) => (
          <li key={`row ${row}`}>
            row {formatCount(row)} refused: {reason}
          </li>
        ))}
        {more > 0 ? <li>{formatCount(more)} more refused rows</li> : null}
      </ul>
    </details>
  );
}

const ContractTable = ({ contracts }: Pick<OwnPricesDto, 'contracts'>) => (
  <DataTable id="own-contracts" caption="Contracts with your prices" level={3} isCards>
    <thead>
      <tr>
        <th scope="col">Contract</th>
        <th scope="col">First bar</th>
        <th scope="col">Last bar</th>
        <th scope="col" data-number="">
          Bars
        </th>
        <th scope="col">Interval</th>
      </tr>
    </thead>
    <tbody>
      {contracts.map(({ contract, firstMs, lastMs, bars, intervalsMs }) => (
        <tr key={contract}>
          <th scope="row">{contract}</th>
          <td data-label="First bar" data-wide="">
            {formatDate(firstMs, 'UTC')}
          </td>
          <td data-label="Last bar" data-wide="">
            {formatDate(lastMs, 'UTC')}
          </td>
          <td data-label="Bars" data-number="">
            {formatCount(bars)}
          </td>
          <td data-label="Interval" data-wide="">
            {intervalsMs.map(formatAge).join(' and ')}
          </td>
        </tr>
      ))}
    </tbody>
  </DataTable>
);
