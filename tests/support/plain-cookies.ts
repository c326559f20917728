// The cookies of an answer as they mean: a message for the next page without the random id that
// tells it from others.
export const plainCookies = (response: Response): string[] =>
  response.headers.getSetCookie().map((line) =>
    line.replace(/(frontmonth_toast=)([\w-]+)/, (_all, name: string, value: string) => {
      const { id, ...toast } = JSON.parse(
        Buffer.from(value, 'base64url').toString('utf8'),
      ) as Record<string, unknown>;
      return `${name}${typeof id === 'string' ? JSON.stringify(toast) : 'without id'}`;
    }),
  );
