/** An event for the reader's calendar: /events/{slug}.ics. */
import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { publication } from '../../content/publication.ts'
import { calendarFile } from '../../features/events/calendar-file.ts'

export function getStaticPaths() {
  return publication().events.map((event) => ({
    params: { slug: event.slug },
    props: { event },
    cacheKey: event.digest,
  }))
}

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = ({ props, site }) =>
  new Response(calendarFile(props.event, site!), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
  })
