interface Document {
  paths?: Record<string, Record<string, Operation>>;
}

interface Operation {
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { content?: Record<string, unknown> }>;
}

/**
 * The OpenAPI document without what the generator cannot express:
 *
 * - Event streams. It would type their events as the data alone, without the names.
 * - The JSON alternative of bodies that take files. It supports one media type per operation and would
 *   choose JSON, which cannot contain files.
 */
export function describeClient<Description extends object>(description: Description): Description {
  const document: Document = structuredClone(description);
  for (const methods of Object.values(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      if (isEventStream(operation)) delete methods[method];
      else preferForm(operation.requestBody?.content);
    }
  }
  return document as Description;
}

function isEventStream({ responses = {} }: Operation): boolean {
  return Object.values(responses).some(({ content }) => content?.['text/event-stream']);
}

function preferForm(content: Record<string, { schema?: unknown }> = {}): void {
  const form = JSON.stringify(content['multipart/form-data'] ?? null);
  if (form.includes('"format":"binary"')) delete content['application/json'];
}
