// What was measured of networks, as tables.
import { type Table, parseWhole } from '../table';
import type { NetworkSpeed } from './network-speed';
import type { TrainingSpeed } from './training-speed';

export const networkTables = (
  { answers, signals, signalsMs, trained }: NetworkSpeed,
  training: TrainingSpeed | null,
): Table[] => [
  {
    title: 'Networks',
    head: ['figure', 'time'],
    note: 'The committed weights on features that are there, in one thread. Goals: an answer in 100 microseconds, all signals with their reasons in 5 ms.',
    rows: [
      ...answers.map(({ net, micros }) => [`an answer of ${net}`, `${micros.toFixed(1)} \u00b5s`]),
      [`${parseWhole(signals)} signals with their reasons`, `${signalsMs.toFixed(2)} ms`],
      [
        `one pass of training over ${parseWhole(trained.rows)} rows of ${parseWhole(trained.inputs)} (${trained.net})`,
        `${trained.seconds.toFixed(2)} s`,
      ],
    ],
  },
  ...(training ? [trainingTable(training)] : []),
];

const trainingTable = ({
  threads,
  worlds,
  rowSeconds,
  trainSeconds,
  isSame,
}: TrainingSpeed): Table => ({
  title: 'Training',
  head: ['figure', 'time'],
  note: `All eight networks from nothing on ${parseWhole(threads)} threads; the weights came out ${isSame ? 'as they are kept, to the bit' : 'other than they are kept'}. Rows are kept, so that a second training takes the time of the networks alone. Goal: 60 s in all.`,
  rows: [
    [`rows of ${parseWhole(worlds)} worlds`, `${rowSeconds.toFixed(1)} s`],
    ['networks with their calibration', `${trainSeconds.toFixed(1)} s`],
    ['in all', `${(rowSeconds + trainSeconds).toFixed(1)} s`],
  ],
});
