/**
 * The fields of a form that was sent, each with all its values; of a file, its name. Request's
 * own `formData` makes files of Node's class out of jsdom's, and fails on them.
 */
export async function readForm(request: Request): Promise<Record<string, string[]>> {
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
