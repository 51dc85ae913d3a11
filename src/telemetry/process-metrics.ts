/** The process as its machine sees it: memory, CPU time, and its event loop's delay. */
import type { EventLoopUtilization } from 'node:perf_hooks';
import { VERSION } from '../version.ts';
import type { Metrics } from './metrics.ts';

const SAMPLE_MS = 100;

/** How busy a thread's event loop is. */
export function measureThread(
  metrics: Metrics,
  thread: 'main' | 'outbound',
  utilization: () => EventLoopUtilization,
): Disposable {
  let before = 0;
  const timer = setInterval(() => {
    const { active } = utilization();
    metrics.eventLoopBusySeconds.inc({ thread }, Math.max(0, active - before) / 1000);
    before = active;
  }, SAMPLE_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

export function measureProcess(metrics: Metrics): Disposable {
  metrics.build.set({ version: VERSION, node: process.version }, 1);
  metrics.startTimeSeconds.set(Date.now() / 1000 - process.uptime());
  metrics.memoryBytes.from(() => process.memoryUsage.rss());
  metrics.heapBytes.from(() => process.memoryUsage().heapUsed);

  let cpu = process.cpuUsage();
  let dueAt = 0;
  let timer: NodeJS.Timeout;

  function sample(): void {
    dueAt = performance.now() + SAMPLE_MS;
    timer = setTimeout(() => {
      metrics.eventLoopLagSeconds.observe(Math.max(0, performance.now() - dueAt) / 1000);
      const used = process.cpuUsage(cpu);
      metrics.cpuSeconds.inc((used.user + used.system) / 1e6);
      cpu = process.cpuUsage();
      sample();
    }, SAMPLE_MS).unref();
  }

  sample();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
