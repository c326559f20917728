/** Addresses and names that answers of api.weather.gov contain, and that later requests use. */
import { RefusedAnswer } from '../answer';

export const NWS_HOST = 'api.weather.gov';

/** Shapes of the links. The planner checks them again, since links are stored. */
const LINKS = {
  forecastGridData: /^https:\/\/api\.weather\.gov\/gridpoints\/[A-Z]{3}\/\d{1,3},\d{1,3}$/,
  stations: new RegExp(
    `^https://api\\.weather\\.gov/(gridpoints/[A-Z]{3}/\\d{1,3},\\d{1,3}|points/[\\d.,-]{1,30})/stations$`,
  ),
  station: /^[A-Z0-9]{3,8}$/,
  /** Forecast zone and county, which both occur in alerts. */
  zones: /^[A-Z]{2}Z\d{3},[A-Z]{2}C\d{3}$/,
} as const;
export type NwsLink = keyof typeof LINKS;

/** True for a link of the expected shape, which also fixes its host. */
export const isNwsLink = (kind: NwsLink, link: string): boolean => LINKS[kind].test(link);

/** Checks a link of an answer. Throws RefusedAnswer for another host or shape. */
export function readNwsLink(kind: NwsLink, link: string): string {
  if (!isNwsLink(kind, link))
    throw new RefusedAnswer(
      `the link '${kind}' is ${JSON.stringify(link.slice(0, 80))}, expected one of ${NWS_HOST}`,
    );
  return link;
}
