/** At the site's root, because a service worker is in charge of what lies below its address. */

import script from 'virtual:service-worker'
import type { APIRoute } from 'astro'

export const GET: APIRoute = () =>
  new Response(script, { headers: { 'Content-Type': 'text/javascript' } })
