// The model card as data: shown on its page and in docs/model-card.md.

export interface CardColumn {
  readonly name: string;
  readonly isNumber: boolean;
}

export interface CardTable {
  readonly id: string;
  readonly caption: string;
  readonly note: string;
  /** The first column names the row. */
  readonly columns: readonly CardColumn[];
  readonly rows: readonly (readonly string[])[];
}

/** Calibration: forecast probability and observed frequency, 0 to 1, with the number of cases. */
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
