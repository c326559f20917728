// Model card page: sections with texts, tables and calibration charts.
import type { CardSection, CardTable, ModelCard } from '../../contracts/model-card';
import { DataTable } from '../data-table';
import styles from './model-card.module.css';
import { ReliabilityChart } from './reliability-chart';
import { SkillMatrixTable } from './skill-matrix';

/** Tables of at least so many columns are wider than a small screen. */
const WIDE_COLUMNS = 5;

interface SectionProps {
  readonly section: CardSection;
}

export function CardView({ card: { title, summary, matrix, sections } }: { card: ModelCard }) {
  const [overview, ...details] = sections;
  return (
    <>
      <div>
        <h1>{title}</h1>
        <p className={styles['text']}>{summary}</p>
      </div>
      <SkillMatrixTable matrix={matrix} />
      {overview ? <Overview section={overview} /> : null}
      <div className={styles['details']}>
        {details.map((section) => (
          <Detail key={section.id} section={section} />
        ))}
      </div>
    </>
  );
}

/** The first section, with its first table open. */
function Overview({ section: { id, title, paragraphs, tables, reliability } }: SectionProps) {
  const others = tables.slice(1);
  return (
    <section id={id} className={styles['section']} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles['title']}>
        {title}
      </h2>
      <Tables tables={tables.slice(0, 1)} />
      {others.map((table) => (
        <details key={table.id} className={styles['more']}>
          <summary>{table.caption}</summary>
          <Tables tables={[table]} />
        </details>
      ))}
      <details className={styles['more']}>
        <summary>How it was judged</summary>
        <div className={styles['section']}>
          <Paragraphs paragraphs={paragraphs} />
          <ReliabilityCharts reliability={reliability} />
        </div>
      </details>
    </section>
  );
}

/** A folded section; the list of them is the contents of the page. */
const Detail = ({ section: { id, title, paragraphs, tables, reliability } }: SectionProps) => (
  <details id={id} className={styles['more']}>
    <summary>
      <h2 className={styles['summary']}>{title}</h2>
    </summary>
    <div className={styles['section']}>
      <Paragraphs paragraphs={paragraphs} />
      <Tables tables={tables} />
      <ReliabilityCharts reliability={reliability} />
    </div>
  </details>
);

const Paragraphs = ({ paragraphs }: Pick<CardSection, 'paragraphs'>) =>
  paragraphs.map((text) => (
    <p key={text} className={styles['text']}>
      {text}
    </p>
  ));

const Tables = ({ tables }: Pick<CardSection, 'tables'>) =>
  tables.length === 0 ? null : (
    <div className={styles['figures']}>
      {tables.map((table) => (
        <Table key={table.id} table={table} />
      ))}
    </div>
  );

const ReliabilityCharts = ({ reliability }: Pick<CardSection, 'reliability'>) =>
  reliability.length === 0 ? null : (
    <div className={styles['charts']}>
      {reliability.map((one) => (
        <ReliabilityChart key={one.id} {...one} />
      ))}
    </div>
  );

function Table({ table: { id, caption, note, columns, rows } }: { table: CardTable }) {
  return (
    <DataTable
      id={id}
      caption={caption}
      note={
        columns.length < WIDE_COLUMNS ? (
          note
        ) : (
          <>
            {note} <span className={styles['hint']}>Scroll sideways for all columns.</span>
          </>
        )
      }
      level={3}
    >
      <thead>
        <tr>
          {columns.map(({ name, isNumber }) => (
            <th key={name} scope="col" data-number={isNumber ? true : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]}>
            {cells.map((cell, index) =>
              index === 0 ? (
                <th key={index} scope="row">
                  {cell}
                </th>
              ) : (
                <CardCell key={index} text={cell} isNumber={columns[index]?.isNumber ?? false} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

const TONES: Readonly<Record<string, string | undefined>> = {
  skill: styles['skill'],
  'no evidence of skill': 'muted',
};

function CardCell({ text, isNumber }: { text: string; isNumber: boolean }) {
  return (
    <td data-number={isNumber ? true : undefined} className={TONES[text]}>
      {text}
    </td>
  );
}
