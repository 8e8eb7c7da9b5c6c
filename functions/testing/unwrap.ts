import type { Result } from '../../src/domain/result.ts'

/** Returns the value; a failure fails the test. */
export function unwrap<Value, Failure>(result: Result<Value, Failure>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}
