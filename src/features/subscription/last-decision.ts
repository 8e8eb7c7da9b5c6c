/**
 * What was decided last in this tab's cancel flow, so that the page that confirms it can tell a reader who
 * has just cancelled from one whose subscription ended long ago.
 *
 *     sessionStorage.decision = "cancel"
 */
import type { Decision } from './leaving-step.ts'

const key = 'decision'

export function rememberDecision(step: Decision['step']) {
  try {
    sessionStorage.setItem(key, step)
  } catch {
    // Without storage, the confirmation leads to the settings.
  }
}

/** Null if nothing was decided in this tab. */
export function lastDecision(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
