/**
 * Errors are forecast less observed daily mean, deg F; null figures where fewer than ten runs have
 * verified.
 */
export interface LeadSkill {
  /** Days ahead. */
  readonly lead: number;
  readonly n: number;
  readonly meanAbsoluteError: number | null;
  readonly bias: number | null;
  /**
   * Anomaly correlation about the normals, without centring (World Meteorological Organization,
   * Manual on the Global Data-processing and Forecasting System).
   */
  readonly anomalyCorrelation: number | null;
  /** Mean absolute error of the normal itself on the same days: what a forecast has to beat. */
  readonly climateError: number | null;
}
