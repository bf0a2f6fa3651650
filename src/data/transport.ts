import type { Pipeline, PipelinePolicy, PipelineRequest, PipelineResponse } from '@azure/core-rest-pipeline';

/** The service wants one to wait for longer than anybody would look at a spinner. */
export class LongWait extends Error {
  readonly status: number;
  readonly seconds: number;

  constructor(status: number, seconds: number) {
    super('the service is busy');
    this.status = status;
    this.seconds = seconds;
  }
}

/** Longer waits are told instead of waited for: the person can do something else meanwhile. */
const LONGEST_WAIT_S = 5;

/** What stands between the retries and the wire; `tries` counts what really goes out for a request. */
export function watchTries(pipeline: Pipeline): (request: PipelineRequest) => number {
  const counts = new WeakMap<PipelineRequest, number>();
  const tries = (request: PipelineRequest): number => counts.get(request) ?? 0;
  pipeline.addPolicy(
    {
      name: 'watchTries',
      sendRequest: async (request, next) => {
        counts.set(request, tries(request) + 1);
        const response = await next(request);
        const seconds = retryAfterOf(response);
        if (seconds !== undefined && seconds > LONGEST_WAIT_S) throw new LongWait(response.status, seconds);
        // who retries reads them in its own way, also what says nothing to us
        if (seconds === undefined) for (const name of WAITS) response.headers.delete(name);
        return response;
      },
    },
    { afterPhase: 'Retry' },
  );
  return tries;
}

/** Seconds that a service which is busy wants one to wait (Cosmos DB says it in milliseconds); undefined if it does not say. */
export function retryAfterOf({ status, headers }: PipelineResponse): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const milliseconds = headers.get('retry-after-ms') ?? headers.get('x-ms-retry-after-ms');
  if (milliseconds !== undefined) return wholeSeconds(Number(milliseconds));
  const text = headers.get('retry-after');
  if (text === undefined) return undefined;
  const seconds = Number(text);
  return wholeSeconds(Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1_000);
}

/** What retries look at, in their order. */
const WAITS = ['retry-after-ms', 'x-ms-retry-after-ms', 'retry-after'];

function wholeSeconds(milliseconds: number): number | undefined {
  return Number.isFinite(milliseconds) ? Math.max(0, Math.ceil(milliseconds / 1_000)) : undefined;
}

/** Trusts these certificates (PEM) instead of the machine's, also through a proxy, which the SDK's own option is not. */
export function trust(certificates: string): PipelinePolicy {
  return {
    name: 'trustCertificates',
    sendRequest: (request, next) => {
      request.requestOverrides = { ...request.requestOverrides, ca: certificates };
      return next(request);
    },
  };
}
