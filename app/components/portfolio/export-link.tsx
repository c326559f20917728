// Export link. With script a toast confirms the download; without, the next page shows it.
import { type MouseEvent, useState } from 'react';
import type { ToastMessage } from '../../contracts/messages';
import { useShowToast } from '../show-toast';
import { isPlainClick } from '../use-client-navigation';
import styles from './portfolio.module.css';
import { EXPORT_SUCCEEDED, EXPORT_FAILED } from '../../contracts/portfolio';
import { buildHref } from '../../contracts/base-path';

const REPORT = '/portfolio/report';

/** Downloads the report under the file name of the server. Throws if the response is no report. */
async function downloadReport(): Promise<void> {
  const answer = await fetch(buildHref(`${REPORT}?by=script`));
  const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  if (!answer.ok || name === undefined)
    throw new Error(`the report was answered with ${answer.status}`);
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has read the URL by the next event loop turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

const exportReport = (): Promise<ToastMessage> =>
  downloadReport().then(
    () => EXPORT_SUCCEEDED,
    () => EXPORT_FAILED,
  );

export function ExportLink() {
  const showToast = useShowToast();
  const [isBusy, setIsBusy] = useState(false);
  const startExport = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    void exportReport().then((message) => {
      showToast(message);
      setIsBusy(false);
    });
  };
  return (
    <a
      href={buildHref(REPORT)}
      className={styles['more']}
      onClick={startExport}
      aria-busy={isBusy ? true : undefined}
    >
      Export report
    </a>
  );
}
