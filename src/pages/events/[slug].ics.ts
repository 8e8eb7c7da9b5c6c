import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { loadPublication } from '../../content/publication-queries.ts'
import { renderCalendarFile } from '../../features/events/calendar-file.ts'

export function getStaticPaths() {
  return loadPublication().events.map((event) => ({
    params: { slug: event.slug },
    props: { event },
    cacheKey: event.digest,
  }))
}

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = ({ props, site }) =>
  new Response(renderCalendarFile(props.event, site!), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
  })
