// What went wrong with a form, said at its top and announced at once; focus goes there when script
// runs.
import { useEffect, useRef } from 'react';
import styles from './form.module.css';

/** A line, or a line that leads to the field it is about. */
export type ErrorLine = string | { readonly text: string; readonly fieldId: string };

const formatText = (line: ErrorLine): string => (typeof line === 'string' ? line : line.text);

export function ErrorSummary({ title, lines }: { title: string; lines: readonly ErrorLine[] }) {
  const box = useRef<HTMLDivElement>(null);
  const said = lines.map(formatText).join('\n');
  useEffect(() => box.current?.focus(), [said]);
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles['summary']}>
      <strong>{title}</strong>
      {lines.map((line) => (
        <p key={formatText(line)}>
          {typeof line === 'string' ? line : <a href={`#${line.fieldId}`}>{line.text}</a>}
        </p>
      ))}
    </div>
  );
}
