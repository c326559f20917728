// Model card page: sections with texts, tables and calibration charts.
import type { CardSection, CardTable, ModelCard } from '../../contracts/model-card';
import { DataTable } from '../data-table';
import styles from './model-card.module.css';
import { ReliabilityChart } from './reliability-chart';
import { SkillMatrixTable } from './skill-matrix';

/** Number of overview sections with open tables; tables of single networks are collapsed. */
const OVERVIEW_SECTIONS = 2;

/** Tables of at least so many columns are wider than a small screen. */
const WIDE_COLUMNS = 5;

export function CardView({ card: { title, summary, matrix, sections } }: { card: ModelCard }) {
  return (
    <>
      <div>
        <h1>{title}</h1>
        <p className={styles['text']}>{summary}</p>
      </div>
      <SkillMatrixTable matrix={matrix} />
      <div>
        <nav aria-label="Parts of the model card">
          <ul className={styles['contents']}>
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {sections.map((section, index) => (
        <Section key={section.id} section={section} isDetail={index >= OVERVIEW_SECTIONS} />
      ))}
    </>
  );
}

function Section({
  section: { id, title, paragraphs, tables, reliability },
  isDetail,
}: {
  section: CardSection;
  isDetail: boolean;
}) {
  return (
    <section id={id} className={styles['section']} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles['title']}>
        {title}
      </h2>
      {paragraphs.map((text) => (
        <p key={text} className={styles['text']}>
          {text}
        </p>
      ))}
      {isDetail && tables.length > 0 ? (
        <details className={styles['more']}>
          <summary>
            {tables.length === 1 ? 'The table' : `The ${tables.length} tables`} of {title}
          </summary>
          <Figures tables={tables} reliability={reliability} />
        </details>
      ) : (
        <Figures tables={tables} reliability={reliability} />
      )}
    </section>
  );
}

function Figures({ tables, reliability }: Pick<CardSection, 'tables' | 'reliability'>) {
  return (
    <div className={styles['figures']}>
      {tables.map((table) => (
        <Table key={table.id} table={table} />
      ))}
      {reliability.length === 0 ? null : (
        <div className={styles['charts']}>
          {reliability.map((one) => (
            <ReliabilityChart key={one.id} {...one} />
          ))}
        </div>
      )}
    </div>
  );
}

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
