import { formatTime, parseTime, timeExample } from '../../../src/content/manuscript/local-time.ts'
import { site } from '../../../src/publication/identity.ts'
import { DeskError } from './exit-status.ts'

/** Describes a time in an option’s help. */
export const timeHelp = `such as “${timeExample.replace(' or ', '” or “')}”, in ${site.timeZone} unless it names another time zone`

/** Parses an option’s value. Throws if it isn’t a time. */
export function parseTimeOption(option: string, text = ''): Date {
  const parsed = parseTime(text, { now: new Date() })
  if (parsed.ok) return parsed.value
  throw new DeskError(`${option}: “${text}” ${parsed.failure}.`, 'usage')
}

/** Parses an option’s value. Throws unless it’s a time in the future; `advice` follows the error for a past time. */
export function parseFutureOption(
  option: string,
  text: string | undefined,
  advice = ' Choose a later time.',
): Date {
  const instant = parseTimeOption(option, text)
  if (instant.getTime() > Date.now()) return instant
  throw new DeskError(`${formatTime(instant)} is in the past.${advice}`)
}
