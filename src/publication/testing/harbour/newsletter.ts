import type { Newsletter } from '../../publication-data.ts'

export const newsletter: Newsletter = {
  name: 'High Tide',
  weekday: 6,
  hour: 7,
  timeZone: 'Europe/London',
  reminderHour: 15,
  pitch: 'What the week washed up.',
}
