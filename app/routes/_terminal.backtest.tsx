// Asking for a backtest, and those that are kept, at /backtest; commodity and playbook are in the
// address.
import { json } from '@remix-run/node';
import type { MetaFunction } from '@remix-run/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import { seeOther } from '../server/http/answer.server';
import {
  BACKTESTS_KEPT,
  BacktestInputSchema,
  askBacktest,
  backtestPath,
  listOfBacktests,
  playbookChoices,
} from '../models/backtests/backtests.server';
import {
  BacktestForm,
  type BacktestFailure,
  type BacktestValues,
} from '../components/backtest/backtest-form';
import { BacktestList } from '../components/backtest/backtest-list';
import { ModeLinks } from '../components/dashboard/mode-links';
import { guardHandler } from '../server/http/guard.server';
import { screenTitle } from '../contracts/pages';
import { DEFAULT_COMMODITY, commodityKey } from '../trading/domain/commodity';

export const loader = guardHandler('page', async ({ desk, session, url, timeZone }) => {
  await desk.ensureBook(session.userId);
  const mode = commodityKey(url.searchParams.get('mode') ?? '') ?? DEFAULT_COMMODITY;
  const choices = playbookChoices(mode);
  // the one that the address names, else the one that trades now, else the first
  const wanted = [
    url.searchParams.get('playbook')?.toUpperCase(),
    desk.view(session.userId)?.commodities.find(({ commodity }) => commodity === mode)?.ruleId,
  ];
  const playbook =
    wanted.find((id) => choices.some((choice) => choice.id === id)) ?? choices[0]?.id ?? '';
  const values: BacktestValues = { playbook, years: '3', world: 'unseen', seed: '' };
  return {
    mode,
    choices,
    values,
    hasDeskWorld: desk.backtests.hasDeskWorld,
    jobs: listOfBacktests(desk, session.userId),
    kept: BACKTESTS_KEPT,
    timeZone,
  };
});

const LABELS: Readonly<Record<string, string>> = {
  mode: 'Commodity',
  playbook: 'Strategy',
  years: 'Length',
  world: 'Data',
  seed: 'Seed',
};

export const action = guardHandler('page', ({ desk, session, body, idempotencyKey }) => {
  const field = (name: string): string => (body.form.get(name) ?? '').slice(0, 100);
  const values: BacktestValues = {
    playbook: field('playbook'),
    years: field('years'),
    world: field('world'),
    seed: field('seed'),
  };
  const failed = (failure: Omit<BacktestFailure, 'values'>, status: number) =>
    json<{ failure: BacktestFailure }>({ failure: { ...failure, values } }, { status });
  const parsed = BacktestInputSchema.safeParse(Object.fromEntries(body.form));
  if (!parsed.success) {
    const fields = Object.fromEntries(
      parsed.error.issues.map(({ path: [name], message }) => [
        String(name),
        `${LABELS[String(name)] ?? String(name)} ${message}`,
      ]),
    );
    return failed({ message: Object.values(fields).join(' '), fields, underWay: null }, 400);
  }
  const asked = askBacktest(desk, session.userId, parsed.data, idempotencyKey);
  if (!asked.ok)
    return failed({ message: asked.message, fields: {}, underWay: asked.underWay }, asked.status);
  throw seeOther(backtestPath(asked.id));
});

export const meta: MetaFunction = ({ matches }) => [{ title: screenTitle(matches, 'Backtest') }];

export default function BacktestPage() {
  const { mode, choices, values, hasDeskWorld, ...list } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>()?.failure ?? null;
  return (
    <>
      <div>
        <h1>Backtest</h1>
        <p className="muted">
          One strategy on a separate account of $25,000.00, with the sizing, pre-trade checks, fills
          and costs of trading. No order is sent.
        </p>
      </div>
      <ModeLinks shown={mode} param="mode" />
      <BacktestForm
        mode={mode}
        choices={choices}
        values={failure?.values ?? values}
        hasDeskWorld={hasDeskWorld}
        failure={failure}
      />
      <BacktestList {...list} />
    </>
  );
}
