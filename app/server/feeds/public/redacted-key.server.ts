// Removes a key from what a source answers, in the forms in which a source may repeat it.

const REDACTED = 'REDACTED';

const MARKUP_FORMS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A key as a text of its own and inside an address, JSON, markup or base64. Base64 depends on the
 * position of the key in what is encoded; the digits that other characters share are left out.
 */
export function listKeyForms(key: string): readonly string[] {
  const json = JSON.stringify(key).slice(1, -1);
  const base64 = [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from('\0'.repeat(before) + key);
    const digits = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)] as const;
    return (['base64', 'base64url'] as const).map((encoding) =>
      bytes.toString(encoding).slice(...digits),
    );
  });
  return [
    ...new Set([
      key,
      encodeURIComponent(key),
      new URLSearchParams({ key }).toString().slice('key='.length),
      json,
      json.replaceAll('/', '\\/'),
      key.replace(/[&<>"']/g, (character) => MARKUP_FORMS[character] ?? character),
      ...base64,
    ]),
  ];
}

export interface KeyRedaction {
  redactText(text: string): string;
  /** Latin-1 leaves every byte of the rest as it was. */
  redactBytes(body: Uint8Array): Uint8Array;
}

/** Letters match in any case: a host name and the digits of an address may change theirs. */
export function createKeyRedaction(key: string): KeyRedaction {
  // The longest first, so that no part of a form remains.
  const forms = [...listKeyForms(key)].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(forms.map((form) => form.replace(/\W/g, '\\$&')).join('|'), 'gi');
  const redactText = (text: string): string => text.replace(pattern, REDACTED);
  return {
    redactText,
    redactBytes(body) {
      const text = Buffer.from(body).toString('latin1');
      const clean = redactText(text);
      return clean === text ? body : Buffer.from(clean, 'latin1');
    },
  };
}
