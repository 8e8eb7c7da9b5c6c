/** The free stories. This file is separate, so that a paywall loads no prices. */
import type { MeterAllowance } from './publication-data.ts'

/** Free stories in `meterDays`. */
export const meterAllowance: MeterAllowance = { guest: 1, email: 1, referred: 1, registered: 3 }

export const meterDays = 30
