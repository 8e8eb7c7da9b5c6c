/**
 * Serves the pages behind the links in The Weekly and in emails about it. GET changes nothing and doesn't read the
 * database, because mail scanners follow links. The forms work without JavaScript.
 */
import type { NewsletterLinkStep } from '../../src/contracts/pages/newsletter-link-steps.ts'
import { getLinkStepPath } from '../../src/contracts/pages/newsletter-link-steps.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { renderUnavailablePage } from '../pages/rendered-pages.ts'
import { keepSecret } from '../platform/http/keep-secret.ts'
import { fetchAsset } from '../platform/http/read-asset.ts'
import type { NewsletterDeps } from './newsletter-deps.ts'

export async function serveLinkStep(
  { env }: Pick<NewsletterDeps, 'env'>,
  step: NewsletterLinkStep,
): Promise<Response> {
  const page = await fetchAsset(env.ASSETS, getLinkStepPath(step))
  // Mailbox providers check only the status.
  const status = step === 'ended' ? 404 : 200
  return keepSecret(new Response(page.body, { status, headers: page.headers }))
}

export async function refuseLink(
  deps: NewsletterDeps,
  event: string,
  reason: string,
): Promise<Response> {
  deps.log(event, { reason })
  return keepSecret(await renderUnavailablePage(deps))
}

export const getLinkKey = (context: EdgeContext<NewsletterDeps>) => context.req.param('key') ?? ''
