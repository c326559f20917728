// Backtest form and list at /backtest; commodity and strategy are in the URL.
import { json } from '@remix-run/node';
import type { MetaFunction } from '@remix-run/react';
import { useActionData, useLoaderData } from '@remix-run/react';
import { seeOther } from '../server/http/responses.server';
import { openView } from '../models/desk/open-view.server';
import {
  BACKTESTS_KEPT,
  BacktestInputSchema,
  requestBacktest,
  buildBacktestPath,
  listBacktests,
  listPlaybookChoices,
} from '../models/backtests/backtests.server';
import {
  BacktestForm,
  type BacktestFailure,
  type BacktestValues,
} from '../components/backtest/backtest-form';
import { BacktestList } from '../components/backtest/backtest-list';
import { CommodityTabs } from '../components/commodity-tabs';
import { createScreenLoader } from '../components/shown-data';
import { guardHandler } from '../server/http/guard.server';
import { formatPageTitle } from '../contracts/pages';
import { DEFAULT_COMMODITY, findCommodityKey } from '../trading/domain/commodity';

export const loader = guardHandler('page', async ({ desk, session, url, timeZone }) => {
  const view = await openView(desk, session.userId);
  const mode = findCommodityKey(url.searchParams.get('mode') ?? '') ?? DEFAULT_COMMODITY;
  const choices = listPlaybookChoices(mode);
  // Preselects the strategy in the URL, else the active one, else the first.
  const candidates = [
    url.searchParams.get('playbook')?.toUpperCase(),
    view.commodities.find(({ commodity }) => commodity === mode)?.activePlaybookId,
  ];
  const playbook =
    candidates.find((id) => choices.some((choice) => choice.id === id)) ?? choices[0]?.id ?? '';
  const values: BacktestValues = { playbook, years: '3', world: 'unseen', seed: '' };
  return {
    mode,
    choices,
    values,
    hasDeskWorld: desk.backtests.hasInSampleHistory,
    jobs: listBacktests(desk, session.userId),
    jobsMax: BACKTESTS_KEPT,
    timeZone,
  };
});

export const clientLoader = createScreenLoader('routes/_terminal.backtest');

const LABELS: Readonly<Record<string, string>> = {
  mode: 'Commodity',
  playbook: 'Strategy',
  years: 'Length',
  world: 'Data',
  seed: 'Seed',
};

export const action = guardHandler('page', ({ desk, session, body, idempotencyKey }) => {
  const getField = (name: string): string => (body.form.get(name) ?? '').slice(0, 100);
  const values: BacktestValues = {
    playbook: getField('playbook'),
    years: getField('years'),
    world: getField('world'),
    seed: getField('seed'),
  };
  const respondFailed = (failure: Omit<BacktestFailure, 'values'>, status: number) =>
    json<{ failure: BacktestFailure }>({ failure: { ...failure, values } }, { status });
  const parsed = BacktestInputSchema.safeParse(Object.fromEntries(body.form));
  if (!parsed.success) {
    const fields = Object.fromEntries(
      parsed.error.issues.map(({ path: [name], message }) => [
        String(name),
        `${LABELS[String(name)] ?? String(name)} ${message}`,
      ]),
    );
    return respondFailed({ message: Object.values(fields).join(' '), fields, underWay: null }, 400);
  }
  const queued = requestBacktest(desk, session.userId, parsed.data, idempotencyKey);
  if (!queued.ok)
    return respondFailed(
      { message: queued.message, fields: {}, underWay: queued.activeId },
      queued.status,
    );
  throw seeOther(buildBacktestPath(queued.id));
});

export const meta: MetaFunction = ({ matches }) => [
  { title: formatPageTitle(matches, 'Backtest') },
];

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
      <CommodityTabs shown={mode} toPath={(key) => `/backtest?mode=${key ?? ''}`} />
      <BacktestForm
        mode={mode}
        choices={choices}
        values={failure?.values ?? values}
        hasInSampleHistory={hasDeskWorld}
        failure={failure}
      />
      <BacktestList {...list} />
    </>
  );
}
