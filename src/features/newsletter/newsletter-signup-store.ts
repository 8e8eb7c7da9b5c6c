import { atom, computed } from 'nanostores'
import type { ApiResult } from '../../browser/api.ts'
import type { EventPayload } from '../../contracts/analytics/events.ts'
import type { ClientResponse } from '../../contracts/endpoints/account-endpoints.ts'
import type { JoinRequest, JoinResponse } from '../../contracts/endpoints/newsletter-endpoints.ts'

/** A failure returns to `idle` and shows a toast. `confirmed` needs no confirmation email. */
export type SignupState = 'idle' | 'submitting' | 'success' | 'confirmed'

export type SignupDeps = {
  readonly send: (request: JoinRequest) => Promise<ApiResult<JoinResponse>>
  readonly getClientInfo: () => Promise<ClientResponse>
  readonly readCookie: (name: string) => string
  readonly describeVisit: () => Pick<JoinRequest, 'visit'>
  readonly getBotCheckToken: () => Promise<string | undefined>
  readonly preload: () => void
  readonly showFailure: (message: string) => void
  readonly remember: () => void
  readonly track: (payload: EventPayload<'Newsletter Subscribed'>) => void
}

export function createSignupStore(deps: SignupDeps) {
  const {
    send,
    getClientInfo,
    readCookie,
    getBotCheckToken,
    preload,
    showFailure,
    remember,
    track,
  } = deps
  const { describeVisit } = deps
  const $current = atom<SignupState>('idle')

  return {
    $signupState: computed($current, (signupState) => signupState),
    /** Called when the form gets the focus. */
    prepare() {
      void getClientInfo()
      preload()
    },
    /** Returns whether the reader is signed up now. */
    async signUp(enteredEmail: string): Promise<boolean> {
      if ($current.get() === 'submitting') return false
      $current.set('submitting')
      const email = enteredEmail.trim()
      const [client, botCheck] = await Promise.all([getClientInfo(), getBotCheckToken()])
      // Facebook's cookies, which other scripts may have set.
      const readShared = (name: string) => (client.isSharingAllowed ? readCookie(name) : '')
      const answer = await send({
        email,
        fbp: readShared('_fbp'),
        fbc: readShared('_fbc'),
        userAgent: client.userAgent,
        ip: client.ip,
        ...describeVisit(),
        ...(botCheck === undefined ? {} : { botCheck }),
      })
      if (!answer.ok) {
        $current.set('idle')
        showFailure(answer.failure.message)
        return false
      }
      $current.set(answer.value.isConfirmed ? 'confirmed' : 'success')
      remember()
      track({ email, referral: false, referred_email: '' })
      return true
    },
  }
}
