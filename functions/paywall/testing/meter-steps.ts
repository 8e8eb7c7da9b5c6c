/** Random steps of guests and readers who meet the meter. */
import fc from 'fast-check'

export const stories = ['one', 'two', 'three', 'four', 'five', 'six'] as const
export const devices = 3

export type Step =
  | { readonly do: 'unlock'; readonly device: number; readonly slug: string }
  | { readonly do: 'tabs'; readonly device: number; readonly slugs: readonly [string, string] }
  | {
      readonly do: 'email'
      readonly device: number
      readonly slug: string
      readonly address: number
    }
  | { readonly do: 'signIn'; readonly device: number; readonly account: number }
  | { readonly do: 'signOut' | 'dropCookies' | 'move'; readonly device: number }
  | { readonly do: 'wait'; readonly hours: number }
  | { readonly do: 'crowd'; readonly left: number }

const device = fc.nat(devices - 1)
const slug = fc.constantFrom(...stories)
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('unlock' as const), device, slug }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('tabs' as const), device, slugs: fc.tuple(slug, slug) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('email' as const), device, slug, address: fc.nat(1) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('signIn' as const), device, account: fc.nat(1) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('signOut' as const, 'dropCookies' as const, 'move' as const),
      device,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 24, 15 * 24, 30 * 24),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crowd' as const), left: fc.nat(2) }) },
)
