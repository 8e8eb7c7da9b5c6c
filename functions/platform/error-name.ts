/** What may be logged of an error: its message may contain personal data. */
export const getErrorName = (error: unknown): string =>
  error instanceof Error ? error.name : 'unknown'
