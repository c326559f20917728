// What follows a what-if result: select the strategy or RUN the commodity.
import { Form } from '@remix-run/react';
import type { NextStep as Step, WhatIfRequest } from '../../contracts/what-if';
import { COMMODITIES } from '../../trading/domain/commodity';
import { Button } from '../button';
import { FormToken } from '../form-token';
import { buildHref } from '../../contracts/base-path';
import { RoleNote } from '../role-context';
import styles from './institutional.module.css';

interface NextStepProps {
  readonly request: WhatIfRequest;
  readonly step: Step;
  readonly playbooks: readonly { readonly id: string; readonly name: string }[];
}

export function NextStep({ request, step, playbooks }: NextStepProps) {
  const { displayName } = COMMODITIES[request.commodity];
  const wanted = playbooks.find(({ id }) => id === request.playbook) ?? null;
  const dashboard = `/?commodity=${request.commodity}`;
  const link = (
    <a href={buildHref(`${dashboard}#row-${request.commodity}`)} data-visit="" className="alone">
      {displayName} on the dashboard
    </a>
  );
  const selection = wanted && wanted.id !== step.active?.id ? wanted : null;
  return (
    <section className={styles['card']} aria-labelledby="next">
      <h2 id="next">Next step</h2>
      {step.status !== null && selection === null ? (
        <div className={styles['again']}>
          <p>
            {displayName} runs with {step.active?.name ?? 'no strategy'}: {step.status}.
          </p>
          {link}
        </div>
      ) : step.runBlock !== null && selection === null ? (
        <div className={styles['again']}>
          <p className={styles['none']}>
            <strong>RUN is not possible.</strong> {step.runBlock}
          </p>
          {link}
        </div>
      ) : (
        <Form method="post" action={dashboard} className={styles['again']}>
          <FormToken name="next" />
          <input type="hidden" name="commodity" value={request.commodity} />
          <StepButton step={step} selection={selection} name={displayName} />
          {link}
        </Form>
      )}
      <RoleNote needs="trader" />
      {step.entryBlock === null ? null : <p className={styles['none']}>{step.entryBlock}</p>}
    </section>
  );
}

const describeCurrent = (name: string, { active, status, runBlock }: Step): string => {
  const strategy = active?.name ?? 'no strategy';
  if (status !== null) return `${name} now trades ${strategy}: ${status}.`;
  return runBlock === null
    ? `The strategy is now ${strategy}. RUN follows after the selection.`
    : `The strategy is now ${strategy}. RUN is not possible: ${runBlock}`;
};

function StepButton({
  step,
  selection,
  name,
}: {
  step: Step;
  /** Strategy of the order that is not the active one. */
  selection: NextStepProps['playbooks'][number] | null;
  name: string;
}) {
  const { active, chosen } = step;
  if (selection)
    return (
      <>
        <input type="hidden" name="playbook" value={selection.id} />
        <input type="hidden" name="chosen" value={chosen} />
        <Button look="main" name="intent" value="choose" needs="trader">
          Select {selection.name}
        </Button>
        <p className="muted">{describeCurrent(name, step)}</p>
      </>
    );
  return (
    <>
      <Button look="main" name="intent" value="run" needs="trader">
        RUN {name}
      </Button>
      <p className="muted">
        Auto-trades {active?.name ?? 'the default strategy'} on its own signals and size; no single
        order is placed.
      </p>
    </>
  );
}
