// Parts of a document, whose markup the server renders once for all documents with the same data.

/** Hidden fields of the forms of a document. */
export interface FormTokenFields {
  /** Token of the session; '' when signed out. */
  readonly csrf: string;
  /** Random value per page rendering. */
  readonly key: string;
  /** Mode and account period of the shown account. */
  readonly book: string;
}

export interface DocumentPart<Content> {
  /** Component of the part; with `key` it names the markup. */
  readonly component: object;
  /** The same for equal data only. */
  readonly key: string;
  /** With the marks that React needs to take over the elements. */
  readonly isHydrated: boolean;
  /** Token of the forms in this document. */
  readonly token: FormTokenFields;
  readonly renderContent: () => Content;
}

export interface DocumentPartList<Content> {
  /** Stands for the token in stored markup, because each document has its own. */
  readonly tokenPlaces: FormTokenFields;
  /** Adds a part to the document. Returns its place. */
  addPart(part: DocumentPart<Content>): string;
}
