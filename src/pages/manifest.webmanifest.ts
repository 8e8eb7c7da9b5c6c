import type { APIRoute } from 'astro'
import { webManifest } from '../layouts/web-manifest.ts'

export const GET: APIRoute = () =>
  new Response(`${JSON.stringify(webManifest)}\n`, {
    headers: { 'Content-Type': 'application/manifest+json' },
  })
