/** The script is at the root, because a service worker controls only pages below its own path. */

import script from 'virtual:service-worker'
import type { APIRoute } from 'astro'

export const GET: APIRoute = () =>
  new Response(script, { headers: { 'Content-Type': 'text/javascript' } })
