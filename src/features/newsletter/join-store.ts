/**
 * One newsletter form: where it stands, and what sending it does. Sends nothing twice while an answer
 * is owed, and loses nothing that was typed unless the reader is signed up.
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ApiFailure } from '../../browser/api.ts'
import type { EventPayload } from '../../contracts/analytics/events.ts'
import type { ClientResponse } from '../../contracts/client.ts'
import type { JoinRequest } from '../../contracts/newsletter.ts'
import type { Result } from '../../domain/result.ts'

/** A failure leads back to `idle`: it is told in a toast, and the button works again. */
export type Joining = 'idle' | 'submitting' | 'success'

export type JoinDependencies = {
  readonly send: (request: JoinRequest) => Promise<Result<unknown, ApiFailure>>
  /** Asked once: see client-info.ts. */
  readonly clientInfo: () => Promise<ClientResponse>
  readonly cookie: (name: string) => string
  /** Undefined where there is no check. */
  readonly botCheckToken: () => Promise<string | undefined>
  /** What can be loaded before the form is sent. */
  readonly loadAhead: () => void
  readonly tellFailure: (message: string) => void
  readonly track: (payload: EventPayload<'Newsletter Subscribed'>) => void
}

export type JoinStore = {
  readonly $joining: ReadableAtom<Joining>
  /** The reader has come to the form. */
  prepare(): void
  /** Answers whether the reader is signed up now. */
  join(email: string): Promise<boolean>
}

export function createJoinStore(dependencies: JoinDependencies): JoinStore {
  const { send, clientInfo, cookie, botCheckToken, loadAhead, tellFailure, track } = dependencies
  const $current = atom<Joining>('idle')

  return {
    $joining: computed($current, (joining) => joining),
    prepare() {
      void clientInfo()
      loadAhead()
    },
    async join(typed) {
      if ($current.get() === 'submitting') return false
      $current.set('submitting')
      const email = typed.trim()
      const [client, botCheck] = await Promise.all([clientInfo(), botCheckToken()])
      const answer = await send({
        email,
        fbp: cookie('_fbp'),
        fbc: cookie('_fbc'),
        userAgent: client.userAgent,
        ip: client.ip,
        ...(botCheck === undefined ? {} : { botCheck }),
      })
      if (!answer.ok) {
        $current.set('idle')
        tellFailure(answer.failure.message)
        return false
      }
      $current.set('success')
      track({ email, referral: false, referred_email: '' })
      return true
    },
  }
}
