// One terminal per page test file, with a new user per test. Call at the top of the file.
import { afterAll, beforeAll } from 'vitest';
import type { Feed } from '../../app/trading/ports';
import type { WeatherSource } from '../../app/trading/weather/weather-source';
import type { DeskView } from '../../app/trading/desk-view';
import { type ApiDesk, openApiDesk } from './api-desk';
import { type PageUser, createPageUser } from './page-desk';

interface PageUsers {
  readonly desk: ApiDesk;
  /** Creates the next user, used by `view`. */
  next(): Promise<PageUser>;
  /** Selected account of the newest user. */
  view(): DeskView;
}

/** Optionally with weather, and with another feed. */
export function setUpPageUsers(
  prefix: string,
  weather: WeatherSource | null = null,
  feed?: Feed,
): PageUsers {
  let openedDesk: ApiDesk | null = null;
  let newest: PageUser | null = null;
  let count = 0;
  const desk = (): ApiDesk => {
    if (!openedDesk) throw new Error('the terminal is not open yet');
    return openedDesk;
  };
  beforeAll(async () => {
    openedDesk = await openApiDesk(weather, feed);
  });
  afterAll(() => openedDesk?.close());
  return {
    get desk() {
      return desk();
    },
    async next() {
      count += 1;
      newest = await createPageUser(desk().terminal, `${prefix}-${count}`);
      return newest;
    },
    view() {
      const accountView = newest && desk().terminal.getView(newest.id);
      if (!accountView) throw new Error('no open account');
      return accountView;
    },
  };
}
