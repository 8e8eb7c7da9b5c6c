/** The part of an error that may be logged: its message may contain personal data. */
export const getErrorName = (error: unknown): string =>
  error instanceof Error ? error.name : 'unknown'
