/**
 * Reports a failed build for CI (npm run rebuild-failed -- REASON): the Worker retries it, or shows
 * it in /api/health sooner. Reads SITE_URL and DESK_KEYS from the environment.
 */
import { pathToFileURL } from 'node:url'
import type { InputOf } from '../../src/contracts/endpoints/endpoint.ts'
import { getEndpointPath } from '../../src/contracts/endpoints/endpoint-path.ts'
import type { Api } from '../../src/contracts/endpoints/endpoints.ts'
import { maxReasonLength } from '../../src/contracts/endpoints/publishing-endpoints.ts'
import { CommandError, runCommand } from '../shared/command-error.ts'
import {
  fetchSigned,
  openSignedSite,
  readRefusal,
  type SignedSite,
} from '../shared/fetch-signed.ts'

/** Throws a `CommandError` if the Worker doesn't accept the report. */
export async function reportFailedRebuild(site: SignedSite, reason: string) {
  const path = getEndpointPath('POST /api/webhooks/rebuild-failed')
  const content: InputOf<Api['POST /api/webhooks/rebuild-failed']> = {
    reason: reason.slice(0, maxReasonLength),
  }
  const response = await fetchSigned(site, { method: 'POST', path, content }).catch(() => {
    throw new CommandError(
      `${site.siteUrl} isn’t responding. Check SITE_URL, then run the same command again.`,
    )
  })
  if (response.ok) return
  const { description } = await readRefusal(response)
  throw new CommandError(
    `Nothing was reported: the site ${description}. Run the same command again.`,
  )
}

async function main() {
  const reason = process.argv.slice(2).join(' ') || 'The build failed.'
  await reportFailedRebuild(await openSignedSite(), reason)
  console.log('Reported the failed build.')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
