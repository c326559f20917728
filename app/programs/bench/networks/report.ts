// What was measured of networks, as tables.
import { type Table, whole } from '../table';
import type { NetworkSpeed } from './network-speed';

export const networkTables = ({ answers, signals, signalsMs, trained }: NetworkSpeed): Table[] => [
  {
    title: 'Networks', head: ['figure', 'time'], note: 'The committed weights on features that are there, in one thread. Goals: an answer in 100 microseconds, all signals with their reasons in 5 ms.',
    rows: [
      ...answers.map(({ net, micros }) => [`an answer of ${net}`, `${micros.toFixed(1)} \u00b5s`]),
      [`${whole(signals)} signals with their reasons`, `${signalsMs.toFixed(2)} ms`],
      [`one pass of training over ${whole(trained.rows)} rows of ${whole(trained.inputs)} (${trained.net})`, `${trained.seconds.toFixed(2)} s`],
    ],
  },
];
