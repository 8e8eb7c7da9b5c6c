/** `/newsletter/preferences/{key}`: The Weekly's preferences, for anyone with the link from an issue. */
import type { LinkPreferences } from '../../src/contracts/endpoints/newsletter-endpoints.ts'
import {
  type NewsletterEntry,
  unsubscribeEntry,
} from '../../src/domain/newsletter/newsletter-entry.ts'
import { setPause } from '../../src/domain/newsletter/pause.ts'
import { getExclusion } from '../../src/domain/newsletter/suppression.ts'
import { succeed } from '../../src/domain/result.ts'
import { newsletter } from '../../src/publication/newsletter.ts'
import type { EdgeContext } from '../identity/edge-context.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { createConsent } from './consent.ts'
import { getLinkKey, serveLinkStep } from './link-pages.ts'
import type { NewsletterDeps } from './newsletter-deps.ts'
import { changeEntry, getEntryPath, readEntry } from './newsletter-list.ts'
import { requestWeekly } from './request-weekly.ts'

const endedMessage = `This link no longer works. Sign up again on the page for ${newsletter.name}.`

const readKey = ({ tokens, now }: NewsletterDeps, key: string) =>
  tokens.readToken('newsletterPreferences', key, now())

export async function getPreferencesPage(context: EdgeContext<NewsletterDeps>): Promise<Response> {
  const { deps } = context.var
  const addressHash = await readKey(deps, getLinkKey(context))
  return serveLinkStep(deps, addressHash ? 'preferences' : 'ended')
}

const refuseStorage = (deps: NewsletterDeps, kind: string) =>
  refuseUnavailable(deps, 'newsletter_preferences_unavailable', { kind })

export const readByLink: Handle<'GET /api/newsletter/:key', NewsletterDeps> = async (
  { key },
  _,
  deps,
) => {
  const addressHash = await readKey(deps, key)
  if (!addressHash) return refuse('not_found', endedMessage)
  const stored = await readEntry(deps.firestore, getEntryPath(addressHash))
  if (!stored.ok) return refuseStorage(deps, stored.failure.kind)
  const { entry } = stored.value
  return entry ? succeed(describe(entry, deps.now())) : refuse('not_found', endedMessage)
}

export const changeByLink: Handle<'PATCH /api/newsletter/:key', NewsletterDeps> = async (
  { key, change },
  _,
  deps,
) => {
  const addressHash = await readKey(deps, key)
  if (!addressHash) return refuse('not_found', endedMessage)
  const at = deps.now()
  const changed = await changeEntry(deps, addressHash, (entry) => {
    switch (change) {
      case 'turnOn':
        return null
      case 'turnOff':
        return entry.state === 'unsubscribed' ? null : unsubscribeEntry(entry, at)
      case 'pause':
      case 'resume':
        return setPause(entry, change === 'pause', at)
    }
  })
  if (!changed.ok) return refuseStorage(deps, changed.failure.kind)
  const entry = changed.value
  if (!entry) return refuse('not_found', endedMessage)
  if (change !== 'turnOn' || describe(entry, at).state === 'on') {
    return succeed(describe(entry, at))
  }
  const { email, source } = entry
  const request = { email, source, uid: null, ...createConsent(deps, at) }
  const requested = await requestWeekly(deps, request)
  if (!requested.ok) return refuseStorage(deps, requested.failure.kind)
  return succeed({ state: 'requested', pausedUntil: null })
}

function describe(entry: NewsletterEntry, now: Date): LinkPreferences {
  const exclusion = getExclusion(entry, now)
  const pausedUntil = exclusion === 'paused' ? entry.pausedUntil!.toISOString() : null
  switch (exclusion) {
    case null:
    case 'paused':
      return { state: 'on', pausedUntil }
    case 'pending':
      return { state: 'requested', pausedUntil }
    case 'hardBounce':
    case 'softBounces':
      return { state: 'bouncing', pausedUntil }
    case 'unsubscribed':
    case 'complaint':
      return { state: 'off', pausedUntil }
  }
}
