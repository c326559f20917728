/**
 * Matches source code in any layout: white space and trailing commas are ignored. @param {string}
 * source @returns {RegExp}
 */
export function matchAnyLayout(source) {
  const tokens = source.match(/[\w$]+|[^\w\s$]/g) ?? [];
  const patterns = tokens.map(
    (token, at) =>
      `${at > 0 && /[)\]}]/.test(token) ? ',?\\s*' : ''}${token.replace(/[^\w\s]/g, '\\$&')}`,
  );
  return new RegExp(patterns.join('\\s*'));
}
