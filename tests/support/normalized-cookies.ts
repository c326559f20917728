// Response cookies with the random toast id removed.
export const normalizeCookies = (response: Response): string[] =>
  response.headers.getSetCookie().map((line) =>
    line.replace(/(frontmonth_toast=)([\w-]+)/, (_all, name: string, value: string) => {
      const { id, ...toast } = JSON.parse(
        Buffer.from(value, 'base64url').toString('utf8'),
      ) as Record<string, unknown>;
      return `${name}${typeof id === 'string' ? JSON.stringify(toast) : 'without id'}`;
    }),
  );
