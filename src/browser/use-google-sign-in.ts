import { useEffect, useRef, useState } from 'react'
import type { AuthSettings } from '../contracts/settings/auth-settings.ts'
import { googleMessages } from './auth-service.ts'
import {
  createGoogleRequest,
  type GoogleCredential,
  listenForGoogleResponse,
  openGoogleWindow,
  storeGoogleRequest,
} from './google-sign-in.ts'

type Options = {
  readonly settings: AuthSettings
  /** The account that Google suggests first. */
  readonly hint?: string
  /** Returns the page to open after signing in without the pop-up, which is offered only if this is set. */
  readonly getReturnUrl?: () => string
  readonly onCredential: (credential: GoogleCredential) => void
}

export type GoogleSignIn = {
  readonly state: 'idle' | 'open' | 'blocked'
  readonly problem: string
  readonly openGoogle: () => void
  /** Continues in this window if the pop-up is blocked. */
  readonly continueInThisWindow: (() => void) | undefined
}

/** Opens Google in a pop-up. Scripts can't reliably detect that it was closed, so another click starts again. */
export function useGoogleSignIn({
  settings,
  hint,
  getReturnUrl,
  onCredential,
}: Options): GoogleSignIn {
  const [state, setState] = useState<GoogleSignIn['state']>('idle')
  const [problem, setProblem] = useState('')
  const stop = useRef(() => {})

  useEffect(() => () => stop.current(), [])

  async function openGoogle() {
    stop.current()
    setProblem('')
    // Must run before any `await`, because browsers block a pop-up that doesn't directly follow a click.
    const popup = openGoogleWindow()
    if (!popup) {
      setState('blocked')
      const advice = getReturnUrl ? '' : ' Allow pop-ups for this page and try again.'
      return setProblem(googleMessages.blocked + advice)
    }
    setState('open')
    const { request, url } = await createGoogleRequest(settings, location.origin, hint)
    const stopListening = listenForGoogleResponse(request, (result) => {
      stopWaiting()
      if (result.ok) onCredential(result.value)
      else setProblem(googleMessages[result.failure])
    })
    // Hides the note once the pop-up is closed. A late response still counts.
    const checkPopup = () => popup.closed && setState('idle')
    window.addEventListener('focus', checkPopup)
    function stopWaiting() {
      stopListening()
      window.removeEventListener('focus', checkPopup)
      setState('idle')
    }
    stop.current = stopWaiting
    popup.location.replace(url)
  }

  async function redirectToGoogle(returnTo: string) {
    const { request, url } = await createGoogleRequest(settings, location.origin, hint)
    if (storeGoogleRequest({ ...request, returnTo })) location.assign(url)
    else
      setProblem(
        'Your browser blocks storage, so you can’t continue in this window. Allow pop-ups for this page and try again.',
      )
  }

  return {
    state,
    problem,
    openGoogle: () => void openGoogle(),
    continueInThisWindow: getReturnUrl && (() => void redirectToGoogle(getReturnUrl())),
  }
}
