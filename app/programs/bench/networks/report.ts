// Tables of the network benchmarks.
import { type Table, formatInteger } from '../table';
import type { NetworkSpeed } from './network-speed';
import type { TrainingSpeed } from './training-speed';

export const buildNetworkTables = (
  { answers, signals, signalsMs, trained }: NetworkSpeed,
  training: TrainingSpeed | null,
): Table[] => [
  {
    title: 'Networks',
    head: ['figure', 'time'],
    note: 'Committed weights on given features, one thread. Goals: one inference in 100 µs, all signals with drivers in 5 ms.',
    rows: [
      ...answers.map(({ net, micros }) => [`${net} inference`, `${micros.toFixed(1)} \u00b5s`]),
      [`${formatInteger(signals)} signals with drivers`, `${signalsMs.toFixed(2)} ms`],
      [
        `one training epoch, ${formatInteger(trained.rows)} rows x ${formatInteger(trained.inputs)} inputs (${trained.net})`,
        `${trained.seconds.toFixed(2)} s`,
      ],
    ],
  },
  ...(training ? [buildTrainingTable(training)] : []),
];

const buildTrainingTable = ({
  threads,
  worlds,
  rowSeconds,
  trainSeconds,
  isSame,
}: TrainingSpeed): Table => ({
  title: 'Training',
  head: ['figure', 'time'],
  note: `All eight networks from scratch on ${formatInteger(threads)} threads; the weights are ${isSame ? 'identical to the committed ones' : 'different from the committed ones'}. Rows are cached for the next training. Goal: 60 s in total.`,
  rows: [
    [`rows of ${formatInteger(worlds)} simulated paths`, `${rowSeconds.toFixed(1)} s`],
    ['training and calibration', `${trainSeconds.toFixed(1)} s`],
    ['total', `${(rowSeconds + trainSeconds).toFixed(1)} s`],
  ],
});
