import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import type { Context, Link, Span } from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Sampler, SpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../../platform/config/tracing-settings.ts';
import type { Logger } from '../../platform/logger.ts';
import type { RequestSpan, TracedRequest, Tracing } from '../../platform/tracing.ts';
import { summarizeStatement } from './summarize-statement.ts';

/** The time for the collector to receive the last spans. */
const stopTimeoutMs = 2000;

interface TracingOptions extends TracingSettings {
  version: string;
  logger: Logger;
}

/** Sends traces to an OpenTelemetry collector. Keeps its own context, so nothing is registered globally. */
export function startTracing(options: TracingOptions): Tracing {
  const provider = createProvider(options);
  const tracer = provider.getTracer('skein', options.version);
  const contexts = new AsyncLocalStorage<Context>();
  const currentSpan = () => trace.getSpan(contexts.getStore() ?? ROOT_CONTEXT);

  return {
    startRequest(traceParent): RequestSpan {
      const parent = toContext(traceParent);
      // The route is known at the end.
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
      const context = trace.setSpan(parent, span);
      return {
        traceId: span.spanContext().traceId,
        run: (work) => contexts.run(context, work),
        end: (request) => endRequest(span, request),
      };
    },

    async statement({ name, text }, run) {
      const context = contexts.getStore();
      if (context === undefined) return run();
      const summary = summarizeStatement(text);
      const attributes = {
        'db.system.name': 'postgresql',
        'db.query.summary': summary,
        ...(name !== undefined && name !== '' && { 'skein.statement.name': name }),
      };
      const span = tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes }, context);
      try {
        return await run();
      } catch (error) {
        // The span does not contain the error's message, which may contain values.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },

    traceParent() {
      const span = currentSpan();
      return span && toTraceParent(span);
    },

    receiveSignals([first, ...others], work) {
      const parent = toContext(first);
      const links = others.flatMap((other): Link[] => {
        const context = parseTraceParent(other);
        return context === null ? [] : [{ context }];
      });
      const span = tracer.startSpan('receive signals', { kind: SpanKind.CONSUMER, links }, parent);
      contexts.run(trace.setSpan(parent, span), work);
      span.end();
    },

    traceId: () => currentSpan()?.spanContext().traceId,
    async stop() {
      // `reportFailures` logs its errors. The exporter retries for longer than a server may take to stop.
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, sleep(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

function endRequest(span: Span, { method, route, status }: TracedRequest): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    ...(status !== undefined && { 'http.response.status_code': status }),
  });
  if (status === undefined) span.setAttribute('error.type', 'aborted');
  else if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function createProvider({ endpoint, serviceName, sampler, ratio, ...options }: TracingOptions) {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = reportFailures(new OTLPTraceExporter({ url }), options.logger);
  const attributes = { 'service.name': serviceName, 'service.version': options.version };
  return new TracerProvider({
    resource: resourceFromAttributes(attributes).merge(
      detectResources({ detectors: [resourceAttributesEnvDetector] }),
    ),
    sampler: createSampler(sampler, ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
}

function createSampler(name: TracingSettings['sampler'], ratio: number): Sampler {
  const [, isParentBased, root] = /^(parentbased_)?(.*)$/.exec(name) ?? [];
  const sampler =
    root === 'always_on'
      ? new AlwaysOnSampler()
      : root === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return isParentBased === undefined ? sampler : new ParentBasedSampler({ root: sampler });
}

/** Logs once per outage of the collector. */
function reportFailures(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS;
        if (hasFailed && !isFailing) logger.warn({ err: result.error }, 'cannot send traces');
        isFailing = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

function toContext(traceParent: string | undefined): Context {
  const context = traceParent === undefined ? null : parseTraceParent(traceParent);
  if (context === null) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { ...context, isRemote: true });
}

function toTraceParent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${String(traceFlags & TraceFlags.SAMPLED)}`;
}
