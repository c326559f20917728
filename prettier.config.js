/** @type {import('prettier').Config} */
export default {
  printWidth: 100,
  singleQuote: true,
  // One layout for equal code, whether or not its author broke the line.
  objectWrap: 'collapse',
  // Text in Markdown has one line for a paragraph; editors wrap it.
  proseWrap: 'preserve',
};
