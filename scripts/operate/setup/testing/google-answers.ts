/** Answers in Google's form. */
import type { FakeAnswer } from './fake-service.ts'

export const fail = (code: number, status: string, message: string): FakeAnswer => ({
  status: code,
  body: { error: { code, status, message } },
})
export const notFound = (what: string) => fail(404, 'NOT_FOUND', `${what} not found`)
/** A long operation that has already ended. */
export const done: FakeAnswer = { body: { name: 'operations/1', done: true } }

/** Merges the fields that the mask names. */
export function mergeMasked(
  target: Record<string, unknown>,
  body: Record<string, unknown>,
  mask: string,
) {
  for (const path of mask.split(',')) {
    const names = path.split('.')
    const last = names.pop()!
    let from: Record<string, unknown> = body
    let to = target
    for (const name of names) {
      from = from[name] as Record<string, unknown>
      to[name] ??= {}
      to = to[name] as Record<string, unknown>
    }
    to[last] = from[last]
  }
}
