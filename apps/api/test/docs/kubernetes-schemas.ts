import { z } from 'zod';

/** The packages contain these files, but export only classes that use them. */
const packages = new URL('../../node_modules/', import.meta.url);

/** The parts of a compiled schema that are used here. */
interface Validate {
  (data: unknown): boolean;
  errors?: { instancePath: string; keyword: string; params: object }[] | null;
}

/** The schemas of Kubernetes and of CloudNativePG by API version and kind. */
const schemas: Readonly<Record<string, string>> = {
  'v1 ConfigMap': 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap.js',
  'v1 Secret': 'kubernetes-models/_schemas/IoK8sApiCoreV1Secret.js',
  'v1 Service': 'kubernetes-models/_schemas/IoK8sApiCoreV1Service.js',
  'v1 ServiceAccount': 'kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount.js',
  'apps/v1 Deployment': 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment.js',
  'batch/v1 Job': 'kubernetes-models/_schemas/IoK8sApiBatchV1Job.js',
  'autoscaling/v2 HorizontalPodAutoscaler':
    'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler.js',
  'networking.k8s.io/v1 Ingress': 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress.js',
  'networking.k8s.io/v1 NetworkPolicy':
    'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy.js',
  'policy/v1 PodDisruptionBudget':
    'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget.js',
  'postgresql.cnpg.io/v1 Cluster':
    '@kubernetes-models/cloudnative-pg/_schemas/ComGithubCloudnativePgCloudnativePgApiV1Cluster.js',
};

/** Compares a manifest with the schema of its kind. The schemas allow unknown fields, this does not. */
export async function findMistakes(manifest: unknown): Promise<string[]> {
  const { apiVersion, kind } = z
    .object({ apiVersion: z.string(), kind: z.string() })
    .parse(manifest);
  const file = schemas[`${apiVersion} ${kind}`];
  if (file === undefined) return [`no schema of ${apiVersion} ${kind}`];
  // All schemas are compiled to this function.
  const { validate } = (await import(new URL(file, packages).href)) as { validate: Validate };
  const unread = new Set<string>();
  validate(recordReads(manifest, '', unread));
  const errors = (validate.errors ?? []).map(
    ({ instancePath, keyword, params }) => `${instancePath}: ${keyword} ${JSON.stringify(params)}`,
  );
  return [...errors, ...Array.from(unread, (path) => `${path}: unknown`)];
}

/** `unread` receives the paths of the fields of this value, and loses those that the schema reads. */
function recordReads(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const getPath = (key: string) => `${path}/${key}`;
  if (!Array.isArray(value)) for (const key of Object.keys(value)) unread.add(getPath(key));
  const children = new Map<string, unknown>();
  return new Proxy(value, {
    get(target, key): unknown {
      const child: unknown = Reflect.get(target, key);
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return child;
      if (!children.has(key)) children.set(key, recordReads(child, getPath(key), unread));
      unread.delete(getPath(key));
      return children.get(key);
    },
  });
}
