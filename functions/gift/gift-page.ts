/** Every card is the same static page, which asks for its content by the code in the address. */
import { parseGiftCode } from '../../src/domain/gift/gift-code.ts'
import { renderErrorPage } from '../articles/rendered-pages.ts'
import type { EdgeContext } from '../http/edge-context.ts'

const shellPath = '/gift/opened'

/** GET /gift/{code}. Anyone with the address can redeem the gift, so it isn't passed on or stored. */
export async function getGiftPage(context: EdgeContext): Promise<Response> {
  const { deps } = context.var
  const code = parseGiftCode(context.req.param('code') ?? '')
  if (!code) return renderErrorPage(deps, { kind: 'page' })
  const { origin } = new URL(context.req.url)
  const shell = await deps.env.ASSETS.fetch(new Request(origin + shellPath))
  const response = new Response(shell.body, shell)
  response.headers.set('Referrer-Policy', 'no-referrer')
  response.headers.set('X-Robots-Tag', 'noindex')
  response.headers.set('Cache-Control', 'no-store')
  return response
}
