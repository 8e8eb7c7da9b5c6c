import type { MeterAllowance } from '../../publication-data.ts'

export const meterAllowance: MeterAllowance = { guest: 2, email: 0, referred: 0, registered: 5 }

export const meterDays = 30
