/** Serves the gift card's static page, which requests its content using the code in the address. */
import { parseGiftCode } from '../../src/domain/gift/gift-code.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { renderErrorPage } from '../pages/rendered-pages.ts'
import { keepSecret } from '../platform/http/keep-secret.ts'
import type { GiftDeps } from './gift-deps.ts'

const shellPath = '/gift/opened'

/** GET /gift/{code}. Anyone with the address can redeem the gift, so the address isn't passed on or stored. */
export async function getGiftPage(context: EdgeContext<GiftDeps>): Promise<Response> {
  const { deps } = context.var
  const code = parseGiftCode(context.req.param('code') ?? '')
  if (!code) return renderErrorPage(deps, { kind: 'page' })
  const { origin } = new URL(context.req.url)
  const shell = await deps.env.ASSETS.fetch(new Request(origin + shellPath))
  return keepSecret(new Response(shell.body, shell))
}
