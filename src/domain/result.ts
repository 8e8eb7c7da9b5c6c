/** Expected failures are values, so that they are part of signatures. Code throws only because of bugs. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure }

export function succeed<Value>(value: Value): Result<Value, never> {
  return { ok: true, value }
}

export function fail<Failure>(failure: Failure): Result<never, Failure> {
  return { ok: false, failure }
}
