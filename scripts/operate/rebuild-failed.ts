/**
 * Reports a failed build for CI (npm run rebuild-failed -- REASON): the Worker retries it, or shows
 * it in /api/health sooner. Reads SITE_URL and DESK_KEYS from the environment.
 */
import { pathToFileURL } from 'node:url'
import { signatureHeader, signRequest } from '../../src/contracts/desk-signature.ts'
import type { InputOf } from '../../src/contracts/endpoint.ts'
import { getEndpointPath } from '../../src/contracts/endpoint-path.ts'
import type { Api } from '../../src/contracts/endpoints.ts'
import { maxReasonLength } from '../../src/contracts/publishing-endpoints.ts'
import { importSigningKeys, type SigningKeys } from '../../src/contracts/signed-token.ts'
import { CommandError, runCommand } from '../build/command-error.ts'
import { operatorVariables, parseOperatorEnvironment } from '../build/operator-environment.ts'

/** Throws a `CommandError` if the Worker doesn't accept the report. */
export async function reportFailedRebuild(siteUrl: string, keys: SigningKeys, reason: string) {
  const path = getEndpointPath('POST /api/webhooks/rebuild-failed')
  const request: InputOf<Api['POST /api/webhooks/rebuild-failed']> = {
    reason: reason.slice(0, maxReasonLength),
  }
  const body = new TextEncoder().encode(JSON.stringify(request))
  const signature = await signRequest({ method: 'POST', path, body }, keys, new Date())
  const answer = await fetch(siteUrl + path, {
    method: 'POST',
    headers: { [signatureHeader]: signature, 'Content-Type': 'application/json' },
    body,
  }).catch(() => {
    throw new CommandError(
      `${siteUrl} doesn’t answer. Check SITE_URL, then run the same command again.`,
    )
  })
  if (!answer.ok) throw new CommandError(`The site refused the report (status ${answer.status}).`)
}

const variablesSchema = operatorVariables.pick({ SITE_URL: true, DESK_KEYS: true })

async function main() {
  const { SITE_URL, DESK_KEYS } = parseOperatorEnvironment(variablesSchema)
  const reason = process.argv.slice(2).join(' ') || 'The build failed.'
  await reportFailedRebuild(SITE_URL, await importSigningKeys(DESK_KEYS), reason)
  console.log('Reported the failed build.')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
