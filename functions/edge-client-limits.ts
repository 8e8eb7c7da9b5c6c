/** For tests without the Workers runtime: the rate limits of wrangler.toml, counted exactly and for ever. */
import { readFileSync } from 'node:fs'

const sections = /name = "(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+)/g

/** Calls a minute, by the binding's name. */
export const limitNumbers: Readonly<Record<string, number>> = Object.fromEntries(
  [...readFileSync('wrangler.toml', 'utf8').matchAll(sections)].map(([, name, limit]) => [
    name,
    Number(limit),
  ]),
)

/** The bindings, each new. */
export function countingLimits() {
  return Object.fromEntries(
    Object.entries(limitNumbers).map(([name, most]) => {
      const counts = new Map<string, number>()
      const limit = async ({ key }: { readonly key: string }) => {
        const count = (counts.get(key) ?? 0) + 1
        counts.set(key, count)
        return { success: count <= most }
      }
      return [name, { limit }]
    }),
  )
}
