/** The free newsletter. */
import { site } from './identity.ts'
import type { Newsletter } from './publication-data.ts'

export const newsletter: Newsletter = {
  name: 'The Weekly',
  /** The day of the week; 0 is Sunday. */
  weekday: 0,
  hour: 8,
  timeZone: site.timeZone,
  reminderHour: 10,
  pitch: 'The week’s best stories by email, plus one you might have missed.',
}
