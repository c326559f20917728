import { computeSha256 } from '../../server/backtests/trial-ledger';
import { toCanonicalJson } from '../../trading/domain/canonical-json';
import { testDieboldMariano } from '../../trading/statistics/diebold-mariano';
import { computeDefaultLag } from '../../trading/statistics/long-run-variance';
import { computeMean } from '../../trading/statistics/sample';
import type {
  MethodLosses,
  Versus,
  ResultRow,
  BenchmarkHead,
  BenchmarkResult,
} from './benchmark-result';

const DIGITS = 9;
const roundLoss = (value: number): number => Number(value.toPrecision(DIGITS));

/** Throws RangeError for an unknown benchmark or unequal loss lengths. */
export function buildResult(
  head: BenchmarkHead,
  methods: readonly MethodLosses[],
): BenchmarkResult {
  const benchmarks = head.rivals.map((name) => {
    const benchmark = methods.find(({ method }) => method === name);
    if (!benchmark) throw new RangeError(`unknown method ${name}`);
    return benchmark;
  });
  const first = computeMean(benchmarks[0]?.judged ?? []);
  const rows = methods.map(
    (own): ResultRow => ({
      method: own.method,
      kind: own.kind,
      knows: own.knows,
      chosen: roundLoss(computeMean(own.chosen)),
      judged: roundLoss(computeMean(own.judged)),
      relative: roundLoss(computeMean(own.judged) / first),
      versus: benchmarks
        .filter((benchmark) => benchmark !== own)
        .map((benchmark) => compareWith(own, benchmark)),
    }),
  );
  const content = { ...head, rows };
  return { ...content, hash: computeHash(content) };
}

function compareWith(own: MethodLosses, benchmark: MethodLosses): Versus {
  const test = testDieboldMariano(
    own.judged,
    benchmark.judged,
    computeDefaultLag(own.judged.length),
  );
  return {
    rival: benchmark.method,
    difference: roundLoss(computeMean(own.judged) - computeMean(benchmark.judged)),
    pValue: test === null ? null : roundLoss(test.pValue),
  };
}

/** The hash of a result without its hash. */
export const computeHash = (content: Omit<BenchmarkResult, 'hash'>): string =>
  computeSha256(toCanonicalJson(content));
