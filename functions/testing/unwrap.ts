import type { Result } from '../../src/domain/result.ts'

/** A failure fails the test. */
export function unwrap<Value, Failure>(result: Result<Value, Failure>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}
