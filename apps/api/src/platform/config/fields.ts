import { readFileSync } from 'node:fs';
import { z } from 'zod';

export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  // Not z.coerce, for which 0x10 and 1e3 are numbers too.
  return z
    .string()
    .regex(/^\d{1,9}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
}

/** Replaces the path of a file by its trimmed content. */
export const fileContentField = z.string().transform((file, context) => {
  try {
    const content = readFileSync(file, 'utf8').trim();
    if (content !== '') return content;
    context.addIssue(`the file ${file} is empty`);
  } catch {
    context.addIssue(`the file ${file} cannot be read`);
  }
  return z.NEVER;
});

export const trueOrFalse = z.enum(['true', 'false'], { error: 'must be true or false' });

export const redisUrlField = z
  .string()
  .regex(/^rediss?:\/\//, { error: 'must begin with redis:// or rediss://', abort: true })
  .refine((url) => URL.canParse(url), {
    error: 'must be a URL, such as redis://user:password@host:6379',
  });

/** Whether a URL has a scheme, a host and perhaps a port, and nothing else. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.href === `${url.origin}/` && !/[?#]/.test(text);
}
