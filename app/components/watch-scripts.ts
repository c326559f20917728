// The script of a document that notices when the other scripts are gone. Only the server has its text.
import { buildHref } from '../contracts/base-path';
import { NEW_VERSION_TEXT } from './new-version';

/**
 * Shows the notice where scripts of the page are gone, so that nothing else can run: compares the
 * version of the page with that of the server. Without an answer the page works as it does without
 * scripts.
 */
const WATCH_SCRIPTS = `(address, text) => {
  const show = async () => {
    try {
      const { version } = await (await fetch(address, { cache: 'no-store' })).json();
      if (version === document.documentElement.dataset.version) return;
      if (document.getElementById('new-version')) return;
      const notice = document.createElement('p');
      notice.id = 'new-version';
      notice.className = 'warn';
      notice.setAttribute('role', 'status');
      notice.textContent = text;
      document.body.prepend(notice);
    } catch {}
  };
  const isScript = ({ target }) => target instanceof HTMLScriptElement;
  addEventListener('error', (event) => isScript(event) && show(), true);
  addEventListener('vite:preloadError', show);
  addEventListener('unhandledrejection', ({ reason }) => /module/.test(reason?.message) && show());
}`.replace(/\n\s*/g, '');

export function buildScriptWatch(): string {
  const [address, text] = [buildHref('/version'), NEW_VERSION_TEXT].map((argument) =>
    JSON.stringify(argument),
  );
  return `(${WATCH_SCRIPTS})(${address},${text})`;
}
