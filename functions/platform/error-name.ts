/** Returns the part of an error that may be logged. Its message may contain personal data. */
export const getErrorName = (error: unknown): string =>
  error instanceof Error ? error.name : 'unknown'
