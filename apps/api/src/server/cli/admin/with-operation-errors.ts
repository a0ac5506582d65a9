import { AppError } from '../../../platform/errors.ts';
import { OperationError } from '../operation-error.ts';

/** Turns errors that users of the API would get into errors of the command line. */
export async function withOperationErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw new OperationError(error.message, { cause: error });
    throw error;
  }
}
