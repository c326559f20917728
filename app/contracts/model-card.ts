// The model card as data: sections of sentences and tables, which the page and the document show
// alike.

export interface CardColumn {
  readonly name: string;
  readonly isNumber: boolean;
}

export interface CardTable {
  readonly id: string;
  readonly caption: string;
  readonly note: string;
  /** The first one names the row. */
  readonly columns: readonly CardColumn[];
  readonly rows: readonly (readonly string[])[];
}

/** Chances that were told beside shares that came, 0 to 1, with how many there were. */
export interface CardReliability {
  readonly id: string;
  readonly caption: string;
  readonly points: readonly {
    readonly chance: number;
    readonly came: number;
    readonly count: number;
  }[];
}

export interface CardSection {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly tables: readonly CardTable[];
  readonly reliability: readonly CardReliability[];
}

export interface ModelCard {
  readonly title: string;
  readonly summary: string;
  readonly sections: readonly CardSection[];
}
