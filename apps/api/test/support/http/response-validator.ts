import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';

interface Named {
  method: string;
  path: string;
}

/** Returns the violations of the OpenAPI document by a JSON response. */
export type ValidateResponse = (
  operation: Named,
  status: number,
  body: unknown,
) => readonly ErrorObject[];

/** Validates responses with the JSON schemas of the OpenAPI document. Each is compiled when it is first used. */
export function createResponseValidator(document: object): ValidateResponse {
  // The document contains keywords of OpenAPI, and formats describe the patterns beside them.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'openapi');
  const validators = new Map<string, ValidateFunction>();
  return ({ method, path }, status, body) => {
    const parts = ['paths', path, method.toLowerCase(), 'responses', String(status)];
    const schema = [...parts, 'content', 'application/json', 'schema'];
    const pointer = `openapi#/${schema.map(escape).join('/')}`;
    let validate = validators.get(pointer);
    if (validate === undefined) {
      validate = ajv.compile({ $ref: pointer });
      validators.set(pointer, validate);
    }
    return validate(body) ? [] : (validate.errors ?? []);
  };
}

function escape(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
