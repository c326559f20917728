// The report as a file. With script its coming is told at once; without, the browser keeps it and
// the next page tells.
import { type MouseEvent, useState } from 'react';
import type { ToastMessage } from '../../contracts/messages';
import { useShowToast } from '../show-toast';
import { isPlainPress } from '../use-client-navigation';
import styles from './portfolio.module.css';
import { EXPORTED, EXPORT_FAILED } from '../../contracts/portfolio';

const REPORT = '/portfolio/report';

/** Keeps the report under the name that the server gave it. Throws when what came is no report. */
async function keepReport(): Promise<void> {
  const answer = await fetch(`${REPORT}?by=script`);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  if (!answer.ok || name === undefined)
    throw new Error(`the report was answered with ${answer.status}`);
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

const kept = (): Promise<ToastMessage> =>
  keepReport().then(
    () => EXPORTED,
    () => EXPORT_FAILED,
  );

export function ExportLink() {
  const say = useShowToast();
  const [isBusy, setIsBusy] = useState(false);
  const press = (event: MouseEvent): void => {
    if (!isPlainPress(event)) return;
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    void kept().then((message) => {
      say(message);
      setIsBusy(false);
    });
  };
  return (
    <a
      href={REPORT}
      className={styles['more']}
      onClick={press}
      aria-busy={isBusy ? true : undefined}
    >
      Export report
    </a>
  );
}
