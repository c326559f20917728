/**
 * Forecast error is forecast minus observed daily mean, deg F. Null with fewer than ten verified
 * runs.
 */
export interface LeadSkill {
  /** Lead time in days. */
  readonly lead: number;
  readonly n: number;
  readonly meanAbsoluteError: number | null;
  readonly bias: number | null;
  /**
   * Uncentered anomaly correlation about the normals (World Meteorological Organization, Manual on
   * the Global Data-processing and Forecasting System).
   */
  readonly anomalyCorrelation: number | null;
  /** Mean absolute error of climatology on the same days: the benchmark. */
  readonly climateError: number | null;
}
