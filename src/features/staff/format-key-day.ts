import { site } from '../../publication/identity.ts'

export const formatKeyDay = (time: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: site.timeZone }).format(
    new Date(time),
  )
