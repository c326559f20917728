// Runs the collectors of all public sources side by side: one that fails or waits delays no other.
import type { BodyFolder } from './body-folder.server';
import type { SendRequest } from './egress.server';
import { SourceCollector } from './source-collector.server';
import { getLog } from '../../platform/log.server';
import { startTimer, type SetTimer } from '../pump.server';
import { DAY_MS, SECOND_MS } from '../../../trading/domain/time';
import type { EpochMs } from '../../../trading/domain/units';
import {
  type NextRequest,
  computeNextRequest,
  countRequests,
} from '../../../trading/market/sources/pace';
import type {
  PublicationStore,
  PublishedReading,
} from '../../../trading/market/sources/publication-store';
import type { SourceId, SourceKey, SourceState } from '../../../trading/domain/public-source';
import type { KeyStatus, SealedKeys } from '../../../trading/market/sources/sealed-keys';
import type { PublicSource } from '../../../trading/market/sources/source';
import {
  type PublicDataDesk,
  type SourceStatus,
  computeSourceState,
  findMissingAccess,
} from '../../../trading/market/sources/source-status';
import type { Random } from '../../../trading/ports';

type FindKey = (name: SourceKey) => string | null;

interface PublicDataOptions {
  readonly sources: readonly PublicSource[];
  readonly store: PublicationStore;
  readonly createSend: (findKey: FindKey) => SendRequest;
  /** Keys of the settings. */
  readonly findSetting: FindKey;
  /** Keys that users entered; a setting comes first. */
  readonly sealedKeys: SealedKeys;
  readonly onReadings: (readings: readonly PublishedReading[]) => void;
  /** Absent where no body is stored. */
  readonly bodies?: BodyFolder;
  readonly random: Pick<Random, 'uniform'>;
  readonly nowMs: () => EpochMs;
  /** Defaults to timers of the process. */
  readonly setTimer?: SetTimer;
}

export interface RunningPublicData extends Omit<PublicDataDesk, 'getInboxStatus' | 'listArchives'> {
  /** Resolves when no more answers are stored. */
  stop(): Promise<void>;
}

const PAUSE_MS_MIN = 50;
const PAUSE_MS_MAX = 5 * SECOND_MS;

/** Starts all collectors. */
export function openPublicData(options: PublicDataOptions): RunningPublicData {
  const { sealedKeys, findSetting } = options;
  const findKey: FindKey = (name) => findSetting(name) ?? sealedKeys.openKey(name);
  const send = options.createSend(findKey);
  const loops = options.sources.map(
    (source) => new CollectorLoop(source, { ...options, send, findKey }),
  );
  const findLoop = (id: SourceId): CollectorLoop => {
    const found = loops.find(({ source }) => source.id === id);
    if (!found) throw new Error(`no source ${id}`);
    return found;
  };
  const ended = Promise.all(loops.map((loop) => loop.run()));
  const stopRemoval = options.bodies ? startRemoval(options.bodies, options) : () => undefined;
  return {
    sources: options.sources,
    nowMs: options.nowMs,
    listStatus: () => loops.map((loop) => loop.getStatus()),
    tryNow: (id) => findLoop(id).tryNow(),
    saveTerms(id, terms) {
      options.store.saveTerms(id, terms);
      findLoop(id).endWait();
    },
    saveKey(name, text, by) {
      const outcome = sealedKeys.saveKey(name, text, by, options.nowMs());
      // With a new key a source that rejected the old one is asked at once.
      if (outcome.ok) for (const loop of loops) if (loop.source.key === name) loop.tryNow();
      return outcome;
    },
    removeKey: (name) => sealedKeys.removeKey(name),
    async stop() {
      stopRemoval();
      for (const loop of loops) loop.stop();
      await ended;
    },
  };
}

/** Removes old bodies now and once a day. Returns its end. */
function startRemoval(
  bodies: BodyFolder,
  { nowMs, setTimer = startTimer }: Pick<PublicDataOptions, 'nowMs' | 'setTimer'>,
): () => void {
  let cancelTimer: () => void = () => undefined;
  const removeAndWait = (): void => {
    void bodies.removeOldBodies(nowMs());
    cancelTimer = setTimer(removeAndWait, DAY_MS);
  };
  removeAndWait();
  return () => cancelTimer();
}

