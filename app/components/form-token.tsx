// The hidden fields of every form: the session's token, and a key that makes a double press one command.
import { createContext, useContext } from 'react';

/** The token of the session, empty when signed out; and a key made for this rendering of the page. */
export const FormTokenContext = createContext<{ readonly csrf: string; readonly key: string }>({ csrf: '', key: '' });

/** `name` tells apart the forms of one page. */
export function FormToken({ name }: { name: string }) {
  const { csrf, key } = useContext(FormTokenContext);
  if (csrf === '') return null;
  return (
    <>
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="key" value={`${key}:${name}`} />
    </>
  );
}
