/** Random steps by guests and readers who use the meter. */
import fc from 'fast-check'
import { createStep, type ValueOf } from '../../../src/domain/testing/any-step.ts'

export const stories = ['one', 'two', 'three', 'four', 'five', 'six'] as const
export const devices = 3

const device = fc.nat(devices - 1)
const slug = fc.constantFrom(...stories)
export const step = fc.oneof(
  createStep(8, 'unlock', { device, slug }),
  createStep(4, 'tabs', { device, slugs: fc.tuple(slug, slug) }),
  createStep(4, 'email', { device, slug, address: fc.nat(1) }),
  createStep(3, 'signIn', { device, account: fc.nat(1) }),
  createStep(3, ['signOut', 'dropCookies', 'move'], { device }),
  createStep(2, 'wait', { hours: fc.constantFrom(1, 24, 15 * 24, 30 * 24) }),
  createStep(1, 'crowd', { left: fc.nat(2) }),
)
export type Step = ValueOf<typeof step>
