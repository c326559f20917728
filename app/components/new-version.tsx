// Notice of an open page whose server was upgraded: the answers of the server may not fit its scripts.
import { createContext, useContext } from 'react';
import type { ShellAlert } from '../contracts/messages';

/** In the shell, once the socket has met the new server. */
export const NEW_VERSION_ALERT: ShellAlert = {
  kind: 'status',
  title: 'A new version was installed.',
  text: 'Reload the page.',
  ways: [],
};

export const NEW_VERSION_TEXT = `${NEW_VERSION_ALERT.title} ${NEW_VERSION_ALERT.text}`;

/** The script that the server writes into each document; absent in the browser. */
export const ScriptWatchContext = createContext('');

export function ScriptWatch({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: useContext(ScriptWatchContext) }}
    />
  );
}
