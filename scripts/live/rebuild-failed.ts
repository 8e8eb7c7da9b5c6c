/**
 * Tells the edge that a build which it asked for has failed, so that it asks again, or shows it in
 * /api/health, sooner than after having heard nothing for long. For CI, after a step that failed:
 *
 *     npm run rebuild-failed -- "what went wrong"
 *
 * Takes SITE_URL and DESK_KEYS from the environment.
 */
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import {
  type DeskKeys,
  deriveDeskKeys,
  signatureHeader,
  signRequest,
} from '../../src/contracts/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import {
  type RebuildFailedRequest,
  reasonLength,
  webhooks,
} from '../../src/contracts/publishing.ts'
import { Refusal, runCommand } from './refusal.ts'

/** Throws a refusal where the edge does not take it. */
export async function reportFailedRebuild(siteUrl: string, keys: DeskKeys, reason: string) {
  const path = webhooks.rebuildFailed
  const request: RebuildFailedRequest = { reason: reason.slice(0, reasonLength) }
  const body = new TextEncoder().encode(JSON.stringify(request))
  const signature = await signRequest({ method: 'POST', path, body }, keys, new Date())
  const answer = await fetch(siteUrl + path, {
    method: 'POST',
    headers: { [signatureHeader]: signature, 'Content-Type': 'application/json' },
    body,
  }).catch(() => {
    throw new Refusal(`${siteUrl} does not answer.`)
  })
  if (!answer.ok) throw new Refusal(`The edge did not take the report (${answer.status}).`)
}

const environmentSchema = z.object({
  SITE_URL: z.url().transform((url) => url.replace(/\/$/, '')),
  DESK_KEYS: keyringSchema,
})

async function main() {
  const environment = environmentSchema.safeParse(process.env)
  if (!environment.success) throw new Refusal('Set SITE_URL and DESK_KEYS.')
  const { SITE_URL, DESK_KEYS } = environment.data
  const reason = process.argv.slice(2).join(' ') || 'The build failed.'
  await reportFailedRebuild(SITE_URL, await deriveDeskKeys(DESK_KEYS), reason)
  console.log('reported')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main)
