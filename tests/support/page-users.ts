// One desk for a file of page tests, and in it one new user after another. Called at the top of the
// file.
import { afterAll, beforeAll } from 'vitest';
import type { Feed } from '../../app/trading/ports';
import type { WeatherDesk } from '../../app/trading/weather/weather-desk';
import type { DeskView } from '../../app/trading/desk';
import { type ApiDesk, openApiDesk } from './api-desk';
import { type PageUser, pageUser } from './page-desk';

interface PageUsers {
  readonly desk: ApiDesk;
  /** Signs up the next user, whom `view` then means. */
  next(): Promise<PageUser>;
  /** The selected book of the newest user. */
  view(): DeskView;
}

/**
 * The desk has weather where it is given, and plays another feed than the usual one where that is
 * given.
 */
export function pageUsers(
  prefix: string,
  weather: WeatherDesk | null = null,
  feed?: Feed,
): PageUsers {
  let opened: ApiDesk | null = null;
  let newest: PageUser | null = null;
  let count = 0;
  const desk = (): ApiDesk => {
    if (!opened) throw new Error('the desk opens before the first test');
    return opened;
  };
  beforeAll(async () => {
    opened = await openApiDesk(weather, feed);
  });
  afterAll(() => opened?.close());
  return {
    get desk() {
      return desk();
    },
    async next() {
      count += 1;
      newest = await pageUser(desk().terminal, `${prefix}-${count}`);
      return newest;
    },
    view() {
      const made = newest && desk().terminal.view(newest.id);
      if (!made) throw new Error('the book is open');
      return made;
    },
  };
}
