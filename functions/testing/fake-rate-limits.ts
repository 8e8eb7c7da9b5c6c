/** Counts exactly, and without a period. */
import { readFileSync } from 'node:fs'

const sections = /name = "(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+)/g

/** Calls a minute, by the binding's name. */
export const rateLimitNumbers: Readonly<Record<string, number>> = Object.fromEntries(
  [...readFileSync('wrangler.toml', 'utf8').matchAll(sections)].map(([, name, limit]) => [
    name,
    Number(limit),
  ]),
)

export function createCountingLimits() {
  return Object.fromEntries(
    Object.entries(rateLimitNumbers).map(([name, max]) => {
      const counts = new Map<string, number>()
      const limit = async ({ key }: { readonly key: string }) => {
        const count = (counts.get(key) ?? 0) + 1
        counts.set(key, count)
        return { success: count <= max }
      }
      return [name, { limit }]
    }),
  )
}
