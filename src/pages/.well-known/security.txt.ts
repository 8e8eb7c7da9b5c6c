import type { APIRoute } from 'astro'
import { securityText } from '../../features/syndication/security-txt.ts'

export const GET: APIRoute = ({ site }) =>
  new Response(securityText(site!, new Date()), { headers: { 'Content-Type': 'text/plain' } })
