import { z } from 'zod';
import { setting } from './fields.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Standard variables of OpenTelemetry. Its exporter also reads the other `OTEL_EXPORTER_OTLP_*`. */
export const tracingFields = {
  endpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    z
      .url({ protocol: /^https?$/, error: 'must be a URL, such as http://collector:4318' })
      .optional(),
    'Collector for [traces](operate.md#traces), which are off without it',
    'http://localhost:4318',
  ),
  headers: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    z.string().optional(),
    'Headers for the collector, such as `authorization=Basic%20…`',
    'authorization=Basic%20c2tlaW4=',
  ),
  serviceName: setting(
    'OTEL_SERVICE_NAME',
    z.string().prefault('skein'),
    'Name of the service in traces',
  ),
  resourceAttributes: setting(
    'OTEL_RESOURCE_ATTRIBUTES',
    z.string().optional(),
    'Further attributes in traces, such as `deployment.environment=test`',
    'deployment.environment=production',
  ),
  sampler: setting(
    'OTEL_TRACES_SAMPLER',
    z.enum(samplers, `must be one of ${samplers.join(', ')}`).prefault('parentbased_always_on'),
    'Which traces are recorded; `parentbased_traceidratio` for a share of them',
  ),
  /** The share of traces that ratio samplers record. */
  ratio: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    z
      .string()
      .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a number from 0 to 1')
      .transform(Number)
      .prefault('1'),
    'Share of traces that a ratio sampler records, 0 to 1',
  ),
};

/** Undefined if tracing is disabled. */
export const tracingSettings = z
  .object(tracingFields)
  .transform(({ endpoint, serviceName, sampler, ratio }) =>
    endpoint === undefined ? undefined : { endpoint, serviceName, sampler, ratio },
  );

export type TracingSettings = NonNullable<z.output<typeof tracingSettings>>;
