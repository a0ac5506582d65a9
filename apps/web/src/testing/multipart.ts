/**
 * Parses a multipart request into field values; the value of a file is its name. `formData()` of
 * Node's `Request` does not accept the `File` objects of jsdom.
 */
export async function parseMultipartForm(request: Request): Promise<Record<string, string[]>> {
  const boundary = /boundary=(.+)$/.exec(request.headers.get('content-type') ?? '')?.[1] ?? '';
  const fields: Record<string, string[]> = {};
  for (const part of (await request.text()).split(`--${boundary}`)) {
    const { name, file, value } =
      /name="(?<name>[^"]*)"(?:; filename="(?<file>[^"]*)")?[^]*?\r\n\r\n(?<value>[^]*)\r\n$/.exec(
        part,
      )?.groups ?? {};
    if (name === undefined) continue;
    fields[name] = [...(fields[name] ?? []), file ?? value ?? ''];
  }
  return fields;
}
