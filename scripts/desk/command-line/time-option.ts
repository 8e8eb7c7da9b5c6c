import { formatTime, parseTime, timeExample } from '../../../src/content/manuscript/local-time.ts'
import { site } from '../../../src/publication/identity.ts'
import { DeskError } from './exit-status.ts'

/** For an option’s help. */
export const timeHelp = `such as “${timeExample.replace(' or ', '” or “')}”, in ${site.timeZone} unless it names another time zone`

/** The value of an option. */
export function parseTimeOption(option: string, text = ''): Date {
  const parsed = parseTime(text, { now: new Date() })
  if (parsed.ok) return parsed.value
  throw new DeskError(`${option}: “${text}” ${parsed.failure}.`, 'usage')
}

/** The value of an option: a time in the future. `advice` is for a time in the past. */
export function parseFutureOption(option: string, text: string | undefined, advice = ''): Date {
  const instant = parseTimeOption(option, text)
  if (instant.getTime() > Date.now()) return instant
  throw new DeskError(`${formatTime(instant)} is in the past.${advice}`)
}
