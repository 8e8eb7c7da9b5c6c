/**
 * Expected failures are values. Code throws for bugs only, so that a caller sees in the signature
 * everything that can go wrong in the ordinary course of things.
 */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure }

export function succeed<Value>(value: Value): Result<Value, never> {
  return { ok: true, value }
}

export function fail<Failure>(failure: Failure): Result<never, Failure> {
  return { ok: false, failure }
}
