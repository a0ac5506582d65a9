import { z } from 'zod';

/** A boolean, which forms and queries send as text. */
export const flag = z.union([z.boolean(), z.stringbool()]);

/** A list of texts, or one text alone. */
export const oneOrMore = (max: number) =>
  z.union([z.string().transform((text) => [text]), z.array(z.string()).max(max)]);