interface LoopOptions extends PublicDataOptions {
  readonly send: SendRequest;
  readonly findKey: FindKey;
}

class CollectorLoop {
  private readonly collector: SourceCollector;
  private isStopped = false;
  private steps = 0;
  private endPause: () => void = () => undefined;

  constructor(
    readonly source: PublicSource,
    private readonly options: LoopOptions,
  ) {
    const { store, send, onReadings, random, nowMs, bodies } = options;
    this.collector = new SourceCollector({
      source,
      store,
      send,
      onReadings,
      ...(bodies ? { saveBody: (body, atMs) => bodies.saveBody(body, atMs) } : {}),
      nowMs,
      isPaused: () => this.findMissingAccess() !== null,
      onFault: (error) => this.logFault(error),
      uniform: () => random.uniform(`feed/${source.id}`, this.steps),
    });
  }

  async run(): Promise<void> {
    while (!this.isStopped) {
      const nextMs = await this.runStep();
      if (this.isStopped) return;
      const pauseMs = nextMs - this.options.nowMs();
      await this.waitForMs(Math.min(Math.max(pauseMs, PAUSE_MS_MIN), PAUSE_MS_MAX));
    }
  }

  /** A fault, such as a full disk, ends this step only. */
  private async runStep(): Promise<EpochMs> {
    this.steps += 1;
    try {
      return await this.collector.runStep();
    } catch (error) {
      this.logFault(error as Error);
      return this.options.nowMs() + PAUSE_MS_MAX;
    }
  }

  private logFault(error: Error): void {
    getLog().error({ err: error, source: this.source.id }, 'a public source failed');
  }

  private findMissingAccess(): SourceState | null {
    const { store } = this.options;
    const { source } = this;
    const hasKey = this.hasKey();
    return findMissingAccess({ source, terms: store.findTerms(source.id), hasKey });
  }

  private hasKey(): boolean {
    const { key } = this.source;
    return key !== null && this.options.findKey(key) !== null;
  }

  private getKeyStatus(): KeyStatus | null {
    const { key } = this.source;
    const { findSetting, sealedKeys } = this.options;
    if (key === null) return null;
    return { isSetting: findSetting(key) !== null, stored: sealedKeys.describeKey(key) };
  }

  private waitForMs(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancelTimer = (this.options.setTimer ?? startTimer)(resolve, ms);
      this.endPause = () => {
        cancelTimer();
        resolve();
      };
    });
  }

  endWait(): void {
    this.endPause();
  }

  tryNow(): void {
    this.collector.tryNow();
    this.endWait();
  }

  stop(): void {
    this.isStopped = true;
    this.endPause();
  }

  getStatus(): SourceStatus {
    const { source, collector } = this;
    const { store } = this.options;
    const nowMs = this.options.nowMs();
    const pace = collector.getPace();
    const facts = {
      source,
      totals: store.getTotals(source.id),
      terms: store.findTerms(source.id),
      problem: store.findProblem(source.id),
      hasKey: this.hasKey(),
    };
    const { isDue, nextMs } = collector.inspectPlan(nowMs);
    const isBreakerOpen = pace.breaker !== null && pace.breaker.untilMs > nowMs;
    const { hasKey: _, ...shown } = facts;
    return {
      ...shown,
      key: this.getKeyStatus(),
      state: computeSourceState({ ...facts, isRequestDue: isDue, isBreakerOpen }, nowMs),
      next: nextMs === null ? null : delayRequest(nextMs, computeNextRequest(pace, source, nowMs)),
      requests: countRequests(pace, nowMs),
    };
  }
}

/** The later of the planned time and the allowed time. */
const delayRequest = (plannedMs: EpochMs, allowed: NextRequest): NextRequest =>
  plannedMs > allowed.atMs ? { atMs: plannedMs, reason: 'ready' } : allowed;
