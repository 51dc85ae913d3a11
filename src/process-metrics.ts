/** The process as its machine sees it: memory, time, and how long its event loop keeps others waiting. */
import type { Metrics } from './metrics.ts';
import { VERSION } from './version.ts';

const SAMPLE_MS = 100;

export function measureProcess(metrics: Metrics): Disposable {
  metrics.build.set({ version: VERSION, node: process.version }, 1);
  metrics.startTimeSeconds.set(Date.now() / 1000 - process.uptime());
  metrics.memoryBytes.from(() => process.memoryUsage.rss());
  metrics.heapBytes.from(() => process.memoryUsage().heapUsed);

  let cpu = process.cpuUsage();
  let loop = performance.eventLoopUtilization();
  let dueAt = 0;
  let timer: NodeJS.Timeout;

  function sample(): void {
    dueAt = performance.now() + SAMPLE_MS;
    timer = setTimeout(() => {
      metrics.eventLoopLagSeconds.observe(Math.max(0, performance.now() - dueAt) / 1000);
      const used = process.cpuUsage(cpu);
      metrics.cpuSeconds.inc((used.user + used.system) / 1e6);
      cpu = process.cpuUsage();
      const now = performance.eventLoopUtilization();
      metrics.eventLoopBusySeconds.inc(Math.max(0, now.active - loop.active) / 1000);
      loop = now;
      sample();
    }, SAMPLE_MS).unref();
  }

  sample();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
