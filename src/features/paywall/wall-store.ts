/**
 * The choices on a metered article's wall, and unlocking the article. The server decides both; nothing is spent until
 * the reader presses a button.
 */
import { atom, computed } from 'nanostores'
import type { ApiResult } from '../../browser/api.ts'
import type { Retry } from '../../browser/retry.ts'
import type { EventPayload } from '../../contracts/analytics/events.ts'
import type {
  UnlockRefusal,
  UnlockResponse,
  WallResponse,
} from '../../contracts/endpoints/meter-endpoints.ts'
import type { UnlockWay } from '../../domain/paywall/unlock.ts'

export type WallChoices = Pick<Extract<WallResponse, { state: 'closed' }>, 'reason' | 'ways'>

export type UnlockRequest =
  | { readonly way: 'free' }
  | { readonly way: 'email' | 'referred'; readonly email: string; readonly weekly: boolean }

/** Why the last attempt failed. Server messages are shown as they are. */
export type UnlockProblem = {
  readonly way: UnlockWay
  readonly because: UnlockRefusal | 'invalidAddress' | 'notShown' | { readonly message: string }
}

export type Wall = {
  /** Null until the server has answered. */
  readonly choices: WallChoices | null
  /** Whether the server can't be reached at the moment. */
  readonly isUnavailable: boolean
  /** The option in progress, until the story has loaded. */
  readonly pending: UnlockWay | null
  readonly problem: UnlockProblem | null
}

export type WallDeps = {
  readonly fetchWall: () => Promise<ApiResult<WallResponse>>
  readonly sendUnlock: (
    request: UnlockRequest & { readonly botCheck?: string },
  ) => Promise<ApiResult<UnlockResponse>>
  readonly getBotCheckToken: () => Promise<string | undefined>
  readonly createRetry: (attempt: () => void) => Retry
  readonly track: (
    event: 'Unlocked Article Email Capture' | 'Referred Article Email Capture',
    payload: EventPayload<'Unlocked Article Email Capture'>,
  ) => void
  /** Records in this browser that the reader has signed up for The Weekly. */
  readonly rememberSignUp: () => void
  /** Opens the story until this time; null for entitled readers. Resolves to false if it can't be shown. */
  readonly onOpen: (until: string | null) => Promise<boolean>
}

const emailEvents = {
  email: 'Unlocked Article Email Capture',
  referred: 'Referred Article Email Capture',
} as const

export function createWallStore(deps: WallDeps) {
  const { fetchWall, sendUnlock, getBotCheckToken, track, onOpen } = deps
  const $current = atom<Wall>({ choices: null, isUnavailable: false, pending: null, problem: null })
  const update = (change: Partial<Wall>) => $current.set({ ...$current.get(), ...change })
  const retry = deps.createRetry(() => void load())
  let isLoading = false

  async function load() {
    if (isLoading || $current.get().pending) return
    isLoading = true
    const wall = await fetchWall()
    isLoading = false
    // The reader has pressed a button since, and that response is newer.
    if ($current.get().pending) return
    if (!wall.ok || (wall.value.state === 'open' && !(await onOpen(wall.value.until)))) {
      update({ isUnavailable: true })
      return retry.schedule()
    }
    retry.reset()
    if (wall.value.state === 'open') return
    const { reason, ways } = wall.value
    update({ choices: { reason, ways }, isUnavailable: false })
  }

  async function send(request: UnlockRequest) {
    const botCheck = await getBotCheckToken()
    const input = botCheck === undefined ? request : { ...request, botCheck }
    const result = await sendUnlock(input)
    // The browser now has the cookie that was missing. A bot-check token is valid only once.
    if (result.ok || result.failure.code !== 'unknown_device') return result
    const nextBotCheck = await getBotCheckToken()
    return sendUnlock(nextBotCheck === undefined ? request : { ...request, botCheck: nextBotCheck })
  }

  /** A second call while one is pending does nothing. */
  async function unlock(request: UnlockRequest) {
    if ($current.get().pending) return
    const { way } = request
    update({ pending: way, problem: null })
    const result = await send(request)
    if (!result.ok) {
      const { code, message } = result.failure
      const because = code === 'bad_request' ? 'invalidAddress' : { message }
      return update({ pending: null, problem: { way, because } })
    }
    if (result.value.state === 'closed') {
      const { reason, ways, because } = result.value
      return update({ pending: null, choices: { reason, ways }, problem: { way, because } })
    }
    if (request.way !== 'free') {
      const { isReferral } = result.value
      // The address is stored only with this consent.
      const email = request.weekly ? request.email.trim() : ''
      const referred_email = isReferral ? email : ''
      if (request.weekly) deps.rememberSignUp()
      track(emailEvents[request.way], { email, referral: isReferral, referred_email })
    }
    const isShown = await onOpen(result.value.until)
    update({ pending: null, problem: isShown ? null : { way, because: 'notShown' } })
  }

  return { $wall: computed($current, (wall) => wall), load, unlock, stop: retry.reset }
}

export type WallStore = ReturnType<typeof createWallStore>
