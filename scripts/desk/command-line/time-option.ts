import {
  formatInstant,
  instantExample,
  parseInstant,
} from '../../../src/content/manuscript/instant.ts'
import { DeskError } from './exit-status.ts'

/** The value of an option. */
export function parseInstantOption(option: string, text = ''): Date {
  const instant = parseInstant(text)
  if (instant) return instant
  const message = `${option} must be a time with a time zone, such as ${instantExample}.`
  throw new DeskError(message, 'usage')
}

/** The value of an option: a time in the future. `advice` is for a time in the past. */
export function parseFutureOption(option: string, text: string | undefined, advice = ''): Date {
  const instant = parseInstantOption(option, text)
  if (instant.getTime() > Date.now()) return instant
  throw new DeskError(`${formatInstant(instant)} is in the past.${advice}`)
}
