/** Fakes of Cloudflare's rate limits: unlimited, or counted exactly and without a period. */
import { readFileSync } from 'node:fs'

/** Copied from Cloudflare's types, which Node's tests don't have. */
type RateLimitOptions = { readonly key: string; readonly delta?: number }

const sections = /name = "(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+)/g

/** Calls per minute, by binding name. */
export const rateLimitNumbers: Readonly<Record<string, number>> = Object.fromEntries(
  [...readFileSync('wrangler.toml', 'utf8').matchAll(sections)].map(([, name, limit]) => [
    name,
    Number(limit),
  ]),
)

/** Bindings that allow every call. */
export const unlimitedRateLimits = Object.fromEntries(
  Object.keys(rateLimitNumbers).map((name) => [name, { limit: async () => ({ success: true }) }]),
)

export function createCountingLimits(numbers = rateLimitNumbers) {
  return Object.fromEntries(
    Object.entries(numbers).map(([name, max]) => {
      const counts = new Map<string, number>()
      const limit = async ({ key, delta = 1 }: RateLimitOptions) => {
        const count = counts.get(key) ?? 0
        if (count >= max) return { success: false }
        counts.set(key, count + delta)
        return { success: true }
      }
      return [name, { limit }]
    }),
  )
}
