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

/**
 * A: skill on two sets of simulations; B: on the first only; skill: better than every benchmark;
 * none: evaluated without skill.
 */
export type SkillMark = 'A' | 'B' | 'skill' | 'none';

export interface SkillCell {
  readonly mark: SkillMark;
  /** Figure below the mark, such as `t 8.7`. */
  readonly figure: string;
  /** Short name of the model that was graded; null for the network itself. */
  readonly model: string | null;
}

/** Skill of each network in each market. */
export interface SkillMatrix {
  /** Column names: markets, then places of the weather. */
  readonly markets: readonly string[];
  readonly rows: readonly {
    readonly network: string;
    readonly forecast: string;
    /** One per market; null where the network does not forecast it. */
    readonly cells: readonly (SkillCell | null)[];
  }[];
}

export interface ModelCard {
  readonly title: string;
  readonly summary: string;
  readonly matrix: SkillMatrix;
  readonly sections: readonly CardSection[];
}
