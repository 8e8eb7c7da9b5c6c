import type { Money } from './money.ts'

/** What a reader is credited for a friend who subscribes. */
export const referralCredit: Money = { minorUnits: 2000, currency: 'USD' }
