// Started by load.ts: receives a plan, returns the result and exits.
import autocannon from 'autocannon';
import type { LoadPlan, LoadResult } from './load.ts';

process.once('message', (plan: LoadPlan) => {
  void run(plan).then((result) => {
    process.send?.(result, () => process.disconnect());
  });
});

async function run(plan: LoadPlan): Promise<LoadResult> {
  const result = await autocannon({
    url: plan.origin,
    connections: plan.connections,
    duration: plan.seconds,
    requests: plan.requests.map((request) => ({ ...request, headers: { ...request.headers } })),
  });
  const answered = result.statusCodeStats?.[`${plan.expectedStatus}`]?.count ?? 0;
  const failedResponses = result.requests.total - answered;
  return {
    requestsPerSecond: answered / result.duration,
    p50Ms: result.latency.p50,
    p975Ms: result.latency.p97_5,
    p99Ms: result.latency.p99,
    failures: failedResponses + result.errors + result.timeouts,
  };
}
