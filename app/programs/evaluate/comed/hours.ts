// Hours of a delivery day.
export const HOURS = 24;
