/** @type {import('prettier').Config} */
export default {
  printWidth: 100,
  singleQuote: true,
  // One layout for equal code, whether or not its author broke the line.
  objectWrap: 'collapse',
  // White space inside a markup template is part of what it prints.
  embeddedLanguageFormatting: 'off',
  // Text in Markdown has one line for a paragraph; editors wrap it.
  proseWrap: 'preserve',
};
