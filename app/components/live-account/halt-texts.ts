// Names and effects of the halt levels.

/** What each halt level does, in the order of the levels. */
export const HALT_TEXTS = [
  { level: 1, name: 'No entries', text: 'Nothing is opened. Working orders stay.' },
  { level: 2, name: 'Cancel entries', text: 'Working entries are cancelled as well.' },
  { level: 3, name: 'Close one contract', text: 'The position in one contract is closed as well.' },
  { level: 4, name: 'Close all', text: 'All positions are closed, and trading stops.' },
  {
    level: 5,
    name: 'Disconnect',
    text: 'Only the stops that rest at the broker go on; nothing can be closed from here.',
  },
] as const;
