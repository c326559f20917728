// The model card as a document of Markdown.
import type { CardTable, ModelCard } from '../../../contracts/model-card';

const formatLine = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;

const tableText = ({ caption, note, columns, rows }: CardTable): string =>
  [
    `**${caption}.** ${note}.`,
    '',
    formatLine(columns.map(({ name }) => name)),
    formatLine(columns.map(({ isNumber }) => (isNumber ? '---:' : '---'))),
    ...rows.map(formatLine),
  ].join('\n');

/** The text of docs/model-card.md. */
export function cardText({ title, summary, sections }: ModelCard): string {
  const parts = sections.flatMap(({ title: name, paragraphs, tables }) => [
    `## ${name}`,
    ...paragraphs,
    ...tables.map(tableText),
  ]);
  return `${[`# ${title}`, 'Made by `npm run evaluate -- --write`, which replaces this page and the verdicts that the desk reads.', summary, ...parts].join('\n\n')}\n`;
}
