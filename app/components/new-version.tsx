// Notice of an open page whose server was upgraded: its scripts and the answers of the server may not fit.
import type { ShellAlert } from '../contracts/messages';
import { buildHref } from '../contracts/base-path';

const TITLE = 'A new version was installed.';
const ADVICE = 'Reload the page.';

/** In the shell, once the socket has met the new server. */
export const NEW_VERSION_ALERT: ShellAlert = {
  kind: 'status',
  title: TITLE,
  text: ADVICE,
  ways: [],
};

/**
 * Shows the notice where scripts of the page are gone, so that nothing else can run: compares the version of the
 * page with that of the server. Without an answer the page works as it does without scripts.
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

export function ScriptWatch({ nonce }: { nonce: string | undefined }) {
  const call = `(${WATCH_SCRIPTS})(${JSON.stringify(buildHref('/version'))},${JSON.stringify(`${TITLE} ${ADVICE}`)})`;
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: call }} />
  );
}
