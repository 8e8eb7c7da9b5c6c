/** Rejects if the work takes longer, for example because another page holds what it waits for. */
export function withLimit<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  const { promise: limit, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, milliseconds, new Error('no answer in time'))
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
