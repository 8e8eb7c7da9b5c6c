import { hour, minute } from '../../domain/duration.ts'
import { type Clearance, clearanceTimes } from '../../domain/staff/staff.ts'

/** Phrases that follow “can” in a sentence. */
export const clearanceText: Readonly<Record<Clearance, string>> = {
  control: 'move money and change roles',
  readers: 'see readers’ data',
}

export function formatClearanceTime(clearance: Clearance): string {
  const time = clearanceTimes[clearance]
  return time < hour ? `${time / minute} minutes` : `${time / hour} hours`
}
