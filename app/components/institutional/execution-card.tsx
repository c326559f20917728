// How well orders were carried out, and how fast the desk is.
import type { ExecutionWire, LatencyWire } from '../../contracts/institutional';
import { count, decimalNumber, money, percent, signedMoney } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import { Card, Figure, Figures, NoData } from './card';

const basisPoints = (value: number | null): string =>
  value === null ? 'N/A' : `${decimalNumber(value, 2)} bp`;
const milliseconds = (value: number | null | undefined): string =>
  value === null || value === undefined ? 'N/A' : `${decimalNumber(value, 1)} ms`;
const share = (value: number | null): string => percent(value === null ? null : value * 100, 1);

const EXECUTION_HOW = [
  'Slippage is what a market order lost against the middle of the quote that stood when it was decided, half the spread included, in basis points (hundredths of a percent) of that middle. The shortfall adds fees, over everything that was traded. What an order that was never filled would have brought is not counted.',
  "Filled, in part and refused are shares of entries and exits: protective orders rest and are cancelled by design. A stop counts by how far beyond its trigger it was filled. The time from decision to fill is by the engine's clock: a broker in this process fills within the same step.",
] as const;

export function ExecutionCard({ execution }: { execution: ExecutionWire }) {
  const { orders, fills, isCut, stops } = execution;
  const source = `The order log of this epoch: ${count(orders)} entries and exits asked, ${count(fills)} market fills judged${isCut ? ', the newest 2,000' : ''}, ${count(stops)} stops.`;
  return (
    <Card id="execution" title="Execution Quality" source={source} how={EXECUTION_HOW}>
      {orders === 0 ? (
        <NoData why="This book has placed no order in this epoch." />
      ) : (
        <Quality {...execution} />
      )}
    </Card>
  );
}

const Quality = ({
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
}: ExecutionWire) => (
  <Figures>
    <Figure
      name="Slippage, mean"
      value={basisPoints(slippageMean)}
      note={`${basisPoints(slippageP95)} at the 95th percentile`}
    />
    <Figure
      name="Implementation shortfall"
      value={basisPoints(shortfall)}
      note={`${signedMoney(fromDollars(shortfallDollars))} with fees`}
    />
    <Figure
      name="Spread paid"
      value={money(fromDollars(spreadDollars))}
      note="half spreads at the decision"
    />
    <Figure name="Filled" value={share(filledShare)} note={`${share(partShare)} in part`} />
    <Figure
      name="Refused by the gate"
      value={share(refusedShare)}
      note={`${count(refused)} orders`}
    />
    <Figure
      name="Decision to fill"
      value={milliseconds(latencyMs?.p50)}
      note={`${milliseconds(latencyMs?.p95)} p95, ${milliseconds(latencyMs?.p99)} p99`}
    />
    <Figure
      name="Stops beyond trigger"
      value={basisPoints(stopGap)}
      note={`${count(stops)} filled`}
    />
  </Figures>
);

const LATENCY_HOW = [
  'Round trips are pings of your own sockets, the last twenty of each: mean, mean difference of successive ones, and the share that stayed unanswered. Without script there is no socket.',
  'Command to commit is from a command in the queue to its answer after the transaction, of the last thousand. The delay of the event loop is by how much the process comes late to its own timers, since its start.',
] as const;

export function LatencyCard({ latency: { socket, loop, command } }: { latency: LatencyWire }) {
  return (
    <Card
      id="latency"
      title="Latency"
      source="The running process and your own sockets, as they were when this page was made."
      how={LATENCY_HOW}
    >
      <Figures>
        <Figure
          name="Average latency"
          value={milliseconds(socket?.averageLatency)}
          note={
            socket?.averageLatency == null ? 'no ping of a socket of yours yet' : 'there and back'
          }
        />
        <Figure name="Jitter" value={milliseconds(socket?.jitter)} />
        <Figure name="Packet loss" value={share(socket?.packetLoss ?? null)} />
        <Figure
          name="Command to commit"
          value={milliseconds(command.p50)}
          note={
            command.p50 === null
              ? 'no command since the start'
              : `${milliseconds(command.p95)} p95, ${milliseconds(command.p99)} p99`
          }
        />
        <Figure
          name="Event loop"
          value={milliseconds(loop?.p50)}
          note={`${milliseconds(loop?.p99)} p99, ${milliseconds(loop?.most)} at worst`}
        />
      </Figures>
    </Card>
  );
}
