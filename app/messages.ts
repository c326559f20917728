// Shapes that the server hands to the pages.
export interface ToastMessage {
  readonly title: string;
  readonly description: string;
  readonly variant: 'default' | 'destructive' | 'success' | 'trade';
}

/** One line of the status strip: what it is about, a word, and more when asked. */
export interface HealthItem {
  readonly name: string;
  readonly word: string;
  readonly detail: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
}
