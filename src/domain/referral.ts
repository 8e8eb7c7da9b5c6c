import type { Money } from './money.ts'

/** What a reader is credited for every friend who subscribes on their recommendation. */
export const referralCredit: Money = { minorUnits: 2000, currency: 'USD' }
