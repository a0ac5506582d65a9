import { AppError } from '../../platform/errors.ts';
import { OperationError } from '../operation-error.ts';

/** Turns errors that users of the API would get into errors of the command line, which name the field. */
export async function withOperationErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const field = error.fieldErrors?.[0]?.path ?? '';
    const prefix = field === '' ? '' : `${field}: `;
    throw new OperationError(`${prefix}${error.message}`, { cause: error });
  }
}
