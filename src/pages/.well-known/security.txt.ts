import type { APIRoute } from 'astro'
import { renderSecurityText } from '../../features/syndication/security-txt.ts'

export const GET: APIRoute = ({ site }) =>
  new Response(renderSecurityText(site!, new Date()), { headers: { 'Content-Type': 'text/plain' } })
