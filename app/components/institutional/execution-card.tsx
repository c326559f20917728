// Execution quality and latency cards.
import type { ExecutionDto, LatencyDto } from '../../contracts/institutional';
import {
  formatCount,
  formatNumber,
  formatPercent,
  formatSignedMoney,
  formatDollars,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { FoldedCard } from './card';
import { Figure, Figures, NoData } from './figures';

const formatBasisPoints = (value: number | null): string =>
  value === null ? 'N/A' : `${formatNumber(value, 2)} bp`;
const formatMilliseconds = (value: number | null | undefined): string =>
  value === null || value === undefined ? 'N/A' : `${formatNumber(value, 1)} ms`;
const formatFraction = (value: number | null): string =>
  formatPercent(value === null ? null : value * 100, 1);

const EXECUTION_HOW = [
  'Slippage is fill price against mid at the decision, half the spread included, in basis points of mid. Implementation shortfall adds fees, over the traded notional. Unfilled orders are not counted.',
  "Filled, partial and rejected are percent of entries and exits; protective orders are excluded. Stops: fill price beyond the trigger. The time from decision to fill is by the engine's clock: the internal broker fills in the same step.",
] as const;

export function ExecutionCard({ execution }: { execution: ExecutionDto }) {
  const { orders, fills, isCut, stops } = execution;
  const source = `Orders of this account period: ${formatCount(orders)} entries and exits, ${formatCount(fills)} market fills measured${isCut ? ', the newest 2,000' : ''}, ${formatCount(stops)} stops.`;
  return (
    <FoldedCard
      id="execution"
      title="Execution Quality"
      source={source}
      how={EXECUTION_HOW}
      lead={
        orders === 0
          ? 'no orders yet'
          : `slippage ${formatBasisPoints(execution.slippageMean)}, filled ${formatFraction(execution.filledShare)}`
      }
    >
      {orders === 0 ? (
        <NoData why="No orders in this account period." />
      ) : (
        <ExecutionFigures {...execution} />
      )}
    </FoldedCard>
  );
}

const ExecutionFigures = ({
  slippageMean,
  slippageP95,
  shortfall,
  shortfallDollars,
  spreadDollars,
  filledShare,
  partShare,
  refusedShare,
  refused,
  latencyMs,
  stops,
  stopGap,
}: ExecutionDto) => (
  <Figures>
    <Figure
      name="Slippage, mean"
      value={formatBasisPoints(slippageMean)}
      note={`${formatBasisPoints(slippageP95)} at the 95th percentile`}
    />
    <Figure
      name="Implementation shortfall"
      value={formatBasisPoints(shortfall)}
      note={`${formatSignedMoney(fromDollars(shortfallDollars))} with fees`}
    />
    <Figure
      name="Spread paid"
      value={formatDollars(spreadDollars)}
      note="half-spreads at the decision"
    />
    <Figure
      name="Filled"
      value={formatFraction(filledShare)}
      note={`${formatFraction(partShare)} partial`}
    />
    <Figure
      name="Rejected by pre-trade checks"
      value={formatFraction(refusedShare)}
      note={`${formatCount(refused)} orders`}
    />
    <Figure
      name="Decision to fill"
      value={formatMilliseconds(latencyMs?.p50)}
      note={`${formatMilliseconds(latencyMs?.p95)} p95, ${formatMilliseconds(latencyMs?.p99)} p99`}
    />
    <Figure
      name="Stops beyond trigger"
      value={formatBasisPoints(stopGap)}
      note={`${formatCount(stops)} filled`}
    />
  </Figures>
);

const LATENCY_HOW = [
  'Latency: pings of your own sockets, the last 20 of each: mean, mean difference of successive pings, and percent without an answer. Sockets need JavaScript.',
  'Command to commit: from queue entry to the answer after the transaction, last 1,000 commands. Event-loop delay: lateness of timers since the start.',
] as const;

export function LatencyCard({ latency: { socket, loop, command } }: { latency: LatencyDto }) {
  return (
    <FoldedCard
      id="latency"
      title="Latency"
      lead={`command to commit ${formatMilliseconds(command.p50)}`}
      source="The running process and your own sockets, when this page loaded."
      how={LATENCY_HOW}
    >
      <Figures>
        <Figure
          name="Average latency"
          value={formatMilliseconds(socket?.averageLatency)}
          note={socket?.averageLatency == null ? 'no socket ping yet' : 'round trip'}
        />
        <Figure name="Jitter" value={formatMilliseconds(socket?.jitter)} />
        <Figure name="Packet loss" value={formatFraction(socket?.packetLoss ?? null)} />
        <Figure
          name="Command to commit"
          value={formatMilliseconds(command.p50)}
          note={
            command.p50 === null
              ? 'no command since the start'
              : `${formatMilliseconds(command.p95)} p95, ${formatMilliseconds(command.p99)} p99`
          }
        />
        <Figure
          name="Event loop"
          value={formatMilliseconds(loop?.p50)}
          note={`${formatMilliseconds(loop?.p99)} p99, ${formatMilliseconds(loop?.most)} at worst`}
        />
      </Figures>
    </FoldedCard>
  );
}
